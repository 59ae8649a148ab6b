// @module-tag pure

import { describe, expect, it } from 'vitest';
import { isSigned, mayBeSigned } from '../../../apps/server/src/access/standard-webhooks.ts';
import type { WebhookEvent } from '../src/webhook-messages.ts';
import { webhooks } from '../src/webhooks.ts';
import { failureOf } from './clients.ts';

const secret = `whsec_${Buffer.from('a secret of the channel').toString('base64')}`;
const other = `whsec_${Buffer.from('another secret').toString('base64')}`;
const event: WebhookEvent = { type: 'test', timestamp: '2026-11-25T09:00:00.000Z', data: { channel: 'channel_1' } };
const body = JSON.stringify({ ...event, note: 'Grüße 👋' });
const refused = { name: 'ParleyError', code: 'invalid_webhook_signature' };

describe('webhooks.sign', () => {
  it('signs as the service accepts, which checks by the reference implementation', async () => {
    const headers = await webhooks.sign(body, { secret, id: 'msg_1', timestamp: new Date() });
    const request = { headers: { ...headers }, bytes: Buffer.from(body) };
    expect(mayBeSigned(request.headers, Date.now())).toBe(true);
    expect(isSigned(request, { secrets: [secret] })).toBe(true);
    expect(isSigned(request, { secrets: [other] })).toBe(false);
  });

  it('gives a request an ID of its own, and a signature by each secret', async () => {
    const [one, two] = await Promise.all([
      webhooks.sign(body, { secret }),
      webhooks.sign(body, { secret: [other, secret] }),
    ]);
    expect(one['webhook-id']).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(one['webhook-id']).not.toBe(two['webhook-id']);
    expect(two['webhook-signature'].split(' ')).toHaveLength(2);
    expect(isSigned({ headers: { ...two }, bytes: Buffer.from(body) }, { secrets: [secret] })).toBe(true);
  });

  it.each([
    ['an invalid secret', { secret: 'whsec_%' }],
    ['no secret', { secret: [] }],
    ['an ID that no header carries', { secret, id: 'a b' }],
    ['an invalid time', { secret, timestamp: new Date('never') }],
  ])('refuses %s', async (_, options) => {
    expect(await failureOf(webhooks.sign(body, options))).toMatchObject({ code: 'invalid_argument' });
  });
});

describe('webhooks.unwrap', () => {
  it('returns the event, from whatever holds the body and the headers', async () => {
    const headers = await webhooks.sign(body, { secret });
    const bytes = new TextEncoder().encode(body);
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const given of [
      headers,
      new Headers({ ...headers }),
      Object.entries(headers),
      new Map(Object.entries(headers)),
      upper,
    ]) {
      for (const raw of [body, bytes, Buffer.from(bytes), bytes.buffer as ArrayBuffer]) {
        expect(await webhooks.unwrap(raw, given, secret)).toMatchObject(event);
      }
    }
  });

  it('takes the old and the new secret while it is rotated', async () => {
    const byOld = await webhooks.sign(body, { secret: other });
    expect(await webhooks.unwrap(body, byOld, [secret, other])).toMatchObject(event);
    const byBoth = await webhooks.sign(body, { secret: [other, secret] });
    expect(await webhooks.unwrap(body, byBoth, secret)).toMatchObject(event);
  });

  it('refuses another body, ID, time, secret or signature', async () => {
    const headers = await webhooks.sign(body, { secret });
    const seconds = Number(headers['webhook-timestamp']);
    const wrong: [string, object, string][] = [
      [`${body} `, {}, secret],
      [body, { 'webhook-id': 'msg_2' }, secret],
      [body, { 'webhook-timestamp': String(seconds - 1) }, secret],
      [body, {}, other],
      [body, { 'webhook-signature': '' }, secret],
      [body, { 'webhook-signature': 'v1,' }, secret],
      [body, { 'webhook-signature': 'v1,%%% v1a,c2VjcmV0' }, secret],
      [body, { 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') }, secret],
      [body, { 'webhook-id': undefined }, secret],
    ];
    for (const [given, change, key] of wrong) {
      expect(await failureOf(webhooks.unwrap(given, { ...headers, ...change }, key))).toMatchObject(refused);
    }
  });

  it('refuses what is older or later than the tolerance', async () => {
    const now = Date.now() / 1000;
    for (const distance of [-301, 302]) {
      const headers = await webhooks.sign(body, { secret, timestamp: now + distance });
      expect(await failureOf(webhooks.unwrap(body, headers, secret))).toMatchObject(refused);
      expect(await webhooks.unwrap(body, headers, secret, { tolerance: 600 })).toMatchObject(event);
    }
    const odd = { ...(await webhooks.sign(body, { secret })), 'webhook-timestamp': '1e9' };
    expect(await failureOf(webhooks.unwrap(body, odd, secret, { tolerance: Number.NaN }))).toMatchObject(refused);
  });

  it('says what is wrong with the call: no secret, a parsed body, or no JSON', async () => {
    const headers = await webhooks.sign('Hello', { secret });
    const calls = [
      webhooks.unwrap(body, headers, undefined),
      webhooks.unwrap(JSON.parse(body), headers, secret),
      webhooks.unwrap('Hello', headers, secret),
    ];
    for (const call of calls) expect(await failureOf(call)).toMatchObject({ code: 'invalid_argument' });
  });
});

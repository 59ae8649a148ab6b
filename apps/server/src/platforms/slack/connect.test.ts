// @module-tag pure

import { isValidSlackRequest } from '@slack/bolt';
import { afterAll, describe, expect, test } from 'vitest';
import { createContexts, failureOf } from '../../../testing/messengers/send-context.ts';
import { type App, slackHeaders, startSlackServer } from '../../../testing/servers/slack-server.ts';
import { kindOf } from '../kinds.ts';
import type { OutboundMessage } from '../messenger.ts';

const slack = await startSlackServer();
const contexts = createContexts(slack);
afterAll(async () => {
  contexts.close();
  await slack.close();
});
const { messenger, steps } = kindOf('slack');
const place = { channel: 'channel_1', name: 'App', inbound: 'https://parley.example.com/inbound' };
const part = { text: 'A test', plain: 'A test', id: 'message_1-0', index: 0, isLast: true, isRepeat: false };
const contextOf = ({ token: botToken, signingSecret }: App) => contexts.contextOf({ botToken, signingSecret });

describe('the kind Slack', () => {
  test('finds whose token it is and its scopes, with and without a channel', async () => {
    const app = slack.addApp();
    const found = [
      { name: 'token', message: 'Slack accepts the token of assistant in Shop.' },
      { name: 'scopes', message: 'The app has the scopes app_mentions:read, chat:write, im:history.' },
    ];
    expect(await messenger?.tryOut?.(contextOf(app))).toEqual(found);
    expect(await messenger?.check(place, contextOf(app))).toEqual(found);
  });

  test.each([
    [['chat:write'], 'app_mentions:read, im:history', false],
    [['app_mentions:read', 'im:history'], 'chat:write', true],
  ])('with the scopes %j it names the others; only chat:write stops sending', async (scopes, missing, isRefusal) => {
    const failure = await failureOf(messenger?.tryOut?.(contextOf(slack.addApp(scopes))));
    expect(failure).toMatchObject({ code: 'missing_scope', isRefusal, isFinal: true });
    expect(failure.message).toContain(missing);
  });

  test('a token that isn’t valid is told without it', async () => {
    const app = { ...slack.addApp(), token: 'xoxb-1234567890-wrong' };
    const failure = await failureOf(messenger?.tryOut?.(contextOf(app)));
    expect(failure).toMatchObject({ code: 'invalid_auth', isRefusal: true });
    expect(failure.message).not.toContain(app.token);
  });

  test.each([
    ['C0GENERAL1', { channel: 'C0GENERAL1' }],
    [' U0ADA00001 ', { channel: 'U0ADA00001' }],
    ['#general', undefined],
    ['c0general1', undefined],
  ])('sends to the recipient %s', async (text, to) => {
    const recipient = messenger?.recipient?.read(text);
    if (to === undefined) return void expect(recipient).toBeUndefined();
    const message: OutboundMessage = {
      ...{ id: 'message_1', channel: 'channel_1', conversation: null, role: 'assistant', text: 'A test' },
      ...{ user: null, thread: null, context: null, lastEventAt: null, ...recipient },
    };
    const id = await messenger?.send(part, message, contextOf(slack.addApp()));
    expect(slack.posted.at(-1)).toMatchObject({ ...to, ts: id, threadTs: undefined });
  });

  test.each([
    ['ratelimited', { code: 'rate_limited', waitMs: 30_000, isFinal: false }],
    ['service_unavailable', { isFinal: false, isUnknown: false }],
    ['internal_error', { isUnknown: true }],
    ['messages_tab_disabled', { isFinal: true, isOfMessage: false, message: expect.stringContaining('App Home') }],
    ['constructor', { isFinal: true, message: 'Slack refuses it: constructor.' }],
  ])('takes the error %s for what it is', async (error, facts) => {
    const channel = `C0${error.replace(/_/g, '').toUpperCase()}`;
    slack.refuse(channel, error);
    const message: OutboundMessage = {
      ...{ id: 'message_1', channel: 'channel_1', conversation: null, role: 'assistant', text: 'A test' },
      ...{ user: 'U0ADA00001', thread: `${channel}:1.2`, context: null, lastEventAt: null },
    };
    expect(await failureOf(messenger?.send(part, message, contextOf(slack.addApp())))).toMatchObject(facts);
  });

  test('the steps have manifests that are JSON, the second one with the address', () => {
    const manifests = steps.flatMap((step) => {
      const start = step.indexOf(': {"');
      return start === -1 ? [] : [JSON.parse(step.slice(start + 2)) as { readonly settings: object }];
    });
    expect(manifests.map(({ settings }) => Object.keys(settings).includes('event_subscriptions'))).toEqual([
      false,
      true,
      true,
    ]);
    expect(manifests.at(1)?.settings).toMatchObject({
      event_subscriptions: { request_url: '{inbound}', bot_events: ['app_mention', 'message.im'] },
    });
    const [room] = manifests.slice(-1);
    expect(room?.settings).toMatchObject({
      event_subscriptions: { bot_events: expect.arrayContaining(['message.channels', 'message.groups']) },
    });
    expect(JSON.stringify(room)).toContain('channels:history');
  });
});

test.each([
  ['as it was signed', 0, '', true],
  ['with other bytes', 0, ' ', false],
  ['too late', 310_000, '', false],
])('Slack’s own library judges a request as the kind does: %s', (_what, late, added, isValid) => {
  const body = '{"type":"event_callback","event":{"text":"Grüße"}}';
  const app = slack.addApp();
  const headers = slackHeaders(app.signingSecret, body, Date.now() - late);
  const theirs = {
    'x-slack-signature': headers['x-slack-signature'],
    'x-slack-request-timestamp': Number(headers['x-slack-request-timestamp']),
  };
  const given = body + added;
  const { signingSecret } = app;
  expect(isValidSlackRequest({ signingSecret, body: given, headers: theirs })).toBe(isValid);
  const isFresh = messenger?.mayBe(headers, Date.now()) === true;
  expect(isFresh && messenger?.verify({ headers, bytes: Buffer.from(given) }, contextOf(app))).toBe(isValid);
});

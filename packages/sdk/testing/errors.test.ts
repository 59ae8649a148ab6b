// @module-tag pure

import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as errors from '../src/errors.ts';
import { client, failureOf, key } from './clients.ts';
import { fail, ok, type Play, playServer, raw } from './fault-server.ts';

const fetchAgent = async (...answers: [Play, ...Play[]]) => {
  const server = await playServer(...answers);
  return failureOf(client(server.baseURL, { maxRetries: 0 }).agents.retrieve('agent_1'));
};

describe('errors', () => {
  it.each([
    [400, errors.BadRequestError],
    [401, errors.AuthenticationError],
    [403, errors.PermissionDeniedError],
    [404, errors.NotFoundError],
    [405, errors.APIError],
    [409, errors.ConflictError],
    [412, errors.PreconditionFailedError],
    [413, errors.APIError],
    [422, errors.UnprocessableEntityError],
    [429, errors.RateLimitError],
    [500, errors.InternalServerError],
    [504, errors.InternalServerError],
  ])('%i has its own class', async (status, Kind) => {
    const error = await fetchAgent(fail(status, {}));
    expect(error).toBeInstanceOf(errors.APIError);
    expect((error as Error).constructor).toBe(Kind);
    expect(error).toMatchObject({ name: Kind.name, status });
  });

  it('carries every field of the service’s response', async () => {
    const details = [{ path: 'temperature', message: 'must be between 0 and 1' }];
    const body = { error: 'No.', code: 'validation_failed', details, hint: 'Try 0.7.' };
    const error = await fetchAgent(fail(400, body, { 'X-Request-Id': 'req_head', 'RateLimit-Policy': '"default"' }));
    expect(error).toMatchObject({
      message: 'No.',
      status: 400,
      code: 'validation_failed',
      details,
      hint: 'Try 0.7.',
      requestId: 'req_body',
      attempts: 1,
    });
    expect((error as errors.APIError).headers.get('RateLimit-Policy')).toBe('"default"');
  });

  it('names what is stored of a failed exchange', async () => {
    const ids = { conversation: 'conv_1', message: 'msg_1', reply: 'msg_2' };
    expect(await fetchAgent(fail(502, { failed: ids }))).toMatchObject({ failed: ids });
    for (const failed of [undefined, null, 'msg_1', {}, { ...ids, reply: 2 }]) {
      expect(await fetchAgent(fail(502, { failed }))).toMatchObject({ failed: undefined });
    }
  });

  it('accepts a minimal failure, and an unknown code', async () => {
    const bare = await fetchAgent(raw(404, '{"success":false,"error":"Gone."}', { 'X-Request-Id': 'req_head' }));
    expect(bare).toMatchObject({
      message: 'Gone.',
      code: undefined,
      details: [],
      hint: undefined,
      requestId: 'req_head',
    });
    expect(await fetchAgent(fail(409, { code: 'made_up_later' }))).toMatchObject({ code: 'made_up_later' });
  });

  it('explains the response of a proxy', async () => {
    const error = await fetchAgent(raw(502, '<h1>secret</h1>', { 'Content-Type': 'text/html; charset=utf-8' }));
    expect(error).toBeInstanceOf(errors.InternalServerError);
    expect(error).toMatchObject({
      code: 'invalid_response',
      message: 'The response (status 502, text/html) is not from Parley. Check baseURL.',
    });
  });

  it.each<[string, Play]>([
    ['broken JSON', raw(200, '{"success":true,', { 'Content-Type': 'application/json' })],
    ['no body', raw(200, '', {})],
    ['a page', raw(200, '<!doctype html>', { 'Content-Type': 'text/html' })],
    ['JSON of another shape', raw(200, '[1]', { 'Content-Type': 'application/json' })],
    ['a success without data', raw(200, '{"success":true}', { 'Content-Type': 'application/json' })],
    ['data that is not an object', raw(200, '{"success":true,"data":[]}', { 'Content-Type': 'application/json' })],
    ['a failure that calls itself a success', raw(200, '{"success":false,"error":"No."}', {})],
  ])('refuses a success with %s, without retrying', async (_, answer) => {
    const server = await playServer(answer);
    const error = await failureOf(client(server.baseURL).agents.retrieve('agent_1'));
    expect(error).toBeInstanceOf(errors.InvalidResponseError);
    expect(error).toMatchObject({
      status: 200,
      code: 'invalid_response',
      message: expect.stringContaining('Check baseURL.'),
    });
    expect(server.received).toHaveLength(1);
  });

  it('follows no redirect: a POST would become a GET', async () => {
    const server = await playServer(raw(301, '', { Location: '/elsewhere' }), ok({}));
    const error = await failureOf(client(server.baseURL).agents.create({ name: 'Ada' }));
    expect(error).toMatchObject({ status: 301, message: expect.stringContaining('a redirect') });
    expect(server.received).toHaveLength(1);
  });

  it('prints neither the key nor a cookie', async () => {
    const error = await fetchAgent(fail(401, {}, { 'Set-Cookie': 'parley_session=cookie-value' }));
    const printed = inspect(error, { depth: 10, showHidden: true });
    expect(printed).toContain('AuthenticationError: It failed.');
    expect(printed).not.toContain(key);
    expect(printed).not.toContain('cookie-value');

    const lost = await failureOf(client('http://127.0.0.1:1', { maxRetries: 0 }).agents.retrieve('agent_1'));
    expect(inspect(lost, { depth: 10, showHidden: true })).not.toContain(key);
  });

  it('everything thrown is a ParleyError', async () => {
    const server = await playServer(ok({}));
    const { agents } = client(server.baseURL);
    expect(await failureOf(agents.retrieve(''))).toBeInstanceOf(errors.ParleyError);
    expect(await failureOf(agents.retrieve('agent_1', { headers: { 'X-Test': 'a\nb' } }))).toBeInstanceOf(
      errors.ParleyError,
    );
    expect(await failureOf(agents.retrieve('agent_1', { timeout: 0 }))).toBeInstanceOf(errors.ParleyError);
    expect(await failureOf(agents.retrieve('agent_1', { maxRetries: 11 }))).toBeInstanceOf(errors.ParleyError);
    expect(server.received).toHaveLength(0);
  });
});

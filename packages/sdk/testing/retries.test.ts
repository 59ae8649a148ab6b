// @module-tag pure

import { describe, expect, it } from 'vitest';
import { APIConnectionError, ConflictError, InternalServerError, RateLimitError } from '../src/errors.ts';
import { failureOf, patientClient } from './clients.ts';
import { cut, done, fail, ok, type Play, playServer, raw, reset } from './fault-server.ts';

const agent = { _id: 'agent_1', name: 'Ada' };
const created = ok(agent);

describe('retries', () => {
  it.each([408, 429, 500, 502, 503, 504])('retries a POST after %i, with the same key and body', async (status) => {
    const server = await playServer(fail(status, {}), fail(status, {}), created);
    const { agents, waits } = patientClient(server.baseURL);
    await expect(agents.create({ name: 'Ada' })).resolves.toEqual(agent);
    expect(server.received).toHaveLength(3);
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
    expect(server.received.map(({ body }) => body)).toEqual(Array(3).fill('{"name":"Ada"}'));
    // 500 and 1,000 ms, less an eighth with the fixed random number.
    expect(waits).toEqual([437.5, 875]);
  });

  it.each<[string, Play]>([
    ['a reset', reset],
    ['a body cut short', cut],
  ])('retries after %s', async (_, fault) => {
    const server = await playServer(fault, created);
    const { agents } = patientClient(server.baseURL);
    await expect(agents.create({ name: 'Ada' })).resolves.toEqual(agent);
    expect(server.received).toHaveLength(2);
  });

  it('stops after two retries, with the last failure and the number of attempts', async () => {
    const server = await playServer(fail(500, { code: 'internal_error' }));
    const error = await failureOf(patientClient(server.baseURL).agents.retrieve('agent_1'));
    expect(error).toBeInstanceOf(InternalServerError);
    expect(error).toMatchObject({ status: 500, code: 'internal_error', attempts: 3 });
    expect(server.received).toHaveLength(3);
  });

  it('fails if the service is unreachable', async () => {
    const server = await playServer(created);
    await server.close();
    const { agents, waits } = patientClient(server.baseURL);
    const error = await failureOf(agents.retrieve('agent_1'));
    expect(error).toBeInstanceOf(APIConnectionError);
    expect(error).toMatchObject({
      code: 'connection_failed',
      message: "Can't reach the service for GET /api/agents/{id} (ECONNREFUSED).",
    });
    expect(waits).toHaveLength(2);
  });

  it('doubles its delays up to 8 seconds', async () => {
    const server = await playServer(fail(503, {}));
    const { agents, waits } = patientClient(server.baseURL);
    await failureOf(agents.retrieve('agent_1', { maxRetries: 6 }));
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000].map((delay) => delay * 0.875));
  });

  it('waits for Retry-After', async () => {
    const inHalfAMinute = new Date(Date.now() + 30_000).toUTCString();
    const server = await playServer(
      fail(429, { code: 'rate_limited' }, { 'Retry-After': '42' }),
      fail(503, {}, { 'Retry-After': inHalfAMinute }),
      created,
    );
    const { agents, waits } = patientClient(server.baseURL);
    await agents.create({ name: 'Ada' });
    expect(waits[0]).toBe(42_000);
    expect(waits[1]).toBeGreaterThanOrEqual(28_000);
    expect(waits[1]).toBeLessThanOrEqual(30_000);
  });

  it('does not wait longer than a minute, but reports the wait', async () => {
    const server = await playServer(fail(429, { code: 'rate_limited' }, { 'Retry-After': '61' }));
    const error = await failureOf(patientClient(server.baseURL).agents.list());
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfter: 61, attempts: 1 });
  });

  it('retries while its own first attempt is in progress; every other conflict is final', async () => {
    const running = fail(409, { code: 'idempotency_in_progress' }, { 'Retry-After': '1' });
    const server = await playServer(running, created);
    const { agents, waits } = patientClient(server.baseURL);
    await expect(agents.create({ name: 'Ada' })).resolves.toEqual(agent);
    expect(waits).toEqual([1000]);

    const slow = await playServer(running, running, running, running, running, running, created);
    const patient = patientClient(slow.baseURL);
    await patient.agents.create({ name: 'Ada' });
    expect(patient.waits).toEqual([1000, 1000, 1750, 3500, 7000, 7000]);
    expect(new Set(slow.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);

    const other = await playServer(fail(409, { code: 'name_conflict' }), created);
    await expect(patientClient(other.baseURL).agents.create({ name: 'Ada' })).rejects.toBeInstanceOf(ConflictError);
    expect(other.received).toHaveLength(1);
  });

  it('waits for its own first attempt up to the timeout, and not at all without retries', async () => {
    const running = fail(409, { code: 'idempotency_in_progress' }, { 'Retry-After': '1' });
    const server = await playServer(running);
    const { agents, waits } = patientClient(server.baseURL, { timeout: 10_000 });
    expect(await failureOf(agents.chat('agent_1', { message: 'Hello' }))).toMatchObject({ attempts: 5 });
    expect(waits).toEqual([1000, 1000, 1750, 3500]);
    const once = patientClient(server.baseURL, { maxRetries: 0 });
    expect(await failureOf(once.agents.create({ name: 'Ada' }))).toBeInstanceOf(ConflictError);
    expect(once.waits).toEqual([]);
  });

  it.each([400, 401, 403, 404, 405, 412, 413, 422, 501])('does not retry after %i', async (status) => {
    const server = await playServer(fail(status, {}), created);
    await failureOf(patientClient(server.baseURL).agents.create({ name: 'Ada' }));
    expect(server.received).toHaveLength(1);
  });

  it.each([429, 500, 502, 503, 504])('does not retry a failed reply, after %i', async (status) => {
    const failed = { conversation: 'conv_1', message: 'msg_q', reply: 'msg_a' };
    const server = await playServer(fail(status, { code: 'provider_error', failed }), ok({}));
    const { agents, messages } = patientClient(server.baseURL);
    const error = await failureOf(agents.chat('agent_1', { message: 'Hello' }));
    expect(error).toMatchObject({ status, code: 'provider_error', failed, attempts: 1 });
    expect(server.received).toHaveLength(1);
    await messages.retry('msg_a');
    expect(server.received.map(({ url }) => url)).toEqual(['/api/agents/agent_1/chat', '/api/messages/msg_a/retry']);
  });

  it('retries a reply that the service could not start', async () => {
    const server = await playServer(fail(503, { code: 'unavailable' }), ok({}));
    await patientClient(server.baseURL).agents.chat('agent_1', { message: 'Hello' });
    expect(server.received).toHaveLength(2);
  });

  it('retries what was refused because too much was under way', async () => {
    const server = await playServer(fail(429, { code: 'too_many_concurrent' }, { 'Retry-After': '0' }), ok({}));
    await patientClient(server.baseURL).agents.chat('agent_1', { message: 'Hello' });
    expect(server.received).toHaveLength(2);
  });

  it('does not repeat a query that took too long', async () => {
    const server = await playServer(fail(503, { code: 'query_timeout' }), ok({}));
    const error = await failureOf(patientClient(server.baseURL).agents.list({ q: 'a' }));
    expect(error).toMatchObject({ status: 503, code: 'query_timeout', attempts: 1 });
  });

  it('does not repeat credentials that failed too often', async () => {
    const server = await playServer(fail(429, { code: 'too_many_failed_attempts' }, { 'Retry-After': '5' }), created);
    await failureOf(patientClient(server.baseURL).agents.create({ name: 'Ada' }));
    expect(server.received).toHaveLength(1);
  });

  it('repeats a conditional update only after 429', async () => {
    const lost = await playServer(reset, ok(agent));
    const change = patientClient(lost.baseURL).agents.update('agent_1', { name: 'Eva' }, { ifMatch: '"1"' });
    await expect(change).rejects.toBeInstanceOf(APIConnectionError);
    expect(lost.received).toHaveLength(1);

    const limited = await playServer(fail(429, { code: 'rate_limited' }), ok(agent));
    await patientClient(limited.baseURL).agents.update('agent_1', { name: 'Eva' }, { ifMatch: '"1"' });
    expect(limited.received).toHaveLength(2);
  });

  it('repeats an unconditional update and a delete', async () => {
    const server = await playServer(reset, ok(agent), reset, done('Agent deleted.'));
    const { agents } = patientClient(server.baseURL);
    await expect(agents.update('agent_1', { name: 'Ada' })).resolves.toEqual(agent);
    await expect(agents.delete('agent_1')).resolves.toEqual({ message: 'Agent deleted.' });
    expect(server.received).toHaveLength(4);
  });

  it('repeats a POST without an idempotency key only if it is harmless', async () => {
    const signIn = { email: 'ada@example.com', password: 'correct horse' };
    const lost = await playServer(reset, ok({}));
    const { sessions } = patientClient(lost.baseURL);
    await expect(sessions.create(signIn)).rejects.toBeInstanceOf(APIConnectionError);
    expect(lost.received).toHaveLength(1);

    const limited = await playServer(fail(429, { code: 'rate_limited' }), ok({}));
    await patientClient(limited.baseURL).sessions.create(signIn);
    expect(limited.received.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined]);

    const looked = await playServer(reset, ok({}));
    await patientClient(looked.baseURL).invitations.preview({ token: 't' });
    expect(looked.received).toHaveLength(2);
  });

  it('does not retry with maxRetries 0, for the client or for the call', async () => {
    const server = await playServer(raw(502, '<h1>Bad Gateway</h1>', { 'Content-Type': 'text/html' }));
    await failureOf(patientClient(server.baseURL, { maxRetries: 0 }).agents.retrieve('agent_1'));
    await failureOf(patientClient(server.baseURL).agents.retrieve('agent_1', { maxRetries: 0 }));
    expect(server.received).toHaveLength(2);
  });
});

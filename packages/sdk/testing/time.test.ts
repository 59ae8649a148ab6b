// @module-tag pure

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Parley } from '../src/client.ts';
import type { ParleyOptions } from '../src/core/settings.ts';
import { APIConnectionTimeoutError, APIUserAbortError } from '../src/errors.ts';
import { client, failureOf } from './clients.ts';
import { fail, hang, ok, type Play, playServer, stall } from './fault-server.ts';

/** A signal that is aborted once the server has received a request. */
function abortOnArrival(answer: Play) {
  const controller = new AbortController();
  const play: Play = (response, request) => {
    answer(response, request);
    setTimeout(() => controller.abort(new Error('Enough.')), 20);
  };
  return { play, signal: controller.signal };
}

describe('time limits', () => {
  it.each<[string, Play]>([
    ['the headers', hang],
    ['the rest of a body', stall],
  ])('stops waiting for %s', async (_, fault) => {
    const server = await playServer(fault);
    const started = performance.now();
    const error = await failureOf(client(server.baseURL, { timeout: 100, maxRetries: 0 }).agents.retrieve('agent_1'));
    expect(error).toBeInstanceOf(APIConnectionTimeoutError);
    expect(error).toMatchObject({ message: 'No response to GET /api/agents/{id} within 100 ms.' });
    expect(performance.now() - started).toBeGreaterThanOrEqual(95);
  });

  it('applies the timeout to each attempt, and retries', async () => {
    const server = await playServer(hang, ok({ _id: 'agent_1' }));
    const agent = await client(server.baseURL).agents.retrieve('agent_1', { timeout: 200 });
    expect(agent).toEqual({ _id: 'agent_1' });
    expect(server.received).toHaveLength(2);
  });
});

describe('default time limits', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Returns the time that a call waits for a service that never responds, in ms. */
  async function patienceOf(call: (client: Parley) => Promise<unknown>, options: ParleyOptions = {}) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const fetch = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    const started = Date.now();
    const failure = failureOf(call(client('http://localhost', { fetch, maxRetries: 0, ...options })));
    await vi.runAllTimersAsync();
    expect(await failure).toBeInstanceOf(APIConnectionTimeoutError);
    return Date.now() - started;
  }

  const message = { message: 'Hello' };
  it.each<[string, number, (client: Parley) => Promise<unknown>]>([
    ['a call', 60_000, ({ agents }) => agents.retrieve('agent_1')],
    ['a chat', 630_000, ({ agents }) => agents.chat('agent_1', message)],
    ['a message', 630_000, ({ messages }) => messages.send('conv_1', { content: 'Hello' })],
    ['a retry', 630_000, ({ messages }) => messages.retry('msg_1')],
    ['the start of a stream', 60_000, ({ agents }) => agents.stream('agent_1', message).final()],
    ['the start of an export', 60_000, ({ conversations }) => conversations.export().text()],
    ['a custom call', 60_000, (own) => own.request({ method: 'GET', path: '/api/me' })],
    ['a slow custom call', 630_000, (own) => own.request({ method: 'GET', path: '/api/me', slow: true })],
  ])('are for %s %i ms', async (_, milliseconds, call) => {
    expect(await patienceOf(call)).toBe(milliseconds);
  });

  it('yield to explicit ones, of the client or the call', async () => {
    expect(await patienceOf(({ agents }) => agents.chat('agent_1', message), { timeout: 5_000 })).toBe(5_000);
    expect(await patienceOf(({ agents }) => agents.chat('agent_1', message, { timeout: 7_000 }))).toBe(7_000);
  });
});

describe('signal', () => {
  it('sends nothing if it is already aborted', async () => {
    const server = await playServer(ok({}));
    const error = await failureOf(client(server.baseURL).agents.retrieve('agent_1', { signal: AbortSignal.abort() }));
    expect(error).toBeInstanceOf(APIUserAbortError);
    expect(server.received).toHaveLength(0);
  });

  it.each<[string, Play, number]>([
    ['while it waits for the headers', hang, 0],
    ['while it reads a body', stall, 0],
    ['before a retry', hang, 2],
    ['while it waits for a retry', fail(503, {}, { 'Retry-After': '30' }), 2],
  ])('aborts a call %s, without a retry', async (_, answer, maxRetries) => {
    const { play, signal } = abortOnArrival(answer);
    const server = await playServer(play);
    const started = performance.now();
    const error = await failureOf(client(server.baseURL).agents.retrieve('agent_1', { signal, maxRetries }));
    expect(error).toBeInstanceOf(APIUserAbortError);
    expect((error as Error).cause).toEqual(new Error('Enough.'));
    expect(performance.now() - started).toBeLessThan(5000);
    expect(server.received).toHaveLength(1);
  });

  it('is released after each call', async () => {
    const server = await playServer(fail(503, {}, { 'Retry-After': '0' }), ok({}));
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners += 1;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners -= 1;
      removeEventListener.apply(signal, args);
    };
    await client(server.baseURL).agents.retrieve('agent_1', { signal });
    expect(server.received).toHaveLength(2);
    expect(listeners).toBe(0);
  });
});

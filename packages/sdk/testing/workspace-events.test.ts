// @module-tag pure

import { describe, expect, it } from 'vitest';
import {
  APIConnectionError,
  APIError,
  APIUserAbortError,
  AuthenticationError,
  InvalidResponseError,
  type WorkspaceEvent,
} from '../src/index.ts';
import { client, failureOf, patientClient } from './clients.ts';
import { fail, ok, type Play, playServer, reset } from './fault-server.ts';

const event = (number: number, type = 'agent.created') => ({ _id: `evt_${number}`, type, data: { agent: 'agent_1' } });
const page = (cursor: string, ...numbers: readonly number[]) =>
  ok({ items: numbers.map((number) => event(number)), cursor, hasMore: false });
const unavailable = fail(503, { code: 'unavailable' });
const expired = fail(410, { code: 'cursor_expired' });

/** Reads the first events and leaves. */
async function first(following: AsyncIterable<WorkspaceEvent>, count: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const { _id } of following) {
    ids.push(_id);
    if (ids.length === count) break;
  }
  return ids;
}

const queries = (urls: readonly { readonly url: string }[]) =>
  urls.map(({ url }) => Object.fromEntries(new URL(url, 'http://localhost').searchParams));

describe('listing events', () => {
  it('returns a page with its cursor', async () => {
    const server = await playServer(page('c1', 1, 2));
    const { items, cursor, hasMore } = await client(server.baseURL).events.list({ types: 'agent.*', wait: 5 });
    expect({ items, cursor, hasMore }).toEqual({ items: [event(1), event(2)], cursor: 'c1', hasMore: false });
    expect(queries(server.received)).toEqual([{ types: 'agent.*', wait: '5' }]);
  });
});

describe('following events', () => {
  it('begins after the newest event, and goes on by the cursor of each page', async () => {
    const server = await playServer(page('old', 7), page('c1'), page('c2', 8, 9), page('c3', 10));
    const { events } = patientClient(server.baseURL);
    expect(await first(events.follow({ types: 'agent.*' }), 3)).toEqual(['evt_8', 'evt_9', 'evt_10']);
    const common = { types: 'agent.*', wait: '30', limit: '100' };
    expect(queries(server.received)).toEqual([
      { types: 'agent.*', sort: '-createdAt', limit: '1' },
      { ...common, cursor: 'evt_7' },
      { ...common, cursor: 'c1' },
      { ...common, cursor: 'c2' },
    ]);
  });

  it('begins with all events if the log is empty, and at the given place otherwise', async () => {
    const empty = await playServer(page('c0'), page('c1', 1));
    expect(await first(patientClient(empty.baseURL).events.follow(), 1)).toEqual(['evt_1']);
    expect(queries(empty.received)[1]).toEqual({ wait: '30', limit: '100' });
    const server = await playServer(page('c1', 1));
    const { events } = patientClient(server.baseURL);
    expect(await first(events.follow({ cursor: 'evt_0' }), 1)).toEqual(['evt_1']);
    expect(await first(events.follow({ createdAfter: '2026-01-01' }), 1)).toEqual(['evt_1']);
    expect(queries(server.received)).toMatchObject([{ cursor: 'evt_0' }, { createdAfter: '2026-01-01' }]);
  });

  it('continues at the same place however often it fails, with back-off', async () => {
    const busy = fail(429, { code: 'rate_limited' }, { 'Retry-After': '3' });
    const failing: Play[] = [reset, unavailable, busy, unavailable, unavailable, unavailable];
    const server = await playServer(page('c1', 1), ...failing, page('c2', 2));
    const { events, waits } = patientClient(server.baseURL, { maxRetries: 0 });
    expect(await first(events.follow({ cursor: 'evt_0' }), 2)).toEqual(['evt_1', 'evt_2']);
    expect(waits).toEqual([437.5, 875, 3000, 3500, 7000, 7000]);
    expect(new Set(queries(server.received.slice(1)).map(({ cursor }) => cursor))).toEqual(new Set(['c1']));
  });

  it('passes on events of a type that it does not know', async () => {
    const server = await playServer(ok({ items: [event(1, 'robot.danced')], cursor: 'c1', hasMore: false }));
    for await (const { type } of patientClient(server.baseURL).events.follow({ cursor: 'c0' })) {
      expect(type).toBe('robot.danced');
      break;
    }
  });

  it.each<[string, Play, new (...parts: never[]) => Error, object]>([
    ['the cursor has expired', expired, APIError, { code: 'cursor_expired' }],
    ['the key is revoked', fail(401, { code: 'revoked_api_key' }), AuthenticationError, { status: 401 }],
    ['the answer is no page', ok({ items: [] }), InvalidResponseError, {}],
  ])('throws if %s, after what has arrived', async (_, then, kind, fields) => {
    const server = await playServer(page('c1', 1), then);
    const arrived: string[] = [];
    const reading = (async () => {
      for await (const { _id } of patientClient(server.baseURL).events.follow({ cursor: 'evt_0' })) arrived.push(_id);
    })();
    const failure = await failureOf(reading);
    expect(failure).toBeInstanceOf(kind);
    expect(failure).toMatchObject(fields);
    expect(arrived).toEqual(['evt_1']);
    expect(server.received).toHaveLength(2);
  });

  it('throws after the usual retries if the service can’t be reached at first', async () => {
    const server = await playServer(reset);
    expect(await failureOf(first(patientClient(server.baseURL).events.follow(), 1))).toBeInstanceOf(APIConnectionError);
    expect(server.received).toHaveLength(3);
  });

  it('throws if it is aborted while it waits', async () => {
    const leaving = new AbortController();
    const server = await playServer(page('c1', 1), () => leaving.abort());
    const reading = first(patientClient(server.baseURL).events.follow({ cursor: 'c0' }, { signal: leaving.signal }), 2);
    expect(await failureOf(reading)).toBeInstanceOf(APIUserAbortError);
  });
});

// @module-tag pure

import { describe, expect, it } from 'vitest';
import { InvalidResponseError, NotFoundError, ParleyError } from '../src/errors.ts';
import { client, failureOf } from './clients.ts';
import { fail, ok, type Play, playServer } from './fault-server.ts';

/** Two items per page, numbered from 1; the cursor is the number of the page's first item. */
const numbers =
  (count: number): Play =>
  (response, request) => {
    const query = new URL(request.url, 'http://localhost').searchParams;
    const first = Number(query.get('cursor') ?? '1');
    const items = [first, first + 1].filter((n) => n <= count).map((n) => ({ _id: `agent_${n}` }));
    const nextCursor = first + 2 <= count ? String(first + 2) : null;
    const total = query.get('includeTotal') === 'true' ? { total: count } : {};
    ok({ items, nextCursor, ...total })(response, request);
  };

const ids = (items: readonly { _id: string }[]) => items.map(({ _id }) => _id);

describe('lists', () => {
  it('await returns one page', async () => {
    const server = await playServer(numbers(5));
    const page = await client(server.baseURL).agents.list({ limit: 2, q: 'a&b' });
    expect(ids(page.items)).toEqual(['agent_1', 'agent_2']);
    expect(page.nextCursor).toBe('3');
    expect(page.hasNextPage()).toBe(true);
    expect('total' in page).toBe(false);
    expect(server.received.map(({ url }) => url)).toEqual(['/api/agents?limit=2&q=a%26b']);
  });

  it('keeps the query from page to page', async () => {
    const server = await playServer(numbers(3));
    const page = await client(server.baseURL).agents.list({ limit: 2, includeTotal: true });
    expect(page.total).toBe(3);
    const last = await page.getNextPage();
    expect(ids(last.items)).toEqual(['agent_3']);
    expect(last.hasNextPage()).toBe(false);
    expect(() => last.getNextPage()).toThrow(ParleyError);
    expect(server.received[1]?.url).toBe('/api/agents?limit=2&includeTotal=true&cursor=3');
  });

  it('for await iterates over all pages, from the promise or from a page', async () => {
    const server = await playServer(numbers(5));
    const { agents } = client(server.baseURL);
    const seen: string[] = [];
    for await (const agent of agents.list()) seen.push(agent._id);
    expect(seen).toEqual(['agent_1', 'agent_2', 'agent_3', 'agent_4', 'agent_5']);

    const rest: string[] = [];
    const second = await (await agents.list()).getNextPage();
    for await (const agent of second) rest.push(agent._id);
    expect(rest).toEqual(['agent_3', 'agent_4', 'agent_5']);
  });

  it('fetches no page that was not requested', async () => {
    const server = await playServer(numbers(100));
    const { agents } = client(server.baseURL);
    for await (const agent of agents.list()) if (agent._id === 'agent_2') break;
    expect(ids(await agents.list().toArray({ limit: 3 }))).toEqual(['agent_1', 'agent_2', 'agent_3']);
    expect(ids(await agents.list().toArray({ limit: 4 }))).toHaveLength(4);
    expect(server.received).toHaveLength(1 + 2 + 2);
  });

  it('toArray ends with the list, and requires a limit', async () => {
    const server = await playServer(numbers(3));
    const { agents } = client(server.baseURL);
    expect(await agents.list().toArray({ limit: 1000 })).toHaveLength(3);
    expect(await failureOf(agents.list().toArray({ limit: 0 }))).toBeInstanceOf(ParleyError);
  });

  it('leave no unhandled failure if the number is invalid', async () => {
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    const { agents } = client('http://localhost', { fetch, maxRetries: 0 });
    expect(await failureOf(agents.list().toArray({ limit: 0 }))).toMatchObject({
      message: expect.stringMatching('limit'),
    });
    // Node reports it once the tasks of this turn are done, and that fails the run.
    await new Promise(setImmediate);
  });

  it('an empty page can be followed by another', async () => {
    const server = await playServer(
      ok({ items: [], nextCursor: 'more' }),
      ok({ items: [{ _id: 'agent_1' }], nextCursor: null }),
    );
    expect(await client(server.baseURL).agents.list().toArray({ limit: 10 })).toHaveLength(1);
  });

  it('ends an iteration with the failure of a page', async () => {
    const server = await playServer(ok({ items: [{ _id: 'agent_1' }], nextCursor: 'gone' }), fail(404, {}));
    const seen: string[] = [];
    const walk = async () => {
      for await (const agent of client(server.baseURL).agents.list()) seen.push(agent._id);
    };
    expect(await failureOf(walk())).toBeInstanceOf(NotFoundError);
    expect(seen).toEqual(['agent_1']);
  });

  it.each([
    ['no items', { nextCursor: null }],
    ['no cursor', { items: [] }],
  ])('refuses a page with %s', async (_, data) => {
    const server = await playServer(ok(data));
    expect(await failureOf(client(server.baseURL).agents.list())).toBeInstanceOf(InvalidResponseError);
  });

  it('refuses a cursor that leads to itself', async () => {
    const server = await playServer(ok({ items: [{ _id: 'agent_1' }], nextCursor: 'same' }));
    const all = client(server.baseURL).agents.list().toArray({ limit: 100 });
    expect(await failureOf(all)).toBeInstanceOf(InvalidResponseError);
    expect(server.received).toHaveLength(2);
  });

  it('withResponse returns the page and its response', async () => {
    const server = await playServer(ok({ items: [], nextCursor: null }, { 'X-Request-Id': 'req_1' }));
    const { data, requestId } = await client(server.baseURL).agents.list().withResponse();
    expect(data.items).toEqual([]);
    expect(requestId).toBe('req_1');
  });
});

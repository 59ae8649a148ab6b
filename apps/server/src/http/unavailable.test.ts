import { describe, expect, test } from 'vitest';
import { anyEngine } from '../../testing/databases/engines.ts';
import { service } from '../../testing/harness.ts';
import { loggedEvents } from '../../testing/logged-events.ts';
import { expectFailure, send } from '../../testing/request.ts';

/** Simulates a full disk, and frees space again; SQLite only. */
const setPages = (count: number) => [{ sql: `pragma max_page_count = ${count}`, parameters: [] }];

describe.each(anyEngine.filter((engine) => engine === 'sqlite'))('a full disk, on %s', (engine) => {
  const parley = service(engine);

  test('503: writes are refused, reads succeed, and writes recover once there is space', async () => {
    const key = await (await parley.person()).key();
    const create = (name: string) => {
      const body = { name, systemPrompt: 'x'.repeat(100_000) };
      return send(parley.url, { method: 'POST', path: '/api/agents', key, headers: { 'idempotency-key': name }, body });
    };
    const path = String((await create('Before')).headers.location);
    await parley.db.write(setPages(1));
    for (let tries = 0; tries < 3; tries += 1) {
      const refused = await create('Refused');
      const { error } = expectFailure(refused, 'unavailable');
      expect(error).toBe('The disk that holds the database is full, so nothing could be saved.');
      expect(refused.headers['retry-after']).toBe('5');
    }
    expectFailure(
      await send(parley.url, {
        method: 'PUT',
        path,
        key,
        body: { description: 'x'.repeat(2000), systemPrompt: 'y'.repeat(100_000) },
      }),
      'unavailable',
    );
    expect((await send(parley.url, { path, key })).json()['data']).toMatchObject({ name: 'Before', description: '' });
    expect((await send(parley.url, { path: '/readyz' })).status).toBe(200);
    await parley.db.write(setPages(1_000_000));
    const made = await create('Refused');
    expect([made.status, made.headers['idempotent-replayed']]).toEqual([201, undefined]);
    const { items } = (await send(parley.url, { path: '/api/agents', key })).json()['data'] as {
      items: { name: string }[];
    };
    expect(items.map(({ name }) => name)).toEqual(['Refused', 'Before']);
    const events = await loggedEvents(parley.db);
    expect(events.filter(({ type }) => type === 'agent.created')).toHaveLength(2);
  });
});

// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../databases/engines.ts';
import { type Person, service } from '../harness.ts';
import { send } from '../request.ts';
import { slowReads } from './slow-reads.ts';

/** So far that anything short is over long before; not endless, so that the reader can end. */
const far = 1_000_000;

/** For conditions on a busy machine. */
const patience = { timeout: 30_000 };

describe.each(engines)('reads that may take long, on %s', { timeout: 120_000 }, (engine) => {
  const parley = service(engine, {
    environment: { PARLEY_QUERY_TIMEOUT_SECONDS: '60' },
    endpoints: slowReads,
  });
  let ada: Person;
  let client: Parley;
  let agent: string;
  let conversation: string;
  beforeAll(async () => {
    ada = await parley.person();
    client = await ada.client();
    ({ _id: agent } = await client.agents.create({ name: 'Support' }));
    ({ _id: conversation } = await client.conversations.create(agent, { title: 'A question' }));
  });
  const scans = () => parley.db.counters().scans;
  const readSlowly = (account: string, { rows = far, ...init }: { rows?: number; signal?: AbortSignal } = {}) =>
    fetch(`${parley.url}/api/slow?account=${account}&rows=${rows}`, init);

  test('keep no request of another account waiting', async () => {
    const ben = await parley.person();
    const key = await ben.key();
    for (let round = 0; round < 3; round += 1) {
      const ended: string[] = [];
      const leaving = new AbortController();
      // Together they take a hundred times as long as what follows.
      const slow = Array.from({ length: 30 }, () =>
        readSlowly('hostile', { signal: leaving.signal }).then(
          () => ended.push('slow'),
          () => ended.push('left'),
        ),
      );
      await expect.poll(() => scans().running, patience).toBe(1);
      for (let gets = 0; gets < 5; gets += 1) {
        expect((await send(parley.url, { path: '/api/agents?limit=1', key })).status).toBe(200);
      }
      // A search of another account doesn't wait either.
      const search = await send(parley.url, { path: '/api/agents?q=support&includeTotal=true', key });
      expect(search.json()).toMatchObject({ data: { items: [], total: 0 } });
      expect(ended.length).toBeLessThan(30);
      leaving.abort();
      await Promise.all(slow);
      expect(ended).toContain('left');
      await expect.poll(() => scans().running, patience).toBe(0);
    }
  });

  test('are searches, filters, totals, counts, statistics, usage and exports', async () => {
    const session = await ada.session();
    const exported = async () => {
      for await (const _line of await client.conversations.export()) {
        // Only that it is read matters.
      }
    };
    const reads: readonly (() => Promise<unknown>)[] = [
      () => client.agents.list({ q: 'sup' }),
      () => client.agents.list({ status: 'active' }),
      () => client.agents.list({ includeTotal: true }),
      () => client.agents.dependents(agent),
      () => client.conversations.list({ q: 'question' }),
      // Of long last messages, it reads much for a short preview.
      () => client.conversations.list({ limit: 2 }),
      () => client.conversations.list({ userId: 'user_1' }),
      () => client.conversations.list({ includeTotal: true }),
      () => client.messages.list(conversation, { includeTotal: true }),
      () => client.conversations.statistics({ workspaceId: ada.workspace, days: 2 }),
      () => session.usage.retrieve(),
      () => session.apiKeys.list(),
      () => session.apiKeys.list({ status: 'active' }),
      () => session.apiKeys.list({ includeTotal: true }),
      exported,
    ];
    for (const read of reads) {
      const before = scans().finished;
      await read();
      expect(scans().finished, String(read)).toBeGreaterThan(before);
    }
  });

  test('are not the reads of one object, nor plain pages', async () => {
    const before = scans().finished;
    await client.agents.retrieve(agent);
    await client.agents.list({ limit: 2, sort: 'name' });
    await client.conversations.retrieve(conversation);
    await client.messages.list(conversation);
    expect(scans().finished).toBe(before);
  });

  test('see what was written before', async () => {
    for (let round = 0; round < 20; round += 1) {
      const name = `Written ${round}`;
      await client.agents.create({ name });
      expect((await client.agents.list({ q: name.toLowerCase() })).items).toMatchObject([{ name }]);
    }
  });

  test('do not start if their client is gone', async () => {
    const before = scans();
    const first = readSlowly('gone', { rows: 5 * far });
    await expect.poll(() => scans().running, patience).toBe(1);
    const leaving = new AbortController();
    const gone = Array.from({ length: 5 }, () => readSlowly('gone', { signal: leaving.signal }).catch(() => 'gone'));
    await expect.poll(() => scans().waiting, patience).toBe(5);
    leaving.abort();
    await expect.poll(() => scans().waiting, patience).toBe(0);
    expect(await Promise.all(gone)).toEqual(Array.from({ length: 5 }, () => 'gone'));
    expect((await first).status).toBe(200);
    expect(scans()).toMatchObject({ running: 0, finished: before.finished + 1 });
  });
});

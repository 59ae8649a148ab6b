// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { raw, tempDatabases } from '../../../testing/databases/temp-database.ts';
import { tempPostgres } from '../../../testing/databases/temp-postgres.ts';
import { counting, endless } from '../../../testing/plans/slow-reads.ts';
import type { ScanOf, ScanSettings } from './scan-queue.ts';
import { withScans } from './with-scans.ts';

const tempSqlite = tempDatabases();

const of = (account: string): ScanOf => ({ account, narrow: 'Ask for less.' });

/** The longest that a scan may take if it is meant to end. */
const patient: ScanSettings = { readers: 2, timeoutMs: 60_000, maxWaitMs: 60_000 };
const impatient: ScanSettings = { readers: 2, timeoutMs: 500, maxWaitMs: 60_000 };

/** Takes so long that a short read is over long before. */
const slow = counting(3_000_000);

describe.each(engines)('scans on %s', { timeout: 120_000 }, (engine) => {
  const open = (scans: ScanSettings = patient) =>
    engine === 'sqlite' ? tempSqlite({ scans }) : tempPostgres({ scans });
  const add = (id: string) => raw(`insert into parents (id, name) values ('${id}', '${id}')`);
  const ids = raw<{ id: string }>('select id from parents order by id');
  const one = raw('select id from parents limit 1');

  test('see every write that was acknowledged before', async () => {
    const db = await open();
    for (let round = 0; round < 50; round += 1) {
      await db.write([add(String(100 + round))]);
      const { rows, cut } = await db.scan(ids, of('a'));
      expect({ last: rows.at(-1), cut }).toEqual({ last: { id: String(100 + round) }, cut: false });
    }
  });

  test('see a change of the schema', async () => {
    const db = await open();
    const all = raw('select * from parents');
    await db.write([add('a')]);
    expect((await db.scan(all, of('a'))).rows).toEqual([{ id: 'a', name: 'a', size: 0 }]);
    await db.write([raw("alter table parents add column color text not null default 'red'")]);
    expect((await db.scan(all, of('a'))).rows).toEqual([{ id: 'a', name: 'a', size: 0, color: 'red' }]);
  });

  test('keep no short read waiting', async () => {
    const db = await open();
    for (let round = 0; round < 3; round += 1) {
      const ended: string[] = [];
      const scan = db.scan(slow, of('a')).then(() => ended.push('scan'));
      // After the first one, the reader is there and the query runs.
      await expect.poll(() => db.counters().scans.running, { timeout: 30_000 }).toBe(1);
      for (let reads = 0; reads < 10; reads += 1) await db.read(one).then(() => ended.push('read'));
      expect(ended).toHaveLength(10);
      await scan;
    }
  });

  test('of one account end before the many that another one asked for earlier', async () => {
    const db = await open();
    const short = counting(50_000);
    // Both readers have started.
    await Promise.all([db.scan(slow, of('many')), db.scan(slow, of('other'))]);
    const ended: string[] = [];
    const many = Array.from({ length: 40 }, () => db.scan(short, of('many')).then(() => ended.push('many')));
    const other = db.scan(short, of('other')).then(() => ended.push('other'));
    await Promise.all([...many, other]);
    expect(ended.indexOf('other')).toBeLessThan(20);
  });

  test('that take too long end with a hint, and leave the readers to others', async () => {
    const db = await open(impatient);
    const { timeouts } = db.counters().scans;
    for (let round = 1; round <= 2; round += 1) {
      const tooLong = await Promise.allSettled([db.scan(endless, of('a')), db.scan(endless, of('b'))]);
      const reason = { code: 'query_timeout', extras: { hint: 'Ask for less.' } };
      expect(tooLong).toMatchObject([{ reason }, { reason }]);
      expect(db.counters().scans).toMatchObject({ running: 0, waiting: 0, timeouts: timeouts + 2 * round });
    }
    // A new reader may need more than half a second to start on a busy machine.
    await expect.poll(() => db.scan(ids, of('a')).catch(String), { timeout: 30_000 }).toEqual({ rows: [], cut: false });
  });

  test('end before the row whose JSON exceeds their bound', async () => {
    const db = await open();
    const texts = raw<{ json: string }>("select 'äöü' as json union all select 'abc' union all select 'def'");
    expect(await db.scan(texts, of('a'), 9)).toMatchObject({ rows: [{ json: 'äöü' }, { json: 'abc' }], cut: true });
    expect(await db.scan(texts, of('a'), 12)).toMatchObject({ rows: { length: 3 }, cut: false });
    const database = withScans(db, of('a'));
    expect(await database.read(texts)).toHaveLength(3);
    expect(await database.readUpTo(texts, 1, of('a'))).toMatchObject({ rows: [{ json: 'äöü' }], cut: true });
  });

  test('don’t build the rows that follow their bound', async () => {
    const db = await open();
    const count = 'with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 1000)';
    const [thousand, broken] =
      engine === 'sqlite'
        ? [`printf('%.*c', 1000, 'x')`, `json('{' || n)`]
        : [`repeat('x', 1000)`, `('{' || n)::json::text`];
    const rows = raw(`${count} select ${thousand} || case when n < 40 then '' else ${broken} end as json from counted`);
    for (const [maxBytes, length] of [
      [5_000, 5],
      [20_000, 20],
      [31_500, 31],
    ] as const) {
      expect(await db.scan(rows, of('a'), maxBytes)).toMatchObject({ rows: { length }, cut: true });
      expect(await db.readUpTo(rows, maxBytes, of('a'))).toMatchObject({ rows: { length }, cut: true });
    }
    await expect(db.readUpTo(rows, 60_000, of('a'))).rejects.toThrow('A query failed');
  });

  test.runIf(engine === 'postgres')(
    'in portions: neither a lost connection nor a slow row spoils the next one',
    async () => {
      const db = await open(impatient);
      const rows = (what: string) =>
        raw(`select case when n > 4 then ${what} else '' end || n as json from generate_series(1, 1000) n`);
      const lost = rows('pg_terminate_backend(pg_backend_pid())::text');
      const slow = rows('pg_sleep(0.05)::text');
      for (let round = 0; round < 3; round += 1) {
        await expect(db.scan(lost, of('a'), 1_000)).rejects.toMatchObject({ code: 'unavailable' });
        await expect(db.scan(slow, of('a'), 1_000_000)).rejects.toMatchObject({ code: 'query_timeout' });
        expect(await db.scan(rows(`''`), of('a'), 5)).toMatchObject({ rows: { length: 5 }, cut: true });
      }
    },
  );

  test('that fail name their SQL and fail alone', async () => {
    const db = await open();
    const results = await Promise.allSettled([
      db.scan(raw('select nothing from nowhere'), of('a')),
      db.scan(ids, of('b')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(String(results[0]?.status === 'rejected' && results[0].reason)).toContain('SQL: select nothing');
  });

  test('complete when the database is closed; later ones are refused', async () => {
    const db = await open();
    const scans = [db.scan(slow, of('a')), db.scan(slow, of('a')), db.scan(ids, of('b'))];
    const closed = db.close();
    await expect(Promise.all(scans)).resolves.toHaveLength(3);
    await closed;
    await expect(db.scan(ids, of('a'))).rejects.toMatchObject({ code: 'unavailable' });
  });
});

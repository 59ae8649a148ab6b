import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../../../../testing/temp-folder.ts';
import { cutOff } from '../../scans/scan-queue.ts';
import { openConnection } from '../driver.ts';
import { openLargeReader } from './large-reader.ts';
import { openReader } from './reader.ts';

const folder = tempFolder();
let databases = 0;

/** A large reader of a database with one table, a reader beside it, and a function that inserts a row. */
function open() {
  databases += 1;
  const file = join(folder, `${databases}.db`);
  const writer = openConnection({ file });
  writer.exec('pragma journal_mode = wal; create table things (id integer primary key)');
  const large = openLargeReader(file);
  const reader = openReader(file);
  onTestFinished(() => {
    reader.close();
    writer.close();
  });
  return { large, reader, add: (id: number) => writer.exec(`insert into things values (${id})`) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const count = { sql: 'select count(*) as count from things', parameters: [] };

/** A query whose rows take longer than a step each. */
const slowRows = (rows: number) => ({
  sql: `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
    select json_array(n.i, (
      with recursive m (j) as (select n.i union all select j + 1 from m where j < 400000) select count(*) from m
    )) as json from n`,
  parameters: [rows],
});

const plenty = 1_000_000;

test('a large read gives way after each step, and makes no other read stale', async () => {
  const { large, reader, add } = open();
  const rows = 8;
  let turns = 0;
  let done = false;
  const countTurns = () => {
    turns += 1;
    if (!done) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const page = large.readUpTo(slowRows(rows), plenty, { account: 'a' }).finally(() => (done = true));
  const counts: unknown[] = [];
  while (!done) {
    add(counts.length + 1);
    counts.push(...(await reader.read(count)));
  }
  expect((await page).rows).toHaveLength(rows);
  expect(turns).toBeGreaterThanOrEqual(rows - 1);
  expect(counts).toEqual(counts.map((_, index) => ({ count: index + 1 })));
  expect(counts.length).toBeGreaterThan(2);
  large.close();
});

test('accounts take turns, one read at a time', async () => {
  const { large } = open();
  const done: string[] = [];
  const read = (name: string) =>
    large.readUpTo(slowRows(2), plenty, { account: name.slice(0, 1) }).then(() => done.push(name));
  await Promise.all(['a1', 'a2', 'a3', 'b1', 'c1'].map(read));
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  large.close();
});

test('ends before the row that exceeds the bound, and is ready for the next read', async () => {
  const { large } = open();
  const rows = (most: number) => ({
    sql: 'with recursive n (i) as (select 1 union all select i + 1 from n where i < ?) select json_array(i) as json from n',
    parameters: [most],
  });
  const [cut, whole] = await Promise.all([
    large.readUpTo(rows(9), 8, { account: 'a' }),
    large.readUpTo(rows(2), 8, { account: 'a' }),
  ]);
  expect(cut).toEqual({ rows: [{ json: '[1]' }, { json: '[2]' }], cut: true });
  expect(whole).toEqual({ rows: [{ json: '[1]' }, { json: '[2]' }], cut: false });
  large.close();
});

test('while reads are held, the one that runs is completed and others wait; a close completes them', async () => {
  const { large, add } = open();
  let done = 0;
  const read = async (query = slowRows(4)) => {
    const page = await large.readUpTo(query, plenty, { account: 'a' });
    done += 1;
    return page.rows;
  };
  const first = read();
  await turn();
  large.hold(true);
  await first;
  const second = read(count);
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(done).toBe(1);
  add(1);
  large.hold(false);
  expect(await second).toEqual([{ count: 1 }]);
  large.hold(true);
  const last = [read(count), read(count)];
  large.close();
  expect(await Promise.all(last)).toEqual([[{ count: 1 }], [{ count: 1 }]]);
  await expect(read(count)).rejects.toMatchObject({ code: 'unavailable' });
});

test('a read that is no longer awaited does not start', async () => {
  const { large } = open();
  let gone = false;
  const of = {
    account: 'a',
    awaited: { refusal: () => (gone ? cutOff() : undefined), gone: () => new AbortController().signal },
  };
  const reads = Promise.allSettled([large.readUpTo(slowRows(3), plenty, of), large.readUpTo(count, plenty, of)]);
  await turn();
  gone = true;
  // The one that runs is completed.
  expect(await reads).toMatchObject([{ value: { rows: { length: 3 } } }, { reason: { code: 'bad_request' } }]);
  large.close();
});

test('a read that fails names its SQL and fails alone, at its start or in the middle', async () => {
  const { large } = open();
  const broken = "select '[1]' as json union all select json('{')";
  const results = await Promise.allSettled([
    large.readUpTo({ sql: 'select nothing from nowhere', parameters: [] }, plenty, { account: 'a' }),
    large.readUpTo({ sql: broken, parameters: [] }, plenty, { account: 'a' }),
    large.readUpTo(count, plenty, { account: 'a' }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(String(results[1]?.status === 'rejected' && results[1].reason)).toContain('SQL: select');
  large.close();
});

import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { child, idsIn, parent, raw, tempDatabases } from '../../../../testing/databases/temp-database.ts';
import { openConnection } from '../driver.ts';
import { maxBatchSize, maxBatchUnits, maxQueuedSize, maxQueuedUnits } from './queue.ts';
import { createWriter } from './writer.ts';

const open = tempDatabases();
const ids = (count: number) => Array.from({ length: count }, (_, index) => `p${String(index).padStart(5, '0')}`);

test('units that arrive together share commits', async () => {
  const db = await open();
  const before = db.counters();
  await Promise.all(ids(200).map((id) => db.write([parent(id)])));
  const after = db.counters();
  expect(after.units - before.units).toBe(200);
  expect(after.commits - before.commits).toBeLessThanOrEqual(2);
  expect(await idsIn(db, 'parents')).toHaveLength(200);
});

test('only the failed unit of a batch is rolled back', async () => {
  const db = await open();
  const taken = () => new Error('taken');
  const results = await Promise.allSettled([
    db.write([parent('a')]),
    db.write([parent('b'), child('b1', 'b'), parent('a', { onConflict: taken })]),
    db.write([parent('c'), child('c1', 'nobody', { onMissing: () => new Error('missing') })]),
    db.write([parent('d'), raw('update parents set size = 2 where id = ?', ['a'], { rows: 1 })]),
    db.write([raw('nonsense')]),
    db.write([parent('e'), child('e1', 'd')]),
  ]);
  expect(results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'ok'))).toEqual([
    'ok',
    'Error: taken',
    'Error: missing',
    'ok',
    expect.stringContaining('near "nonsense"'),
    'ok',
  ]);
  expect(await idsIn(db, 'parents')).toEqual(['a', 'd', 'e']);
  expect(await idsIn(db, 'children')).toEqual(['e1']);
  expect(db.counters().failedUnits).toBe(3);
});

test('around failed units, every other unit takes effect exactly once', async () => {
  const db = await open();
  await db.write([parent('a')]);
  const add = () => db.write([raw('update parents set size = size + 1 where id = ?', ['a'], { rows: 1 })]);
  const conflict = () => db.write([raw('update parents set size = size + 1000'), parent('a')]);
  let added = 0;
  // Batches run with savepoints for a while after a failed unit, then without: every third round has one.
  for (let round = 0; round < 200; round += 1) {
    const units = [add(), add(), ...(round % 100 === 2 ? [conflict()] : []), add()];
    const results = await Promise.allSettled(units);
    added += results.filter(({ status }) => status === 'fulfilled').length;
  }
  const [row] = await db.read<{ size: number }>({ sql: 'select size from parents', parameters: [] });
  expect(added).toBe(200 * 3);
  expect(row?.size).toBe(added);
});

test('a thousand SQL texts, sent again and again, do what they say', async () => {
  const db = await open();
  await db.write([raw('create table log (place integer primary key, number integer)')]);
  const numbers = Array.from({ length: 1_000 }, (_, index) => index);
  const insert = (number: number) => raw(`insert into log (number) values (${number} + ?)`, [0]);
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(numbers.map((number) => db.write([insert(number), insert(-1)])));
    // Prepared statements are dropped; texts that both threads know by number are prepared again.
    await db.write([raw(`create table other${round} (id integer)`)]);
  }
  const rows = await db.read<{ number: number }>({ sql: 'select number from log order by place', parameters: [] });
  const once = numbers.flatMap((number) => [number, -1]);
  expect(rows.map(({ number }) => number)).toEqual([...once, ...once, ...once]);
});

test('a unit is acknowledged only once other connections can see it', async () => {
  const db = await open();
  const other = openConnection({ file: db.file, readOnly: true });
  const find = other.prepare('select 1 from parents where id = ?');
  const seen = await Promise.all(ids(300).map((id) => db.write([parent(id)]).then(() => find.all([id]).length)));
  expect(seen).toEqual(seen.map(() => 1));
  other.close();
});

test('units run in the order of their writes', async () => {
  const db = await open();
  await db.write([raw('create table log (place integer primary key, number integer)')]);
  const numbers = Array.from({ length: maxBatchUnits * 2 + 10 }, (_, index) => index);
  await Promise.all(numbers.map((number) => db.write([raw('insert into log (number) values (?)', [number])])));
  const rows = await db.read<{ number: number }>({ sql: 'select number from log order by place', parameters: [] });
  expect(rows.map((row) => row.number)).toEqual(numbers);
});

test('a deferred foreign key fails only the unit that broke it', async () => {
  const db = await open();
  const deferred = 'create table late (parent text references parents (id) deferrable initially deferred)';
  await db.write([raw(deferred)]);
  const results = await Promise.allSettled([
    db.write([parent('a')]),
    db.write([raw('insert into late values (?)', ['nobody'], { onMissing: () => new Error('missing') })]),
    db.write([raw('insert into late values (?)', ['b']), parent('b')]),
  ]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({ reason: { message: 'missing' } });
  expect(await idsIn(db, 'parents')).toEqual(['a', 'b']);
});

test('batches and the queue are bounded in size', async () => {
  const db = await open();
  const large = 'x'.repeat(maxBatchSize / 2 + 1);
  const before = db.counters().commits;
  const sizes = Array.from({ length: 3 }, () => db.write([raw('select length(?) as size', [large])]));
  expect((await Promise.all(sizes)).map(([outcome]) => outcome.rows)).toEqual(
    sizes.map(() => [{ size: large.length }]),
  );
  expect(db.counters().commits - before).toBe(3);

  const huge = 'x'.repeat(maxQueuedSize);
  const accepted = db.write([raw('select length(?) as size', [huge])]);
  await expect(db.write([parent('a')])).rejects.toMatchObject({ code: 'unavailable', extras: { retryAfter: 1 } });
  await accepted;
  await db.write([parent('a')]);
});

test('a full queue refuses with a 503 and accepts units again once it has drained', async () => {
  const db = await open();
  const waiting = ids(maxQueuedUnits).map((id) => db.write([parent(id)]));
  await expect(db.write([parent('late')])).rejects.toMatchObject({ code: 'unavailable', extras: { retryAfter: 1 } });
  await Promise.all(waiting);
  await db.write([parent('late')]);
  expect(await idsIn(db, 'parents')).toHaveLength(maxQueuedUnits + 1);
});

test('close completes accepted units', async () => {
  const db = await open();
  const accepted = Promise.allSettled(ids(maxBatchUnits + 50).map((id) => db.write([parent(id)])));
  await db.close();
  expect((await accepted).every((result) => result.status === 'fulfilled')).toBe(true);
  expect(db.counters().units).toBe(maxBatchUnits + 51);
});

test('an orElse that throws fails only its own unit', async () => {
  const db = await open();
  const broken = {
    rows: 5,
    orElse: () => {
      throw new Error('broken');
    },
  };
  const results = await Promise.allSettled([db.write([parent('a', broken)]), db.write([parent('b')])]);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled']);
});

test('the write-ahead log is checkpointed as it grows', async () => {
  const db = await open();
  const text = 'x'.repeat(100_000);
  for (const id of ids(60)) await db.write([raw('insert into parents (id, name) values (?, ?)', [id, id + text])]);
  expect(db.counters().checkpoints).toBeGreaterThan(0);
});

test.each([
  ['exits', 'process.exit(3)', 'ended unexpectedly'],
  ['throws', 'throw new Error("broken")', 'broken'],
  ['reports a failed fsync', 'parentPort.postMessage({ type: "fatal", message: "disk I/O error" })', 'disk I/O error'],
])('if the writer thread %s, nothing is acknowledged and onFatal is called once', async (...row) => {
  const [, action, message] = row;
  const source = `const { parentPort } = require('node:worker_threads'); parentPort.on('message', () => { ${action} });`;
  const worker = new Worker(source, { eval: true });
  const onFatal = vi.fn<(error: Error) => void>();
  const none = () => {};
  const writer = createWriter(worker, {
    onFatal,
    onNotice: none,
    onSchemaChange: none,
    onHoldReads: none,
    onBlocked: none,
    onDrained: async () => {},
  });
  const results = await Promise.allSettled([writer.write([raw('select 1')]), writer.write([raw('select 2')])]);
  expect(results.every((result) => result.status === 'rejected')).toBe(true);
  await expect(writer.write([raw('select 3')])).rejects.toMatchObject({ code: 'unavailable' });
  await worker.terminate();
  expect(onFatal).toHaveBeenCalledTimes(1);
  expect(onFatal.mock.calls[0]?.[0].message).toContain(message);
});

test('the write-ahead log restarts under steady reads', {
  timeout: 120_000,
}, async () => {
  const db = await open();
  await db.write([raw('create table texts (id integer primary key, text text not null)')]);
  const text = 'x'.repeat(30_000);
  let left = 6_000;
  const write = async () => {
    while (left > 0) {
      left -= 1;
      await db.write([raw('insert into texts (text) values (?)', [text])]);
    }
  };
  const read = async () => {
    while (left > 0) await db.read(raw('select id, length(text) from texts order by id desc limit 25'));
  };
  await Promise.all([...Array.from({ length: 8 }, write), ...Array.from({ length: 16 }, read)]);
  // 180 MB were written. The log restarts at 67 MB, or a little later on a slow machine with long reads.
  expect(statSync(`${db.file}-wal`).size).toBeLessThan(100_000_000);
});

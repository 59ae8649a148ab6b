import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parent, raw, tempDatabases } from '../../../../testing/databases/temp-database.ts';
import { tempFolder } from '../../../../testing/temp-folder.ts';
import { openConnection } from '../driver.ts';
import { openReader } from './reader.ts';

const folder = tempFolder();

/** A reader of a database with one table, and a function that inserts a row. */
function openBoth(name: string) {
  const file = join(folder, `${name}.db`);
  const writer = openConnection({ file });
  writer.exec('pragma journal_mode = wal; create table things (id integer primary key)');
  const reader = openReader(file);
  onTestFinished(writer.close);
  const add = (id: number) => writer.exec(`insert into things values (${id})`);
  return { reader, add };
}

const count = { sql: 'select count(*) as count from things', parameters: [] };
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A query that runs for some milliseconds. */
const slow = {
  sql: 'with recursive n (i) as (select 1 union all select i + 1 from n where i < ?) select count(*) as count from n',
  parameters: [200_000],
};

describe('the reads of one event loop turn', () => {
  test('see everything committed before they run', async () => {
    const { reader, add } = openBoth('turns');
    const first = [reader.read(count), reader.read(count)];
    add(1);
    expect(await Promise.all(first)).toEqual([[{ count: 1 }], [{ count: 1 }]]);
    add(2);
    expect(await Promise.all([reader.read(count), reader.read(count)])).toEqual([[{ count: 2 }], [{ count: 2 }]]);
  });

  test('wait while reads are held, and run at the latest when the reader is closed', async () => {
    const { reader, add } = openBoth('held');
    let done = 0;
    const read = () => reader.read(count).finally(() => (done += 1));
    const begun = read();
    reader.hold(true);
    const held = [begun, read()];
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(done).toBe(0);
    add(1);
    reader.hold(false);
    expect(await Promise.all(held)).toEqual([[{ count: 1 }], [{ count: 1 }]]);
    reader.hold(true);
    const last = read();
    reader.close();
    expect(await last).toEqual([{ count: 1 }]);
  });

  test('fail independently of each other', async () => {
    const { reader, add } = openBoth('failures');
    add(1);
    const reads = await Promise.allSettled([
      reader.read(count),
      reader.read({ sql: "select json('{')", parameters: [] }),
      reader.read({ sql: 'select nothing from nowhere', parameters: [] }),
      reader.read({ sql: 'select ? as given', parameters: ['text'] }),
    ]);
    expect(reads.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    add(2);
    expect(await reader.read(count)).toEqual([{ count: 2 }]);
  });

  test('yield to the event loop when they take long, and all complete', async () => {
    const { reader } = openBoth('slow');
    let done = 0;
    const reads = Array.from({ length: 6 }, async () => {
      await reader.read(slow);
      done += 1;
    });
    const seen = [];
    for (let turns = 0; turns < 3; turns += 1) {
      await turn();
      seen.push(done);
    }
    expect(seen[0]).toBeLessThan(6);
    await Promise.all(reads);
    expect(done).toBe(6);
  });

  test('yield to the event loop even if every caller reads again at once', async () => {
    const { reader } = openBoth('again');
    const until = performance.now() + 10_000;
    let reading = true;
    const callers = Array.from({ length: 40 }, async () => {
      // If the reads starved the event loop, only the clock would end the test.
      while (reading && performance.now() < until) await reader.read(count);
    });
    for (let turns = 0; turns < 20; turns += 1) await turn();
    reading = false;
    await Promise.all(callers);
    expect(performance.now()).toBeLessThan(until);
  });

  test('complete when the reader is closed; later ones are refused', async () => {
    const { reader, add } = openBoth('closing');
    add(1);
    const reads = Promise.all([reader.read(count), reader.read(slow), reader.read(count)]);
    reader.close();
    expect(await reads).toEqual([[{ count: 1 }], [{ count: 200_000 }], [{ count: 1 }]]);
    await expect(reader.read(count)).rejects.toMatchObject({ code: 'unavailable' });
    await turn();
  });
});

const open = tempDatabases();

test('a read sees every write acknowledged before it, however many reads run concurrently', async () => {
  const db = await open();
  const find = (id: string) => db.read<{ id: string }>(raw('select id from parents where id = ?', [id]));
  let reading = true;
  const others = Array.from({ length: 32 }, async () => {
    while (reading) await find('nobody');
  });
  for (let round = 0; round < 200; round += 1) {
    await db.write([parent(`p${round}`)]);
    expect(await find(`p${round}`)).toHaveLength(1);
  }
  reading = false;
  await Promise.all(others);
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parent, raw, tempDatabases } from '../../../../testing/databases/temp-database.ts';
import { counting, endless } from '../../../../testing/plans/slow-reads.ts';
import { openConnection } from '../driver.ts';

const open = tempDatabases();
const of = (account: string) => ({ account, narrow: 'Ask for less.' });
const one = raw('select 1 as one');
const patient = { readers: 2, timeoutMs: 60_000, maxWaitMs: 60_000 };

/** The IDs of the reader processes of a database. */
const readersOf = (file: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandOf(pid).includes('sqlite-scanner.js') && commandOf(pid).includes(file))
    .map(Number);

const commandOf = (pid: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split('\0')
      .map((part) => (part.endsWith('sqlite-scanner.js') ? 'sqlite-scanner.js' : part));
  } catch {
    // It ended meanwhile.
    return [];
  }
};

describe.runIf(existsSync('/proc/self/cmdline'))('the reader processes of a database', { timeout: 120_000 }, () => {
  test('start when they are needed, as many as there are scans at once, and end with the database', async () => {
    const db = await open({ scans: patient });
    await db.read(one);
    expect(readersOf(db.file)).toEqual([]);
    await db.scan(one, of('a'));
    await db.scan(one, of('b'));
    expect(readersOf(db.file)).toHaveLength(1);
    await Promise.all([db.scan(counting(100_000), of('a')), db.scan(counting(100_000), of('b'))]);
    expect(readersOf(db.file)).toHaveLength(2);
    await db.close();
    expect(readersOf(db.file)).toEqual([]);
  });

  test('are gone when a scan took too long, with their locks', async () => {
    const db = await open({ scans: { ...patient, timeoutMs: 500 } });
    await db.write([parent('a')]);
    const endlessly = raw(`select parents.id from parents, (${endless.sql}) as forever`);
    await expect(db.scan(endlessly, of('a'))).rejects.toMatchObject({ code: 'query_timeout' });
    expect(readersOf(db.file)).toEqual([]);
    await db.write([parent('b')]);
    const other = openConnection({ file: db.file, timeout: 0 });
    // Fails as busy if any reader still uses the log; the server's own reader is between two reads.
    expect(other.all('pragma wal_checkpoint(restart)')[0]).toMatchObject({ busy: 0 });
    other.close();
  });

  test('that die fail their own scan only, and are replaced', async () => {
    const db = await open({ scans: patient });
    for (let round = 0; round < 3; round += 1) {
      const scans = [db.scan(endless, of('a')), db.scan(counting(100_000), of('b'))];
      const results = Promise.allSettled(scans);
      await scans[1];
      expect(db.counters().scans.running).toBe(1);
      for (const pid of readersOf(db.file)) process.kill(pid, 'SIGKILL');
      const [failed, done] = await results;
      expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'unavailable', extras: { retryAfter: 1 } } });
      expect(done?.status).toBe('fulfilled');
      // The death of an idle one may not have been noticed yet.
      await expect
        .poll(() => db.scan(one, of('a')).catch(String), { timeout: 30_000 })
        .toMatchObject({ rows: [{ one: 1 }] });
    }
  });

  test('finish their scans if a terminal sends them the signals of the server', async () => {
    const db = await open({ scans: patient });
    await db.scan(one, of('a'));
    const scan = db.scan(counting(2_000_000), of('a'));
    for (const pid of readersOf(db.file)) {
      process.kill(pid, 'SIGINT');
      process.kill(pid, 'SIGTERM');
    }
    expect((await scan).rows).toEqual([{ count: 2_000_000 }]);
    expect((await db.scan(one, of('a'))).rows).toEqual([{ one: 1 }]);
  });
});

test('scans give way to a restart of the write-ahead log', { timeout: 300_000 }, async () => {
  const db = await open({ scans: { ...patient, readers: 3 } });
  await db.write([raw('create table texts (id integer primary key, text text not null)')]);
  const text = 'x'.repeat(100_000);
  const write = () => db.write([raw('insert into texts (text) values (?)', [text])]);
  /**
   * Number of restarts of the log: the checkpoint sequence number of its header (https://sqlite.org/fileformat2.html).
   */
  const restarts = () => readFileSync(`${db.file}-wal`).readUInt32BE(12);
  await write();
  const before = restarts();
  let isOver = false;
  const long = raw(`select (select count(*) from texts) as texts, (${counting(2_000_000).sql}) as numbers`);
  // Their scans overlap: at each time, one of them uses the log.
  const scans = ['a', 'b', 'c'].map(async (account) => {
    while (!isOver) await db.scan(long, of(account));
  });
  let written = 0;
  // The log is due at 67 MB.
  while (restarts() === before && written < 300_000_000) {
    for (let units = 0; units < 50; units += 1) await write();
    written += 50 * text.length;
  }
  isOver = true;
  await Promise.all(scans);
  expect(written).toBeLessThan(300_000_000);
});

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  boundByPermissions,
  buildStorageChild,
  canInjectFaults,
  permissionsBind,
  runStorageChild,
} from '../../../testing/databases/run-storage-child.ts';
import { idsIn, parent, raw, tempDatabases } from '../../../testing/databases/temp-database.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';
import { dataFolder } from '../opening/data-folder.ts';
import { busyTimeout, openConnection } from './driver.ts';
import { openSqlite } from './open.ts';

const open = tempDatabases();
const none = () => {};

beforeAll(buildStorageChild);

/** IDs in the file, read as a new process would. */
function storedRows(folder: string): number[] {
  const connection = openConnection({ file: dataFolder(folder).database });
  expect(connection.all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  const ids = connection.all('select id from rows order by id').map((row) => Number(row['id']));
  connection.close();
  return ids;
}

const acknowledged = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith('stored ')).map((line) => Number(line.slice('stored '.length)));

describe('a full database', () => {
  /** SQLite raises this limit to the number of pages in use. */
  const fill = raw('pragma max_page_count = 1');
  const makeRoom = raw('pragma max_page_count = 1000000');
  const large = (id: string) => raw('insert into parents (id, name) values (?, ?)', [id, id + 'x'.repeat(50_000)]);

  test('refuses writes with a 503, still serves reads, and accepts writes again when there is space', async () => {
    const db = await open();
    await db.write([parent('before')]);
    await db.write([fill]);
    const error = await db.write([large('too large')]).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'unavailable', extras: { retryAfter: 5 } });
    expect(String(error)).toContain('The disk that holds the database is full');
    expect(await idsIn(db, 'parents')).toEqual(['before']);
    await db.write([makeRoom]);
    await db.write([large('after')]);
    expect(await idsIn(db, 'parents')).toEqual(['after', 'before']);
  });

  test('acknowledges no unit of a transaction that SQLite rolled back as a whole', async () => {
    const db = await open();
    await db.write([parent('before')]);
    await db.write([fill]);
    const results = await Promise.allSettled([
      db.write([parent('small')]),
      db.write([parent('before', { onConflict: () => new Error('taken') })]),
      db.write([large('too large')]),
      db.write([parent('last')]),
    ]);
    const failed = { status: 'rejected', reason: { code: 'unavailable' } };
    expect(results).toMatchObject([failed, failed, failed, failed]);
    expect(await idsIn(db, 'parents')).toEqual(['before']);
  });
});

test('a database that became read-only refuses writes with a 503 and still serves reads', async () => {
  const db = await open();
  await db.write([parent('before')]);
  await db.write([raw('pragma query_only = on')]);
  await expect(db.write([parent('after')])).rejects.toMatchObject({ code: 'unavailable', extras: { retryAfter: 5 } });
  expect(await idsIn(db, 'parents')).toEqual(['before']);
});

describe('files that are moved or replaced while they are open', () => {
  test.each(['', '-wal'])(
    'make writes fail with a 503 until they are back, while reads succeed: parley.db%s',
    async (side) => {
      const file = join(tempFolder(), 'parley.db');
      const notices: string[] = [];
      const db = await openSqlite({ file, onFatal: none, onNotice: (message) => notices.push(message) });
      onTestFinished(db.close);
      await db.write([raw('create table parents (id text, name text)'), parent('before')]);
      renameSync(`${file}${side}`, `${file}.away`);
      const refused = { code: 'unavailable', extras: { retryAfter: 5 } };
      await expect(db.write([parent('gone')])).rejects.toMatchObject(refused);
      writeFileSync(`${file}${side}`, 'another file');
      await expect(db.write([parent('lost')])).rejects.toMatchObject(refused);
      expect(await idsIn(db, 'parents')).toEqual(['before']);
      renameSync(`${file}.away`, `${file}${side}`);
      await db.write([parent('after')]);
      expect(await idsIn(db, 'parents')).toEqual(['after', 'before']);
      expect(notices).toEqual([
        expect.stringContaining('was moved, replaced or deleted while open: writes are refused until it is back.'),
        expect.stringContaining('is back at its path'),
      ]);
    },
  );
});

test('opening a file without permission is refused', async (context) => {
  if (!permissionsBind) return context.skip('root ignores permissions, and setpriv is not installed');
  const folder = tempFolder();
  const file = join(folder, 'parley.db');
  await (await openSqlite({ file, onFatal: none, onNotice: none })).close();
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o000);
  chmodSync(folder, 0o555);
  onTestFinished(() => chmodSync(folder, 0o755));
  const child = runStorageChild(['open', file], boundByPermissions);
  expect(await child.line('refused')).toContain('could not be opened');
});

test('writes wait for the lock of another process and fail with a 503 after five seconds', async () => {
  const db = await open();
  const other = openConnection({ file: db.file });
  other.exec('begin immediate');
  const started = performance.now();
  await expect(db.write([parent('a')])).rejects.toMatchObject({ code: 'unavailable', extras: { retryAfter: 5 } });
  expect(performance.now() - started).toBeGreaterThan(busyTimeout * 0.9);
  other.exec('rollback');
  await db.write([parent('a')]);
  other.close();
});

test('a killed process loses no acknowledged write', async () => {
  for (const pause of [10, 60, 150]) {
    const folder = tempFolder();
    const child = runStorageChild(['write', folder]);
    await child.line('stored');
    await new Promise((resolve) => setTimeout(resolve, pause));
    await child.kill();
    expect(storedRows(folder)).toEqual(expect.arrayContaining(acknowledged(child.lines)));
  }
});

describe.runIf(canInjectFaults)('a failing disk (strace injects the errors)', () => {
  const faults = (calls: string, effect: string) => [
    'strace',
    '-f',
    '-qq',
    '-o',
    '/dev/null',
    '-e',
    `trace=${calls}`,
    '-e',
    `inject=${calls}:${effect}`,
  ];

  test('a failed fsync ends the process, and nothing is acknowledged after it', async () => {
    const folder = tempFolder();
    const child = runStorageChild(['write', folder], faults('fsync,fdatasync', 'error=EIO:when=40'));
    expect(await child.ended).toBe(70);
    const fatal = child.lines.findIndex((line) => line.startsWith('fatal The disk may not have stored'));
    expect(fatal).toBeGreaterThan(0);
    expect(acknowledged(child.lines.slice(fatal))).toEqual([]);
    expect(storedRows(folder)).toEqual(expect.arrayContaining(acknowledged(child.lines)));
  });

  test.each(['ENOSPC', 'EIO'])(
    'writes that fail with %s for a while are refused and succeed afterwards',
    async (code) => {
      const folder = tempFolder();
      const child = runStorageChild(['write', folder], faults('pwrite64', `error=${code}:when=200..230`));
      await child.line('refused');
      const refused = child.lines.length;
      await expect.poll(() => acknowledged(child.lines.slice(refused)).length).toBeGreaterThan(10);
      await child.kill();
      expect(child.lines.filter((line) => /^(?:fatal|refused (?!\d+ unavailable))/.test(line))).toEqual([]);
      expect(storedRows(folder)).toEqual(expect.arrayContaining(acknowledged(child.lines)));
    },
  );
});

/** Mounts a file system of 2 MB; undefined if this user has no permission to mount. */
function mountSmallDisk(): string | undefined {
  const folder = join(tempFolder(), 'disk');
  mkdirSync(folder);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]).status === 0;
  if (mounted) onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return mounted ? folder : undefined;
}

test('a full file system makes writes fail with a 503 until there is space', async (context) => {
  const disk = mountSmallDisk();
  if (disk === undefined) return context.skip('this user has no permission to mount a file system');
  const ballast = join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(1_000_000));
  const child = runStorageChild(['write', disk]);
  await child.line('refused');
  rmSync(ballast);
  const refused = child.lines.length;
  await expect.poll(() => acknowledged(child.lines.slice(refused)).length).toBeGreaterThan(10);
  await child.kill();
  expect(child.lines.filter((line) => /^(?:fatal|refused (?!\d+ unavailable))/.test(line))).toEqual([]);
  expect(storedRows(disk)).toEqual(expect.arrayContaining(acknowledged(child.lines)));
  expect(readFileSync(dataFolder(disk).database).length).toBeGreaterThan(0);
});

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderContents } from '../../../../testing/databases/folder-contents.ts';
import { collectGarbage } from '../../../../testing/memory/collect-garbage.ts';
import {
  folderWithNote,
  migrations,
  note,
  notesIn,
  now,
  openNotes,
  program,
  secrets,
  secretsIn,
} from '../../../../testing/processes/note-folders.ts';
import { tempFolder } from '../../../../testing/temp-folder.ts';
import { FileExistsError } from '../../files.ts';
import { dataFolder } from '../../opening/data-folder.ts';
import { openConnection } from '../driver.ts';
import { lockDataFolder } from '../lock.ts';
import { backup, takeSnapshot } from './backup.ts';
import { finishRestore } from './finish-restore.ts';
import { restore } from './restore.ts';

async function backupOf(dataDir: string): Promise<string> {
  const file = join(tempFolder(), 'parley.backup');
  await backup({ dataDir, file, program, now });
  return file;
}

describe('backup', () => {
  test('is one private file that restores the database and the secrets', async () => {
    const file = await backupOf(await folderWithNote('first'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, '..'))).toEqual(['parley.backup']);
    const dataDir = join(tempFolder(), 'restored');
    const restored = await restore({ file, dataDir, migrations, now });
    expect(restored).toEqual({ createdAt: '2026-01-31T12:00:00.005Z', program, kept: undefined });
    expect(await notesIn(dataDir)).toEqual(['first']);
    expect(secretsIn(dataDir)).toBe(secrets);
    expect(statSync(dataFolder(dataDir).secrets).mode & 0o777).toBe(0o600);
    expect(statSync(dataFolder(dataDir).database).mode & 0o777).toBe(0o600);
  });

  test('taken while a server writes is a snapshot with whole units only', async () => {
    const dataDir = await folderWithNote('0');
    const db = await openNotes(dataDir);
    let writing = true;
    const writer = (async () => {
      for (let pair = 1; writing; pair += 1) await db.write([note(`${pair} a`), note(`${pair} b`)]);
    })();
    await expect.poll(() => db.counters().units).toBeGreaterThan(20);
    const before = db.counters().units;
    const file = await backupOf(dataDir);
    writing = false;
    await writer;
    const target = tempFolder();
    await restore({ file, dataDir: target, migrations, now });
    const texts = (await notesIn(target)).slice(1);
    expect(texts.length).toBeGreaterThanOrEqual(before * 2);
    expect(texts).toEqual(texts.map((_, index) => `${Math.floor(index / 2) + 1} ${index % 2 === 0 ? 'a' : 'b'}`));
  });

  test('refuses a name that is taken, also one that is taken while it works', async () => {
    const dataDir = await folderWithNote('new');
    const folder = tempFolder();
    const file = join(folder, 'parley.backup');
    const late = (name: string, take: () => void) =>
      backup({ dataDir, file: name, program, now, report: ({ what }) => what.startsWith('Sealing') && take() });
    await expect(late(file, () => writeFileSync(file, 'of another'))).rejects.toThrow(`${file} exists already.`);
    await expect(backup({ dataDir, file, program, now })).rejects.toThrow(FileExistsError);
    const dangling = join(folder, 'link');
    symlinkSync('nowhere', dangling);
    await expect(backup({ dataDir, file: dangling, program, now })).rejects.toThrow(`${dangling} exists already.`);
    expect(readFileSync(file, 'utf8')).toBe('of another');
    expect(readdirSync(folder).sort()).toEqual(['link', 'parley.backup']);
  });

  test('leaves nothing behind if it is aborted', async () => {
    const dataDir = await folderWithNote('new');
    const folder = tempFolder();
    const abort = new AbortController();
    let before: string[] = [];
    let after: string[] = [];
    const report = ({ what }: { what: string }) => {
      if (!what.startsWith('Sealing') || abort.signal.aborted) return;
      before = readdirSync(folder);
      abort.abort();
      after = readdirSync(folder);
    };
    const writing = backup({ dataDir, file: join(folder, 'b'), program, now, report, signal: abort.signal });
    await expect(writing).rejects.toThrow('could not be written');
    expect(before).toEqual([expect.stringMatching(/^b\.partial-[0-9a-f]{8}$/)]);
    expect([after, readdirSync(folder)]).toEqual([[], []]);
  });

  test('of several at once to one name one is written, and it is whole', async () => {
    const dataDir = await folderWithNote('new');
    const folder = tempFolder();
    const file = join(folder, 'parley.backup');
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => backup({ dataDir, file, program, now })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['parley.backup']);
    await restore({ file, dataDir: tempFolder(), migrations, now });
  });

  test('replaces an earlier file of the same name if it may', async () => {
    const dataDir = await folderWithNote('new');
    const file = join(tempFolder(), 'parley.backup');
    writeFileSync(file, 'an earlier one');
    writeFileSync(`${file}.partial`, 'left by a backup that was killed');
    utimesSync(`${file}.partial`, 1, 1);
    await backup({ dataDir, file, program, now, replace: true });
    await restore({ file, dataDir: tempFolder(), migrations, now });
    expect(existsSync(`${file}.partial`)).toBe(false);
  });

  test('refuses if there is no database, no target folder, or if it would replace a file of the server', async () => {
    const empty = tempFolder();
    const write = (dataDir: string, file: string) => backup({ dataDir, file, program, now, replace: true });
    await expect(write(empty, join(empty, 'b'))).rejects.toThrow(`There is no database in ${empty} to back up.`);
    const dataDir = await folderWithNote('kept');
    await expect(write(dataDir, '/nowhere/at/all')).rejects.toThrow(
      'The backup /nowhere/at/all could not be written: its folder does not exist.',
    );
    await expect(write(dataDir, empty)).rejects.toThrow(
      `The backup ${empty} could not be written: a folder of that name exists.`,
    );
    expect(existsSync(`${empty}.partial`)).toBe(false);
    const { database, secrets: secretFile } = dataFolder(dataDir);
    for (const file of [database, secretFile]) await expect(write(dataDir, file)).rejects.toThrow("can't replace");
    expect(await notesIn(dataDir)).toEqual(['kept']);
  });

  test('a snapshot before a migration is a backup in the data folder; three are kept', async () => {
    const dataDir = await folderWithNote('before');
    for (const [index, migration] of ['0009-z', '0002-b', '0003-c', '0001-a'].entries()) {
      await takeSnapshot({ dataDir, migration, program, now: () => now() + index });
    }
    const { snapshots } = dataFolder(dataDir);
    expect(statSync(snapshots).mode & 0o777).toBe(0o700);
    expect(readdirSync(snapshots).sort()).toEqual([
      'before-0001-a-20260131T120000008Z.db',
      'before-0002-b-20260131T120000006Z.db',
      'before-0003-c-20260131T120000007Z.db',
    ]);
    const target = tempFolder();
    const file = join(snapshots, 'before-0001-a-20260131T120000008Z.db');
    await restore({ file, dataDir: target, migrations, now });
    expect(await notesIn(target)).toEqual(['before']);
  });
});

test('keeps a snapshot that is taken after the clock was set back', async () => {
  const dataDir = await folderWithNote('before');
  for (const hours of [3, 2, 1, 0]) {
    await takeSnapshot({ dataDir, migration: '0001-a', program, now: () => now() + hours * 3_600_000 });
  }
  expect(readdirSync(dataFolder(dataDir).snapshots).sort()).toEqual([
    'before-0001-a-20260131T120000005Z.db',
    'before-0001-a-20260131T140000005Z.db',
    'before-0001-a-20260131T150000005Z.db',
  ]);
});

test('a new snapshot removes abandoned partial ones and keeps one in progress', async () => {
  const dataDir = await folderWithNote('before');
  const { snapshots } = dataFolder(dataDir);
  mkdirSync(snapshots);
  for (const [name, age] of [
    ['0001-a-1.db.partial', 7200],
    ['0001-a-1.db.partial-journal', 7200],
    ['0002-b-2.db.partial', 60],
  ] as const) {
    const file = join(snapshots, `before-${name}`);
    writeFileSync(file, 'half a database');
    utimesSync(file, now() / 1000 - age, now() / 1000 - age);
  }
  await takeSnapshot({ dataDir, migration: '0003-c', program, now });
  expect(readdirSync(snapshots).sort()).toEqual(['before-0002-b-2.db.partial', 'before-0003-c-20260131T120000005Z.db']);
});

describe('restore', () => {
  test('replaces the existing database and keeps a copy of it', async () => {
    const file = await backupOf(await folderWithNote('from the backup'));
    const dataDir = await folderWithNote('there before', '{"pepper":"another"}');
    const { database, secrets: secretFile } = dataFolder(dataDir);
    const { kept } = await restore({ file, dataDir, migrations, now });
    expect(kept).toBe(`${database}.before-restore-20260131T120000005Z`);
    expect(await notesIn(dataDir)).toEqual(['from the backup']);
    expect(secretsIn(dataDir)).toBe(secrets);
    expect(readFileSync(`${secretFile}.before-restore-20260131T120000005Z`, 'utf8')).toBe('{"pepper":"another"}');
    const old = openConnection({ file: String(kept), readOnly: true });
    expect(old.all('select text from notes')).toEqual([{ text: 'there before' }]);
    old.close();
  });

  test('leaves no secret in the database', async () => {
    const file = await backupOf(await folderWithNote('open'));
    expect(readFileSync(file).includes('very secret pepper')).toBe(true);
    const dataDir = tempFolder();
    await restore({ file, dataDir, migrations, now });
    expect(readFileSync(dataFolder(dataDir).database).includes('very secret pepper')).toBe(false);
  });

  test('does not replay the write-ahead log of the database that it replaces', async () => {
    const file = await backupOf(await folderWithNote('from the backup'));
    const dataDir = await folderWithNote('there before');
    const { database } = dataFolder(dataDir);
    // The files of a killed server: its last commit is only in the write-ahead log.
    const db = await openNotes(dataDir);
    await db.write([note('in the log')]);
    const killed = join(tempFolder(), 'killed');
    mkdirSync(killed);
    for (const suffix of ['', '-wal']) {
      writeFileSync(dataFolder(killed).database + suffix, readFileSync(database + suffix));
    }
    const { kept } = await restore({ file, dataDir: killed, migrations, now });
    expect(await notesIn(killed)).toEqual(['from the backup']);
    const old = openConnection({ file: String(kept), readOnly: true });
    expect(old.all('select text from notes')).toEqual([{ text: 'there before' }, { text: 'in the log' }]);
    old.close();
  });

  test('replaces a corrupt database and keeps it', async () => {
    const file = await backupOf(await folderWithNote('from the backup'));
    const dataDir = tempFolder();
    const { database } = dataFolder(dataDir);
    writeFileSync(database, 'x'.repeat(5000));
    writeFileSync(`${database}-wal`, 'y'.repeat(5000));
    const { kept } = await restore({ file, dataDir, migrations, now });
    expect(await notesIn(dataDir)).toEqual(['from the backup']);
    expect(readFileSync(String(kept), 'utf8')).toBe('x'.repeat(5000));
  });

  test('refuses while a server runs or another process has the database open', async () => {
    const file = await backupOf(await folderWithNote('from the backup'));
    const dataDir = await folderWithNote('in use');
    const lock = lockDataFolder(dataDir);
    await expect(restore({ file, dataDir, migrations, now })).rejects.toThrow('Another Parley server');
    lock.close();
    const db = await openNotes(dataDir);
    await db.write([note('more')]);
    await expect(restore({ file, dataDir, migrations, now })).rejects.toThrow('Nothing was restored');
    expect(readdirSync(dataDir).some((name) => name.includes('before-restore'))).toBe(false);
    await db.close();
    await collectGarbage();
    expect(await notesIn(dataDir)).toEqual(['in use', 'more']);
  });

  /** Ways to corrupt a backup, with the expected refusal. */
  const corrupted: readonly [string, string, (file: string) => void][] = [
    ['was truncated', 'it is incomplete', (file) => truncateSync(file, statSync(file).size - 1000)],
    ['has a changed byte', 'is corrupt: its checksum does not match', (file) => changeByte(file, 5000)],
    ['is a text file', 'is not a Parley backup', (file) => writeFileSync(file, 'some text\n'.repeat(1000))],
    ['is empty', 'is not a Parley backup', (file) => truncateSync(file, 0)],
    ['has trailing data', 'is not a Parley backup', (file) => appendFileSync(file, 'more')],
  ];

  test.each(corrupted)('changes nothing if the backup %s', async (...[, refusal, corrupt]) => {
    const file = await backupOf(await folderWithNote('from the backup'));
    const dataDir = await folderWithNote('there before');
    const before = folderContents(dataDir);
    corrupt(file);
    await expect(restore({ file, dataDir, migrations, now })).rejects.toThrow(refusal);
    expect(folderContents(dataDir)).toEqual(before);
  });

  test('refuses a plain database, a folder, a backup of a newer program and a missing file', async () => {
    const source = await folderWithNote('there before');
    const plain = dataFolder(source).database;
    const dataDir = tempFolder();
    await expect(restore({ file: plain, dataDir, migrations, now })).rejects.toThrow('is not a Parley backup');
    await expect(restore({ file: tempFolder(), dataDir, migrations, now })).rejects.toThrow('is not a Parley backup');
    const file = await backupOf(source);
    const older = restore({ file, dataDir, migrations: [], now });
    await expect(older).rejects.toThrow('newer than this program: it has the migration 0001-notes');
    await expect(restore({ file: '/nowhere', dataDir, migrations, now })).rejects.toThrow(
      'There is no backup /nowhere.',
    );
    expect(existsSync(dataFolder(dataDir).database)).toBe(false);
  });

  test('interrupted after the rename is completed when the database is next opened', async () => {
    const backupFile = await backupOf(await folderWithNote('from the backup'));
    const dataDir = join(tempFolder(), 'data');
    mkdirSync(dataDir);
    const { database, secrets: secretFile } = dataFolder(dataDir);
    // The rename puts the backup without its seal in place.
    writeFileSync(database, readFileSync(backupFile).subarray(0, -86));
    writeFileSync(secretFile, '{"pepper":"of before"}');
    expect(await notesIn(dataDir)).toEqual(['from the backup']);
    expect(secretsIn(dataDir)).toBe(secrets);
    expect(readFileSync(database).includes('very secret pepper')).toBe(false);
    const after = folderContents(dataDir);
    await finishRestore(dataDir, now);
    expect(folderContents(dataDir)).toEqual(after);
  });
});

function changeByte(file: string, position: number): void {
  const content = readFileSync(file);
  content.writeUInt8(content.readUInt8(position) ^ 1, position);
  writeFileSync(file, content);
}

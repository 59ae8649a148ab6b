import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { bytesOf, manyBytes, otherBlobs, readAll, storedFiles } from '../../../../testing/fixtures/blobs.ts';
import { type Service, service } from '../../../../testing/harness.ts';
import { collectGarbage } from '../../../../testing/memory/collect-garbage.ts';
import { tempFolder } from '../../../../testing/temp-folder.ts';
import { fileOf, keepingFiles } from '../../blobs/folder-store.ts';
import { migrations } from '../../migrations/index.ts';
import { dataFolder } from '../../opening/data-folder.ts';
import { openDatabase } from '../../opening/open-database.ts';
import { openConnection } from '../driver.ts';
import { backup, takeSnapshot } from './backup.ts';
import { copyUnsealed, seal } from './backup-format.ts';
import { restore } from './restore.ts';

const now = Date.now;
const limit = { maxBytes: 10_000_000 };

describe('backups of files', () => {
  const parley = service('sqlite');
  let workspaceId: string;
  beforeEach(async () => {
    workspaceId = (await parley.person()).workspace;
  });

  const store = async (content: AsyncIterable<Uint8Array>) => {
    const { blobs } = parley.features;
    const upload = await blobs.put(content, limit);
    await parley.db.write(blobs.hold(workspaceId, upload));
    return { id: upload.id, name: { workspaceId, hash: upload.hash } };
  };
  const save = async () => {
    const file = join(tempFolder(), 'parley.backup');
    const files = await backup({ dataDir: parley.dataDir, file, program: '1', now });
    return { file, files };
  };
  /** Opens a restored folder as a server would, and calls `use` with its files. */
  const inside = async <Result>(
    dataDir: string,
    use: (restored: Pick<Service, 'db' | 'dataDir'>) => Promise<Result>,
  ): Promise<Result> => {
    const unexpected = (what: unknown) => {
      throw new Error('unexpected', { cause: what });
    };
    const db = await openDatabase({ dataDir, databaseUrl: undefined, now, onFatal: unexpected, onNotice: unexpected });
    return use({ db, dataDir }).finally(db.close);
  };
  const contentIn = (dataDir: string, name: { workspaceId: string; hash: string }) =>
    inside(dataDir, async (restored) => readAll((await otherBlobs(restored).read(name))?.content));

  test('contain every file that is held, and restore it', async () => {
    const files = [await store(manyBytes(3_500_000)), await store(bytesOf()), await store(bytesOf('small'))];
    await parley.features.blobs.put(bytesOf('not held'), limit);
    const { file, files: facts } = await save();
    expect(facts).toMatchObject({ lost: [], inBucket: 0 });
    expect(facts?.files).toBeGreaterThanOrEqual(2);
    expect(readdirSync(parley.dataDir).filter((name) => name.includes('backup'))).toEqual([]);
    const dataDir = join(tempFolder(), 'data');
    await restore({ file, dataDir, migrations, now });
    for (const { id, name } of files) {
      const original = await readAll((await parley.features.blobs.read(name))?.content);
      expect((await contentIn(dataDir, name)).equals(original)).toBe(true);
      if (original.length > 0) expect(statSync(fileOf(dataFolder(dataDir).blobs, id)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(dataFolder(dataDir).blobs).mode & 0o777).toBe(0o700);
    expect(statSync(dataFolder(dataDir).database).size).toBeLessThan(3_000_000);
  });

  test('restored over the same folder bring back what was removed and changed meanwhile', async () => {
    const kept = await store(bytesOf('kept'));
    const removed = await store(bytesOf('removed later'));
    const { file } = await save();
    const target = join(tempFolder(), 'data');
    await restore({ file, dataDir: target, migrations, now });
    const later = await inside(target, async (restored) => {
      const blobs = otherBlobs(restored);
      await restored.db.write(blobs.release(removed.name));
      await blobs.sweep();
      const upload = await blobs.put(bytesOf('later'), limit);
      await restored.db.write(blobs.hold(workspaceId, upload));
      return upload;
    });
    writeFileSync(fileOf(dataFolder(target).blobs, kept.id), 'KEPT');
    await collectGarbage();
    await restore({ file, dataDir: target, migrations, now });
    expect(String(await contentIn(target, kept.name))).toBe('kept');
    expect(String(await contentIn(target, removed.name))).toBe('removed later');
    // The database that was replaced is kept, and so are its files.
    expect(readFileSync(fileOf(dataFolder(target).blobs, later.id), 'utf8')).toBe('later');
  });

  test('say which files are lost, and contain the others', async () => {
    const lost = await store(bytesOf('lost'));
    const changed = await store(bytesOf('changed'));
    const whole = await store(bytesOf('whole'));
    const { blobs } = dataFolder(parley.dataDir);
    rmSync(fileOf(blobs, lost.id));
    writeFileSync(fileOf(blobs, changed.id), 'CHANGED');
    const { file, files } = await save();
    expect([...(files?.lost ?? [])].sort()).toEqual([lost.id, changed.id].sort());
    const dataDir = join(tempFolder(), 'data');
    await restore({ file, dataDir, migrations, now });
    expect(String(await contentIn(dataDir, whole.name))).toBe('whole');
    await expect(contentIn(dataDir, lost.name)).rejects.toThrow('is missing from the data folder');
    await parley.db.write([
      ...parley.features.blobs.release(lost.name),
      ...parley.features.blobs.release(changed.name),
    ]);
  });

  test('whose restore was interrupted are completed at the next start', async () => {
    const { id, name } = await store(manyBytes(2_500_000));
    const { file } = await save();
    const dataDir = tempFolder();
    // The database was replaced, and half a file written.
    await copyUnsealed(file, dataFolder(dataDir).database);
    const half = fileOf(dataFolder(dataDir).blobs, id);
    mkdirSync(dirname(half), { recursive: true });
    writeFileSync(half, 'half');
    expect(await contentIn(dataDir, name)).toHaveLength(2_500_000);
    const connection = openConnection({ file: dataFolder(dataDir).database, readOnly: true });
    const tables = connection.all("select name from sqlite_schema where name like 'parley_backup%'");
    connection.close();
    expect(tables).toEqual([]);
  });

  test('with a changed file are refused before anything is replaced', async () => {
    await store(bytesOf('verified'));
    const { file } = await save();
    const forged = join(tempFolder(), 'forged.backup');
    await copyUnsealed(file, forged);
    const connection = openConnection({ file: forged });
    connection.exec("update parley_backup_files set content = x'00' where part = 0");
    connection.close();
    await seal(forged);
    const dataDir = join(tempFolder(), 'data');
    await expect(restore({ file: forged, dataDir, migrations, now })).rejects.toThrow(
      /Nothing was restored: forged\.backup is corrupt: its copy of the file blob_\w+ differs from the original\./,
    );
    expect(readdirSync(dataDir)).toEqual(['lock.db']);
  });

  test('taken while files come and go hold exactly the files of their rows', async () => {
    let busy = true;
    const { blobs } = parley.features;
    const life = async (index: number) => {
      for (let turn = 0; busy; turn += 1) {
        const { name } = await store(bytesOf(`turn ${turn} of ${index}`, Buffer.alloc(20_000)));
        if (turn % 2 === 0) await parley.db.write(blobs.release(name));
        await blobs.sweep();
      }
    };
    const lives = [0, 1, 2].map(life);
    for (let time = 0; time < 3; time += 1) {
      const { file, files } = await save();
      expect(files?.lost).toEqual([]);
      await restore({ file, dataDir: join(tempFolder(), 'data'), migrations, now });
    }
    busy = false;
    await Promise.all(lives);
  });

  test('keep what is released until they are complete', async () => {
    const { name } = await store(bytesOf('released during the backup'));
    const stored = await storedFiles(parley, 'sqlite');
    await keepingFiles(dataFolder(parley.dataDir).blobs, async () => {
      await parley.db.write(parley.features.blobs.release(name));
      await parley.features.blobs.sweep();
      expect(await storedFiles(parley, 'sqlite')).toBe(stored);
    });
    await parley.features.blobs.sweep();
    expect(await storedFiles(parley, 'sqlite')).toBeLessThan(stored);
  });

  test('taken before a migration hold the rows only, and leave the files as they are', async () => {
    const { name } = await store(bytesOf('in the folder'));
    await takeSnapshot({ dataDir: parley.dataDir, migration: '0004-next', program: '1', now });
    const { snapshots } = dataFolder(parley.dataDir);
    const [snapshot = ''] = readdirSync(snapshots);
    const connection = openConnection({ file: join(snapshots, snapshot), readOnly: true });
    const tables = connection.all("select name from sqlite_schema where name like 'parley_backup%'");
    connection.close();
    expect(tables).toEqual([{ name: 'parley_backup' }]);
    expect(String(await readAll((await parley.features.blobs.read(name))?.content))).toBe('in the folder');
  });
});

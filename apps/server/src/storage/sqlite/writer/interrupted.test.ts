import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  buildStorageChild,
  canInjectFaults,
  runStorageChild,
} from '../../../../testing/databases/run-storage-child.ts';
import {
  folderWithNote,
  migrations,
  note,
  notesIn,
  now,
  openNotes,
  secretsIn,
} from '../../../../testing/processes/note-folders.ts';
import { tempFolder } from '../../../../testing/temp-folder.ts';
import { dataFolder } from '../../opening/data-folder.ts';
import { backup } from '../backup/backup.ts';
import { restore } from '../backup/restore.ts';

beforeAll(buildStorageChild);

/** System calls that change the state after a kill: names, durability and content. */
const names = 'link,linkat,rename,renameat,renameat2,unlink,unlinkat,ftruncate';
const syncs = 'fsync,fdatasync';
const content = 'pwrite64';

/** Kill at every call of the first two groups and at every fourth write. */
const sweeps = [
  [names, 1],
  [syncs, 1],
  [content, 4],
] as const;

/** An upper bound: no operation needs more. */
const maxKills = 80;

interface Run {
  readonly prepare: () => string[];
  readonly check: (args: string[]) => Promise<void>;
}

/**
 * Runs a child repeatedly and kills it before a given call: the first, then `step` calls later each time. Stops once a
 * run completes. `prepare` returns its arguments; `check` inspects the state after each run. Returns the number of
 * kills.
 */
async function killAtEach(calls: string, step: number, run: Run): Promise<number> {
  for (let kills = 0; kills < maxKills; kills += 1) {
    const args = run.prepare();
    const inject = `inject=${calls}:signal=SIGKILL:when=${kills * step + 1}`;
    const child = runStorageChild(args, [
      'strace',
      '-f',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      `trace=${calls}`,
      '-e',
      inject,
    ]);
    const code = await child.ended;
    await run.check(args);
    if (code === 0) return kills;
  }
  throw new Error(`No run completed within ${maxKills} kills.`);
}

describe.runIf(canInjectFaults)('killed at any system call (by strace)', () => {
  test.each(sweeps)(
    'a restore leaves either the old or the new state: %s',
    { timeout: 120_000 },
    async (calls, step) => {
      const file = join(tempFolder(), 'parley.backup');
      await backup({ dataDir: await folderWithNote('new', 'new secrets'), file, program: '1.2.3', now });
      const old = await killedServer();
      const seen = new Set<string>();
      const kills = await killAtEach(calls, step, {
        prepare() {
          const dataDir = join(tempFolder(), 'data');
          cpSync(old, dataDir, { recursive: true });
          return ['restore', dataDir, file];
        },
        async check([, dataDir = '']) {
          const state = `${(await notesIn(dataDir)).join(', ')} with ${secretsIn(dataDir)}`;
          expect(['old, in the log with old secrets', 'new with new secrets']).toContain(state);
          seen.add(state);
        },
      });
      expect(kills).toBeGreaterThan(3);
      expect(seen.size).toBe(2);
    },
  );

  test('a backup is either complete or absent', { timeout: 120_000 }, async () => {
    const dataDir = await folderWithNote('saved', 'saved secrets');
    const kills = await killAtEach(names, 1, {
      prepare: () => ['backup', dataDir, join(tempFolder(), 'parley.backup')],
      async check([, , file = '']) {
        if (!existsSync(file)) return;
        const target = tempFolder();
        await restore({ file, dataDir: target, migrations, now });
        expect(await notesIn(target)).toEqual(['saved']);
      },
    });
    expect(kills).toBeGreaterThan(3);
  });
});

/** The data folder of a killed server: its second note is only in the write-ahead log. */
async function killedServer(): Promise<string> {
  const dataDir = await folderWithNote('old', 'old secrets');
  const db = await openNotes(dataDir);
  await db.write([note('in the log')]);
  const copy = tempFolder();
  for (const suffix of ['', '-wal']) {
    writeFileSync(dataFolder(copy).database + suffix, readFileSync(dataFolder(dataDir).database + suffix));
  }
  writeFileSync(dataFolder(copy).secrets, secretsIn(dataDir));
  return copy;
}

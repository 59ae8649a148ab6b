import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderWithNote, migrations, note, notesIn, now, openNotes, secretsIn } from '../../../testing/note-folders.ts';
import { buildStorageChild, canInjectFaults, runStorageChild } from '../../../testing/run-storage-child.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';
import { dataFolder } from '../data-folder.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

beforeAll(buildStorageChild);

/** The system calls that change what a kill leaves: names, the order in which things are stored, and content. */
const names = 'link,linkat,rename,renameat,renameat2,unlink,unlinkat,ftruncate';
const syncs = 'fsync,fdatasync';
const content = 'pwrite64';

/** Every one of the first two; of the many writes every fourth. */
const sweeps = [
  [names, 1],
  [syncs, 1],
  [content, 4],
] as const;

/** More than any of the operations needs. */
const mostCalls = 80;

interface Run {
  readonly prepare: () => string[];
  readonly check: (args: string[]) => Promise<void>;
}

/**
 * Runs a child again and again, killed just before its first of these calls, then before one `step` calls later,
 * until one run gets through; `prepare` gives its arguments and `check` looks at what each kill left.
 * Gives the number of kills.
 */
async function killAtEach(calls: string, step: number, run: Run): Promise<number> {
  for (let kills = 0; kills < mostCalls; kills += 1) {
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
  throw new Error(`After ${mostCalls} kills no run has got through.`);
}

describe.runIf(canInjectFaults)('killed at any system call (strace kills it)', () => {
  test.each(sweeps)('a restore leaves the old state or the new one: %s', { timeout: 120_000 }, async (calls, step) => {
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
  });

  test('a backup is whole or is not there', { timeout: 120_000 }, async () => {
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

/** The data folder of a server that was killed: its second note is in the write-ahead log alone. */
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

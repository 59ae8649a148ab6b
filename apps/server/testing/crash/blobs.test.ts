// @module-tag sql

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '../../src/ids.ts';
import { between, createRandom, type Random } from '../../src/random.ts';
import type { Blobs } from '../../src/storage/blobs/blobs.ts';
import { openBlobs } from '../../src/storage/blobs/open-stores.ts';
import type { Database, Engine } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { dataFolder } from '../../src/storage/opening/data-folder.ts';
import { openDatabase } from '../../src/storage/opening/open-database.ts';
import { engines } from '../databases/engines.ts';
import { buildStorageChild, runStorageChild, type StorageChild } from '../databases/run-storage-child.ts';
import { emptyDatabase } from '../databases/temp-postgres.ts';
import { contentOf, ownersIn } from '../fixtures/blob-owners.ts';
import { readAll } from '../fixtures/blobs.ts';
import { makeInhabitant, makeWorkspace } from '../fixtures/people.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { tempFolder } from '../temp-folder.ts';

const kills = runs(4, 'PARLEY_TEST_BLOB_KILLS');

/** Processes at a time: only one may use an embedded database. */
const processes = { sqlite: 1, postgres: 2 };

/** The clock goes on by so much from kill to kill, in ms: some uploads outlive their hour under later processes. */
const perKill = 25 * 60_000;

/** Longer than an upload waits for its owner, in ms. */
const grace = 2 * 60 * 60_000;

/** Every so many kills, all that has no owner is swept. Between them only the processes sweep. */
const sweepEvery = 3;

const seed = announceSeed('testing/crash/blobs');

describe.each(engines)('processes on %s that are killed while they store files', (engine) => {
  beforeAll(buildStorageChild);

  // An even kill waits for an owner, so that slow machines have some.
  test(`nothing is lost or left behind, ${kills} times`, { timeout: 120_000 + kills * 20_000 }, async () => {
    const random = createRandom(seed);
    const place = await makePlace(engine);
    const { db, dataDir } = place;
    let [interrupted, held] = [0, 0];
    for (let kill = 1; kill <= kills; kill += 1) {
      const ahead = kill * perKill;
      const start = () => runStorageChild(['blobs', dataDir, `${seed + kill}`, `${ahead}`, ...place.url]);
      const children = Array.from({ length: processes[engine] }, start);
      await killAll(children, { random, awaited: kill % 2 === 0 ? 'held' : 'ready' });
      await sessionsEnded(db);
      const lines = children.flatMap((child) => child.lines);
      expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
      interrupted += (await unowned(db)).length;
      held += lines.filter((line) => line === 'held').length;

      const blobs = openBlobs({ dataDir, s3: undefined }, { db, now: () => Date.now() + ahead + grace, newId });
      await expectWhole(place, blobs);
      if (kill % sweepEvery === 0 || kill === kills) await expectSwept(place, blobs);
    }
    // Otherwise the kills came too early to prove anything.
    expect(interrupted).toBeGreaterThan(0);
    expect(held).toBeGreaterThan(0);
    await place.close();
  });
});

/** An empty installation with workspaces. */
interface Place {
  readonly db: Database;
  readonly dataDir: string;
  /** The database server's URL, if there is one. */
  readonly url: readonly string[];
  readonly workspaces: readonly string[];
  close(): Promise<void>;
}

async function makePlace(engine: Engine): Promise<Place> {
  const dataDir = join(tempFolder(), 'data');
  const database = engine === 'postgres' ? await emptyDatabase() : undefined;
  const onFatal = (error: Error) => {
    throw error;
  };
  // Another name than that of the processes that are killed.
  const databaseUrl = database && `${database.url}?application_name=test`;
  const db = await openDatabase({ dataDir, databaseUrl, now: Date.now, onFatal, onNotice: () => {} });
  await migrate(db, { migrations, now: Date.now });
  const { account } = await makeInhabitant({ db }, 'Owner');
  const make = () => makeWorkspace({ db }, account, new Map());
  const workspaces = await Promise.all([make(), make(), make()]);
  const close = async () => {
    await db.close();
    await database?.drop();
  };
  return { db, dataDir, url: database === undefined ? [] : [database.url], workspaces, close };
}

interface Killing {
  readonly random: Random;
  /** The line of the first process after which they are killed. */
  readonly awaited: 'ready' | 'held';
}

/** Kills processes at random times after they have started, one after the other. */
async function killAll(children: readonly StorageChild[], { random, awaited }: Killing): Promise<void> {
  await Promise.all(children.map((child) => child.line('ready')));
  await children[0]?.line(awaited);
  for (const child of children) {
    await new Promise((resolve) => setTimeout(resolve, between(random, 0, 200)));
    await child.kill();
  }
}

/** Waits until the server has ended the sessions of killed processes; a last statement may still be committed. */
async function sessionsEnded(db: Database): Promise<void> {
  if (db.engine === 'sqlite') return;
  const sql = `select pid from pg_stat_activity
    where datname = current_database() and application_name <> 'test' and backend_type = 'client backend'`;
  await vi.waitFor(async () => expect(await db.read({ sql, parameters: [] })).toEqual([]), { timeout: 20_000 });
}

/** The files that no owner holds. */
const unowned = (db: Database) =>
  db.read(db.query.selectFrom('blob_files').select('id').where('remove_after', 'is not', null));

/** Expects that every content that an owner holds can be read, and that no file is without a row. */
async function expectWhole({ db, dataDir }: Place, blobs: Blobs): Promise<void> {
  for (const { content, ...name } of await ownersIn(db)) {
    const blob = await blobs.read(name);
    expect((await readAll(blob?.content)).equals(contentOf(content)), JSON.stringify(name)).toBe(true);
  }
  const known = new Set(await notedFiles(db));
  expect((await storedFiles(db, dataDir)).filter((file) => !known.has(file))).toEqual([]);
}

/** Sweeps, and expects that files, rows and sums are exactly those of the owners. */
async function expectSwept({ db, dataDir, workspaces }: Place, blobs: Blobs): Promise<void> {
  await blobs.sweep();
  const refs: Record<string, number> = {};
  const sizes = new Map<string, number>();
  for (const { workspaceId, hash, content } of await ownersIn(db)) {
    const name = `${workspaceId} ${hash}`;
    refs[name] = (refs[name] ?? 0) + 1;
    sizes.set(name, contentOf(content).length);
  }
  const rows = await db.read(db.query.selectFrom('blobs').selectAll());
  expect(Object.fromEntries(rows.map((row) => [`${row.workspace_id} ${row.hash}`, row.refs]))).toEqual(refs);
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(await blobs.usage(workspaces)).toEqual({ files: sizes.size, bytes });

  expect(await unowned(db)).toEqual([]);
  const files = await db.read(db.query.selectFrom('blob_files').select('id'));
  expect(files.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
  expect((await storedFiles(db, dataDir)).sort()).toEqual((await notedFiles(db)).sort());
}

/** The files that rows know, as `storedFiles` names them. */
async function notedFiles(db: Database): Promise<string[]> {
  const rows = await db.read(db.query.selectFrom('blob_files').select(['id', 'large_object']));
  if (db.engine === 'sqlite') return rows.map(({ id }) => id);
  return rows.flatMap(({ large_object: number }) => (number === null ? [] : [String(number)]));
}

/** The files in the store: their IDs in the data folder, or the numbers of large objects. */
async function storedFiles(db: Database, dataDir: string): Promise<string[]> {
  if (db.engine === 'postgres') {
    const sql = 'select oid::bigint as number from pg_catalog.pg_largeobject_metadata';
    return (await db.read<{ number: number }>({ sql, parameters: [] })).map(({ number }) => String(number));
  }
  const { blobs } = dataFolder(dataDir);
  if (!existsSync(blobs)) return [];
  const folders = readdirSync(blobs, { withFileTypes: true, recursive: true });
  return folders.filter((entry) => entry.isFile()).map(({ name }) => name);
}

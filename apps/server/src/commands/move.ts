import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createSecrets } from '../access/secrets.ts';
import { readConfig } from '../config.ts';
import { dataFolder } from '../storage/data-folder.ts';
import { isDatabaseUrl } from '../storage/database-url.ts';
import { publish } from '../storage/files.ts';
import { migrate } from '../storage/migrate.ts';
import { migrations } from '../storage/migrations/index.ts';
import { type MovedTable, moveRows, type Progress } from '../storage/move/move.ts';
import { openSource, type Source } from '../storage/move/source.ts';
import { openTarget } from '../storage/move/target.ts';
import { openDatabase } from '../storage/open-database.ts';
import { checkPepper } from '../storage/pepper-check.ts';
import { openPostgres } from '../storage/postgres/open.ts';
import { addressOf } from '../storage/postgres/open-error.ts';
import { readOrMakePepper } from '../storage/secret-file.ts';
import { takeSnapshot } from '../storage/sqlite/backup.ts';
import { busyTimeout } from '../storage/sqlite/driver.ts';
import { lockDataFolder } from '../storage/sqlite/lock.ts';
import { version } from '../version.ts';
import type { CommonOptions } from './runtime.ts';

const now = () => Date.now();

/** How often the progress of one table is told, in milliseconds. */
const tellEvery = 1_000;

/** How much longer than a command waits for the database the move holds it, in milliseconds. */
const margin = 1_000;

interface MoveOptions extends CommonOptions {
  /** The data folder; `--data-dir` and PARLEY_DATA_DIR in its absence. */
  readonly from?: string;
  /** Where to: `postgres://…`; DATABASE_URL in its absence, so that no password has to stand in a command line. */
  readonly to?: string;
}

/**
 * `parley move`: copies a whole embedded installation into an empty database on PostgreSQL, all of it or nothing, and
 * leaves a note in the folder so that nobody goes on writing there. The pepper stays where it is.
 */
export async function move(options: MoveOptions): Promise<void> {
  const config = readConfig(undefined, options.from ?? options.dataDir);
  const url = options.to ?? config.databaseUrl;
  if (url === undefined) throw new Error('Say where to: --to postgres://…, or DATABASE_URL.');
  if (!isDatabaseUrl(url)) throw new Error('The target must begin with postgres://.');
  const folder = dataFolder(resolve(config.dataDir));
  if (!existsSync(folder.database)) throw new Error(`There is no database in ${folder.folder} to move.`);
  const lock = lockDataFolder(folder.folder);
  try {
    const pepper = config.keyPepper ?? (await readOrMakePepper(folder.folder));
    await prepareSource(folder.folder, pepper);
    const source = openSource(folder.database);
    const tables = await moveInto(url, source, () => leaveNote(folder.moved, url)).finally(source.close);
    const advice =
      config.keyPepper === undefined ? fileAdvice(folder) : 'Keep PARLEY_KEY_PEPPER as it is, for every process.';
    print(options, tables, [`Moved to ${addressOf(url)}.`, advice]);
  } finally {
    lock.close();
  }
}

const time = () => new Date(now()).toISOString();

/** Says in the folder where its data went, durably. */
async function leaveNote(file: string, url: string): Promise<void> {
  const note = `The data of this folder was moved to ${addressOf(url)} at ${time()}.\n`;
  await writeFile(`${file}.new`, note, { mode: 0o600 });
  await publish(`${file}.new`, file);
  // A command that began before the note was there may be waiting to write: it gives up before the file is free.
  tell('Moved; waiting for commands that began meanwhile to give up.');
  await setTimeout(busyTimeout + margin);
}

const fileAdvice = ({ folder, secrets }: { folder: string; secrets: string }) =>
  `The keys need the pepper in ${secrets}: serve with DATABASE_URL set and --data-dir ${folder}; for processes on other ` +
  'machines copy that file into their data folders.';

/** Brings the source to this program's schema, so that both ends have the same tables, and checks its pepper. */
async function prepareSource(dataDir: string, pepper: string): Promise<void> {
  const onFatal = (error: Error) => {
    throw error;
  };
  const db = await openDatabase({ dataDir, databaseUrl: undefined, now, onFatal, onNotice: tell });
  try {
    const snapshot = (migration: string) => takeSnapshot({ dataDir, program: version, now, migration });
    await migrate(db, { migrations, now, snapshot });
    await checkPepper(db, createSecrets(pepper).check);
  } finally {
    await db.close();
  }
}

/** Copies the source, and says so (`note`) while nobody else can write to it: what came after that would be lost. */
async function moveInto(url: string, source: Source, note: () => Promise<void>): Promise<MovedTable[]> {
  const target = await openTarget(url);
  try {
    // Before anything is changed there: what is not empty may be somebody else's.
    await target.demandEmpty(source.tables);
    const db = await openPostgres({ url, connections: 2, onNotice: tell });
    await migrate(db, { migrations, now }).finally(db.close);
    const tables = await moveRows(source, target, createProgress());
    await note();
    return tables;
  } finally {
    await target.close();
  }
}

/** Tells how far a table has come, once a second, and when it is done. */
function createProgress(): (progress: Progress) => void {
  let told = 0;
  return ({ table, rows, of }) => {
    if (rows < of && performance.now() - told < tellEvery) return;
    told = performance.now();
    tell(`${table}: ${rows} of ${of} rows`);
  };
}

const tell = (message: string) => {
  process.stderr.write(`${message}\n`);
};

function print(options: CommonOptions, tables: readonly MovedTable[], advice: readonly string[]): void {
  const lines = tables.map(
    ({ table, rows, digest }) => `${table.padEnd(24)} ${String(rows).padStart(10)} rows  ${digest}`,
  );
  const text = [...lines, ...advice].join('\n');
  process.stdout.write(`${options.json === true ? JSON.stringify({ tables, advice }) : text}\n`);
}

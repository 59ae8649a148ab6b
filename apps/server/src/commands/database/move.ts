import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createSecrets } from '../../access/secrets.ts';
import { readConfig } from '../../config/config.ts';
import { publish } from '../../storage/files.ts';
import { migrations } from '../../storage/migrations/index.ts';
import { migrate } from '../../storage/migrations/migrate.ts';
import { type MovedTable, moveRows } from '../../storage/move/move.ts';
import { openSource, type Source } from '../../storage/move/source.ts';
import { openTarget } from '../../storage/move/target.ts';
import { dataFolder } from '../../storage/opening/data-folder.ts';
import { isDatabaseUrl } from '../../storage/opening/database-url.ts';
import { openDatabase } from '../../storage/opening/open-database.ts';
import { openPostgres } from '../../storage/postgres/open.ts';
import { addressOf } from '../../storage/postgres/open-error.ts';
import type { Report } from '../../storage/progress.ts';
import { checkPepper } from '../../storage/secrets/pepper-check.ts';
import { readOrMakePepper } from '../../storage/secrets/secret-file.ts';
import { takeSnapshot } from '../../storage/sqlite/backup/backup.ts';
import { busyTimeout } from '../../storage/sqlite/driver.ts';
import { lockDataFolder } from '../../storage/sqlite/lock.ts';
import { version } from '../../version.ts';
import { withProgress } from '../output/progress.ts';
import type { CommonOptions } from '../runtime.ts';
import { noteEvent, noteEventIn } from './note-event.ts';

const now = () => Date.now();

/** Time in ms for which the move locks the database beyond the longest wait of a command. */
const margin = 1_000;

interface MoveOptions extends CommonOptions {
  /** The data folder from `--data-dir`, or else from PARLEY_DATA_DIR. */
  readonly from?: string;
  /** The target, `postgres://…`. Defaults to DATABASE_URL, so that no password has to appear in a command line. */
  readonly to?: string;
}

/**
 * `parley move`: copies an embedded installation into an empty PostgreSQL database, in full or not at all. Leaves a
 * note in the folder, so that no command writes there any more. The pepper stays in the folder.
 */
export async function move(options: MoveOptions): Promise<void> {
  const config = readConfig(undefined, options.from ?? options.dataDir);
  const url = options.to ?? config.databaseUrl;
  if (url === undefined) throw new Error('Name the target: --to postgres://…, or DATABASE_URL.');
  if (!isDatabaseUrl(url)) throw new Error('The target must begin with postgres://.');
  const folder = dataFolder(resolve(config.dataDir));
  if (!existsSync(folder.database)) throw new Error(`There is no database in ${folder.folder} to move.`);
  const lock = lockDataFolder(folder.folder);
  try {
    const pepper = config.keyPepper ?? (await readOrMakePepper(folder.folder));
    const tables = await withProgress(async (report) => {
      await prepareSource(folder.folder, pepper);
      const source = openSource(folder.database);
      const note = () => leaveNote(folder.moved, { url, report });
      return moveInto(url, source, { note, report }).finally(source.close);
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    await noteEvent({ dataDir: folder.folder, databaseUrl: url }, { type: 'database.moved', data: { rows } });
    const advice =
      config.keyPepper === undefined ? fileAdvice(folder) : 'Keep PARLEY_KEY_PEPPER as it is, for every process.';
    print(options, tables, [`Moved to ${addressOf(url)}.`, advice]);
  } finally {
    lock.close();
  }
}

const time = () => new Date(now()).toISOString();

/** Writes durably into the folder where its data went. */
async function leaveNote(file: string, { url, report }: { url: string; report: Report }): Promise<void> {
  const note = `The data of this folder was moved to ${addressOf(url)} at ${time()}.\n`;
  await writeFile(`${file}.new`, note, { mode: 0o600 });
  await publish(`${file}.new`, file);
  // A command that started before the note may be waiting to write; it gives up before the file is unlocked.
  report({ what: 'Moved; waiting for commands that began meanwhile to give up' });
  await setTimeout(busyTimeout + margin);
}

const fileAdvice = ({ folder, secrets }: { folder: string; secrets: string }) =>
  `The keys need the pepper in ${secrets}: serve with DATABASE_URL set and --data-dir ${folder}; for processes on ` +
  'other machines copy that file into their data folders.';

/** Migrates the source to this program's schema, so that both ends have the same tables. Checks its pepper. */
async function prepareSource(dataDir: string, pepper: string): Promise<void> {
  const onFatal = (error: Error) => {
    throw error;
  };
  const db = await openDatabase({ dataDir, databaseUrl: undefined, now, onFatal, onNotice: tell });
  try {
    const snapshot = (migration: string) => takeSnapshot({ dataDir, program: version, now, migration });
    const applied = await migrate(db, { migrations, now, snapshot });
    if (applied.length > 0) await noteEventIn(db, { type: 'database.migrated', data: { migrations: applied } });
    await checkPepper(db, createSecrets(pepper).check);
  } finally {
    await db.close();
  }
}

/** Copies the source and writes the note while the source is locked: later writes would be lost. */
async function moveInto(
  url: string,
  source: Source,
  { note, report }: { note: () => Promise<void>; report: Report },
): Promise<MovedTable[]> {
  const target = await openTarget(url);
  try {
    // Check before any change: a database that isn't empty may belong to another installation.
    await target.demandEmpty(source.tables);
    const db = await openPostgres({ url, connections: 2, onNotice: tell });
    await migrate(db, { migrations, now }).finally(db.close);
    const tables = await moveRows(source, target, report);
    await note();
    return tables;
  } finally {
    await target.close();
  }
}

/** A notice of the database; it isn't part of the answer. */
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

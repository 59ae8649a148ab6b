import { readConfig } from '../config.ts';
import { migrations } from '../storage/migrations/index.ts';
import { backup as writeBackup } from '../storage/sqlite/backup.ts';
import { restore as readBackup } from '../storage/sqlite/restore.ts';
import { version } from '../version.ts';
import { type CommonOptions, openRuntime } from './runtime.ts';

const now = () => Date.now();

const print = (options: CommonOptions, result: unknown, text: string) => {
  process.stdout.write(`${options.json === true ? JSON.stringify(result) : text}\n`);
};

/** `parley migrate`: brings the database to this program's schema. `serve` does so by itself. */
export async function migrateDatabase(options: CommonOptions): Promise<void> {
  const runtime = await openRuntime(options);
  await runtime.close();
  const { migrated } = runtime;
  print(
    options,
    { migrated, version },
    migrated.length === 0 ? 'The database is up to date.' : `Applied ${migrated.join(', ')}.`,
  );
}

/** A database server is backed up by its own tools, which this program does not imitate. */
function refuseServer(databaseUrl: string | undefined, advice: string): void {
  if (databaseUrl !== undefined) throw new Error(`The database is on PostgreSQL, which has its own tools: ${advice}`);
}

/** `parley backup FILE`: one file with the database and the secrets kept beside it; a server may run meanwhile. */
export async function backup(file: string, options: CommonOptions): Promise<void> {
  const { dataDir, databaseUrl } = readConfig(undefined, options.dataDir);
  refuseServer(
    databaseUrl,
    'use pg_dump --format=custom, and keep PARLEY_KEY_PEPPER (or secrets.json of the data folder) with the dump.',
  );
  await writeBackup({ dataDir, file, program: version, now });
  print(options, { file }, `Backed up ${dataDir} to ${file}.`);
}

/** `parley restore FILE`: verifies the backup, then puts it in the place of the database, which is kept aside. */
export async function restore(file: string, options: CommonOptions): Promise<void> {
  const { dataDir, databaseUrl } = readConfig(undefined, options.dataDir);
  refuseServer(
    databaseUrl,
    'use pg_restore on a dump of pg_dump, with the PARLEY_KEY_PEPPER (or secrets.json) that was kept with it.',
  );
  const restored = await readBackup({ file, dataDir, migrations, now });
  const { createdAt, kept } = restored;
  const before = kept === undefined ? '' : `\nThe database that was there before is kept as ${kept}.`;
  print(options, restored, `Restored ${file} into ${dataDir}; it was made at ${createdAt}.${before}`);
}

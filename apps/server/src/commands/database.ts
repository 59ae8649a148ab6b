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

/** `parley backup FILE`: one file with the database and the secrets kept beside it; a server may run meanwhile. */
export async function backup(file: string, options: CommonOptions): Promise<void> {
  const { dataDir } = readConfig(process.env, options.dataDir);
  await writeBackup({ dataDir, file, program: version, now });
  print(options, { file }, `Backed up ${dataDir} to ${file}.`);
}

/** `parley restore FILE`: verifies the backup, then puts it in the place of the database, which is kept aside. */
export async function restore(file: string, options: CommonOptions): Promise<void> {
  const { dataDir } = readConfig(process.env, options.dataDir);
  const restored = await readBackup({ file, dataDir, migrations, now });
  print(options, restored, `Restored ${file} into ${dataDir}; it was made at ${restored.createdAt}.`);
}

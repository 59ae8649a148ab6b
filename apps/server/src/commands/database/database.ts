import { readConfig } from '../../config/config.ts';
import { migrations } from '../../storage/migrations/index.ts';
import { backup as writeBackup } from '../../storage/sqlite/backup/backup.ts';
import type { BackedUpFiles } from '../../storage/sqlite/backup/backup-files.ts';
import { restore as readBackup } from '../../storage/sqlite/backup/restore.ts';
import { version } from '../../version.ts';
import { withProgress } from '../output/progress.ts';
import { type CommonOptions, openRuntime } from '../runtime.ts';
import { abortWhenInterrupted } from '../serve/interrupts.ts';
import { noteEvent } from './note-event.ts';

const now = () => Date.now();

const print = (options: CommonOptions, result: unknown, text: string) => {
  process.stdout.write(`${options.json === true ? JSON.stringify(result) : text}\n`);
};

/** `parley migrate`: brings the database to this program's schema. `serve` does that at start. */
export async function migrateDatabase(options: CommonOptions): Promise<void> {
  const runtime = await withProgress((report) => openRuntime({ ...options, report }));
  await runtime.close();
  const { migrated } = runtime;
  print(
    options,
    { migrated, version },
    migrated.length === 0 ? 'The database is up to date.' : `Applied ${migrated.join(', ')}.`,
  );
}

/** PostgreSQL has its own backup tools, which this program doesn't replace. */
function refuseServer(databaseUrl: string | undefined, advice: string): void {
  if (databaseUrl !== undefined) throw new Error(`The database is on PostgreSQL, which has its own tools: ${advice}`);
}

/**
 * `parley backup FILE`: writes the database, its secrets and the stored files to one file. A server may run meanwhile.
 * Refuses to replace a file without `--force`.
 */
export async function backup(file: string, options: CommonOptions & { readonly force?: boolean }): Promise<void> {
  const { dataDir, databaseUrl } = readConfig(undefined, options.dataDir);
  refuseServer(
    databaseUrl,
    'use pg_dump --format=custom, and keep PARLEY_KEY_PEPPER (or secrets.json of the data folder) with the dump.',
  );
  const signal = abortWhenInterrupted(options);
  const files = await withProgress((report) =>
    writeBackup({ dataDir, file, program: version, now, replace: options.force === true, report, signal }),
  );
  await noteEvent({ dataDir }, { type: 'backup.created', data: {} });
  print(options, { file, ...files }, [`Backed up ${dataDir} to ${file}.`, ...aboutFiles(files)].join('\n'));
}

/** Says which stored files a backup contains, and which it doesn't. */
function aboutFiles({ files, lost, inBucket }: BackedUpFiles = { files: 0, lost: [], inBucket: 0 }): string[] {
  const lines: string[] = [];
  if (files > 0) lines.push(`It contains ${files} stored ${files === 1 ? 'file' : 'files'}.`);
  if (inBucket > 0) lines.push(`${inBucket} stored files are in the bucket and not in the backup: back it up, too.`);
  if (lost.length > 0)
    lines.push(`WARNING: ${lost.length} stored files are lost or changed; parley doctor names them.`);
  return lines;
}

/** `parley restore FILE`: verifies the backup and then replaces the database, which is kept under another name. */
export async function restore(file: string, options: CommonOptions): Promise<void> {
  const { dataDir, databaseUrl } = readConfig(undefined, options.dataDir);
  refuseServer(
    databaseUrl,
    'use pg_restore on a dump of pg_dump, with the PARLEY_KEY_PEPPER (or secrets.json) that was kept with it.',
  );
  const signal = abortWhenInterrupted(options);
  const restored = await withProgress((report) => readBackup({ file, dataDir, migrations, now, report, signal }));
  const { createdAt, kept } = restored;
  await noteEvent({ dataDir }, { type: 'backup.restored', data: { createdAt } });
  const before = kept === undefined ? '' : `\nThe database that was there before is kept as ${kept}.`;
  print(options, restored, `Restored ${file} into ${dataDir}; it was made at ${createdAt}.${before}`);
}

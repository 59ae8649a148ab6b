import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { publish } from '../../files.ts';
import { dataFolder, fileTime } from '../../opening/data-folder.ts';
import { quietly, type Report } from '../../progress.ts';
import { type Connection, openConnection } from '../driver.ts';
import { openError } from '../failures.ts';
import { dropFiles, extractFiles, hasFiles } from './backup-files.ts';
import { backupTable, hasFacts, readFacts } from './backup-format.ts';

/**
 * Completes a restore. A restored database still contains its secrets and stored files, so that one rename replaces
 * them all; this moves them to their own files and removes them from the database. Runs after a restore, and before
 * every opening of the database in case a restore was interrupted; idempotent. Read the secrets from their file only
 * afterwards. `now` returns ms since 1970.
 */
export async function finishRestore(dataDir: string, now: () => number, report: Report = quietly): Promise<void> {
  const paths = dataFolder(dataDir);
  const connection = existsSync(paths.database) ? openUnfinished(paths.database) : undefined;
  if (connection === undefined) return;
  try {
    // Overwrite freed pages with zeros: the secrets must not stay in the database file.
    connection.exec('pragma secure_delete = on; pragma synchronous = full; begin immediate');
    // Another process may have completed the restore already.
    if (!hasFacts(connection)) return;
    const { secrets } = readFacts(connection);
    if (secrets !== undefined) await replaceSecrets(paths.secrets, secrets, fileTime(now()));
    const withFiles = hasFiles(connection);
    if (withFiles) {
      await extractFiles(connection, paths.blobs, report);
      dropFiles(connection);
    }
    connection.exec(`drop table ${backupTable}; commit`);
    if (withFiles) giveBackSpace(connection);
  } finally {
    connection.close();
  }
}

/** Opens the database if it still contains its secrets. Throws one sentence if it can't be opened. */
function openUnfinished(database: string): Connection | undefined {
  let connection: Connection | undefined;
  try {
    // Not read-only: an interrupted run may have left a journal, and rolling it back needs write access.
    connection = openConnection({ file: database });
    if (hasFacts(connection)) return connection;
  } catch (error) {
    connection?.close();
    throw openError(database, error);
  }
  connection.close();
  return undefined;
}

/** Shrinks the database by the space that the files took in it. */
function giveBackSpace(connection: Connection): void {
  try {
    connection.exec('vacuum');
  } catch {
    // Needs as much free space as the database. Without it the database is larger than it must be, and right.
  }
}

async function replaceSecrets(file: string, secrets: Uint8Array, time: string): Promise<void> {
  if (existsSync(file)) {
    if (Buffer.compare(await readFile(file), secrets) === 0) return;
    await link(file, `${file}.before-restore-${time}`);
  }
  const fresh = `${file}.restoring`;
  await rm(fresh, { force: true });
  await writeFile(fresh, secrets, { mode: 0o600, flag: 'wx' });
  await publish(fresh, file);
}

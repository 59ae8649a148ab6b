import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dataFolder, fileTime } from '../data-folder.ts';
import { publish } from '../files.ts';
import { backupTable, hasFacts, readFacts } from './backup-format.ts';
import { type Connection, openConnection } from './driver.ts';
import { openError } from './failures.ts';

/**
 * Completes a restore. A restored database still carries its secrets, so that one rename brings both; this puts them
 * into their file and wipes them from the database. It runs at the end of a restore, and before each opening of the
 * database in case a restore was interrupted there; it can be repeated, and does nothing where there is nothing to do.
 * Secrets must be read from their file only after it. `now` gives milliseconds since 1970.
 */
export async function finishRestore(dataDir: string, now: () => number): Promise<void> {
  const paths = dataFolder(dataDir);
  const connection = existsSync(paths.database) ? openUnfinished(paths.database) : undefined;
  if (connection === undefined) return;
  try {
    // Freed pages are overwritten with zeros: the secrets must not stay in the database file.
    connection.exec('pragma secure_delete = on; pragma synchronous = full; begin immediate');
    // Another process may have been quicker; the one that comes second finds nothing to do.
    if (!hasFacts(connection)) return;
    const { secrets } = readFacts(connection);
    if (secrets !== undefined) await replaceSecrets(paths.secrets, secrets, fileTime(now()));
    connection.exec(`drop table ${backupTable}; commit`);
  } finally {
    connection.close();
  }
}

/** Opens the database if it still carries its secrets. Throws one sentence where it can't be opened. */
function openUnfinished(database: string): Connection | undefined {
  let connection: Connection | undefined;
  try {
    // Not read-only: what was interrupted here has left a journal, and to roll that back takes writing.
    connection = openConnection({ file: database });
    if (hasFacts(connection)) return connection;
  } catch (error) {
    connection?.close();
    throw openError(database, error);
  }
  connection.close();
  return undefined;
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

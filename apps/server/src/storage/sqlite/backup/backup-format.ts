import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, open, stat } from 'node:fs/promises';
import { quietly, type Report } from '../../progress.ts';
import { type Connection, openConnection, type Row } from '../driver.ts';
import { failureKind, messageOf } from '../failures.ts';
import { hasFiles } from './backup-files.ts';

/**
 * A backup is one file: a copy of the database with extra tables, one for metadata and secrets and one for the stored
 * files. A text line follows, the seal: the SHA-256 of everything before it.
 */
export const backupTable = 'parley_backup';

/** The format versions: without stored files, which every version of the program restores, and with them. */
const formats = { plain: '1', withFiles: '2' };

const sealStart = 'parley-backup sha256 ';
const sealLength = sealStart.length + 64 + 1;

/** The metadata of a backup. */
export interface BackupFacts {
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** The program version that created it. */
  readonly program: string;
  /** The content of the secrets file, if there was one. */
  readonly secrets: Uint8Array | undefined;
}

/** Writes the metadata into a copy of a database. */
export function writeFacts(connection: Connection, { createdAt, program, secrets }: BackupFacts): void {
  connection.exec(`create table ${backupTable} (name text primary key not null, content blob not null)`);
  const insert = connection.prepare(`insert into ${backupTable} (name, content) values (?, ?)`);
  insert.run(['format', hasFiles(connection) ? formats.withFiles : formats.plain]);
  insert.run(['created_at', createdAt]);
  insert.run(['program', program]);
  if (secrets !== undefined) insert.run(['secrets', secrets]);
}

/** True if a database still contains the metadata of a backup. */
export function hasFacts(connection: Connection): boolean {
  return connection.all('select 1 from sqlite_schema where type = ? and name = ?', 'table', backupTable).length === 1;
}

/** Returns the metadata. Throws if it is invalid; the message continues a sentence that starts with the file's name. */
export function readFacts(connection: Connection): BackupFacts {
  if (!hasFacts(connection)) throw new Error('is a database, but not a Parley backup');
  const rows = connection.all(`select name, content from ${backupTable}`);
  const facts = new Map(rows.map((row) => [row['name'], row['content']]));
  const format = String(facts.get('format'));
  if (!Object.values(formats).includes(format))
    throw new Error(`has the backup format ${format}, which this version does not know`);
  const secrets = facts.get('secrets');
  return {
    createdAt: String(facts.get('created_at')),
    program: String(facts.get('program')),
    secrets: secrets instanceof Uint8Array ? secrets : undefined,
  };
}

/** Appends the seal to a finished copy that no connection has open. */
export async function seal(file: string, report: Report = quietly): Promise<void> {
  const hash = createHash('sha256');
  const { size } = await stat(file);
  let done = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    done += chunk.length;
    report({ what: 'Sealing the copy', done, of: size, unit: 'bytes' });
  }
  await appendFile(file, `${sealStart}${hash.digest('hex')}\n`);
}

/**
 * Copies a backup without its seal into a new file with mode 0600. Throws if the seal is missing or doesn't match; the
 * message continues a sentence that starts with the file's name.
 */
export async function copyUnsealed(file: string, target: string, report: Report = quietly): Promise<void> {
  const entry = await stat(file);
  const length = entry.isFile() ? entry.size - sealLength : 0;
  const sealed = length > 0 ? await readSeal(file, length) : undefined;
  if (sealed === undefined) throw new Error('is not a Parley backup, or it is incomplete');
  const hash = createHash('sha256');
  const handle = await open(target, 'wx', 0o600);
  try {
    let done = 0;
    for await (const chunk of createReadStream(file, { end: length - 1 }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      await handle.writeFile(chunk);
      done += chunk.length;
      report({ what: 'Reading the backup', done, of: length, unit: 'bytes' });
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (hash.digest('hex') !== sealed) throw new Error('is corrupt: its checksum does not match its content');
}

async function readSeal(file: string, position: number): Promise<string | undefined> {
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(sealLength), 0, sealLength, position);
    const text = buffer.toString('latin1');
    return text.startsWith(sealStart) && text.endsWith('\n') ? text.slice(sealStart.length, -1) : undefined;
  } finally {
    await handle.close();
  }
}

/**
 * Throws if SQLite finds the database corrupt or a foreign key without its target. The message continues a sentence
 * that starts with the file's name.
 */
export function checkIntegrity(connection: Connection): void {
  const finding = Object.values(firstOf(connection, 'pragma integrity_check(1)') ?? {})[0];
  if (finding !== 'ok') throw new Error(`is corrupt: ${String(finding)}`);
  const orphan = firstOf(connection, 'pragma foreign_key_check');
  if (orphan !== undefined) {
    throw new Error(
      `is corrupt: a row of ${String(orphan['table'])} refers to a row of ${String(orphan['parent'])} that is missing`,
    );
  }
}

/** The first row of a check, which fails by itself if it can't read a page. */
function firstOf(connection: Connection, check: string): Row | undefined {
  try {
    return connection.all(check)[0];
  } catch (error) {
    throw failureKind(error) === 'damaged' ? new Error(`is corrupt: ${messageOf(error)}`, { cause: error }) : error;
  }
}

/** Opens a database file read-only, calls `use`, and closes it. */
export function withReader<Result>(file: string, use: (connection: Connection) => Result): Result {
  const connection = openConnection({ file, readOnly: true });
  try {
    return use(connection);
  } finally {
    connection.close();
  }
}

import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileOf, writeBlobFile } from '../../blobs/folder-store.ts';
import { quietly, type Report } from '../../progress.ts';
import type { Connection } from '../driver.ts';

/** The table of a backup that holds the stored files, in parts. */
const filesTable = 'parley_backup_files';

/** Bytes of a part. */
const partSize = 1024 * 1024;

/** Result of the backup of stored files. */
export interface BackedUpFiles {
  readonly files: number;
  /** The IDs of files whose bytes are lost or changed; the backup is whole but for these. */
  readonly lost: readonly string[];
  /** Files in a bucket, which the backup doesn't contain. */
  readonly inBucket: number;
}

interface HeldFile {
  readonly id: string;
  readonly hash: string;
}

const hasTable = (connection: Connection, name: string) =>
  connection.all('select 1 from sqlite_schema where type = ? and name = ?', 'table', name).length === 1;

/** True if the schema of a database has stored files. */
export const knowsFiles = (connection: Connection): boolean => hasTable(connection, 'blob_files');

/** True if a database still contains the files of a backup. */
export const hasFiles = (connection: Connection): boolean => hasTable(connection, filesTable);

const heldIn = (connection: Connection, store: string) =>
  connection.all(
    'select blobs.id, blobs.hash from blobs join blob_files using (id) where store = ? order by blobs.id',
    store,
  ) as unknown as HeldFile[];

/** Copies the files that a copy of the database holds from their folder into the copy. */
export async function addFiles(copy: Connection, folder: string, report: Report = quietly): Promise<BackedUpFiles> {
  copy.exec(`create table ${filesTable} (id text not null, part integer not null, content blob not null,
    primary key (id, part)) without rowid`);
  const insert = copy.prepare(`insert into ${filesTable} (id, part, content) values (?, ?, ?)`);
  const lost: string[] = [];
  const held = heldIn(copy, 'folder');
  for (const [done, { id, hash }] of held.entries()) {
    report({ what: 'Copying files', done, of: held.length, unit: 'files' });
    copy.exec('begin');
    const found = await addFile(fileOf(folder, id), (part, content) => void insert.run([id, part, content]));
    copy.exec(found === hash ? 'commit' : 'rollback');
    if (found !== hash) lost.push(id);
  }
  return { files: held.length - lost.length, lost, inBucket: heldIn(copy, 's3').length };
}

/** Adds the parts of a file; returns the hash of its bytes, or undefined if it is missing. */
async function addFile(file: string, add: (part: number, content: Buffer) => void): Promise<string | undefined> {
  if (!existsSync(file)) return undefined;
  const hash = createHash('sha256');
  let part = 0;
  for await (const content of createReadStream(file, { highWaterMark: partSize })) {
    hash.update(content);
    add(part, content);
    part += 1;
  }
  if (part === 0) add(0, Buffer.alloc(0));
  return hash.digest('hex');
}

/** Yields the parts of a file in a backup. */
function* partsOf(connection: Connection, id: string): Generator<Uint8Array> {
  const next = connection.prepare(`select content from ${filesTable} where id = ? and part = ?`);
  for (let part = 0; ; part += 1) {
    const [row] = next.all([id, part]);
    if (row === undefined) return;
    yield row['content'] as Uint8Array;
  }
}

const backedUp = (connection: Connection) =>
  connection.all(
    `select id, hash from blobs where id in (select id from ${filesTable}) order by id`,
  ) as unknown as HeldFile[];

/**
 * Throws if a file differs from what was stored; the message continues a sentence that starts with the backup's name.
 */
export function checkFiles(connection: Connection): void {
  for (const { id, hash } of backedUp(connection)) {
    const found = createHash('sha256');
    for (const part of partsOf(connection, id)) found.update(part);
    if (found.digest('hex') !== hash)
      throw new Error(`is corrupt: its copy of the file ${id} differs from the original`);
  }
}

/**
 * Writes the files of a restored database to their folder, durably. Files are never changed and each has a name of its
 * own, so those that are there already stay, and so do those of the database that was replaced.
 */
export async function extractFiles(connection: Connection, folder: string, report: Report): Promise<void> {
  const files = backedUp(connection);
  for (const [done, { id, hash }] of files.entries()) {
    report({ what: 'Writing files', done, of: files.length, unit: 'files' });
    const file = fileOf(folder, id);
    if ((await addFile(file, () => {})) === hash) continue;
    await rm(file, { force: true });
    await writeBlobFile(folder, id, asyncParts(partsOf(connection, id)));
  }
}

async function* asyncParts(parts: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** Removes the files from a restored database. */
export function dropFiles(connection: Connection): void {
  // They aren't secrets of the server, and zeroing them would take as long as writing them.
  connection.exec(`pragma secure_delete = off; drop table ${filesTable}; pragma secure_delete = on`);
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { fileOf } from '../blobs/folder-store.ts';
import type { Connection } from '../postgres/driver.ts';

/** Bytes written or read by one statement. */
const chunkSize = 512 * 1024;

/** Files per read of the list of those to copy. */
const batchSize = 500;

/** Progress of the files: how many are copied, and how many there are. */
export type FilesMoved = (files: number, of: number) => void;

interface FileRow {
  readonly id: string;
  readonly hash: string;
}

/**
 * Copies the files of a data folder into large objects of the transaction that is open on the connection, whose rows
 * are copied already. Reads each back and compares its hash. Files that nothing held stay behind. Throws one sentence
 * if a file is lost or changed.
 */
export async function moveFiles(target: Connection, folder: string, onProgress: FilesMoved): Promise<void> {
  await target.command("delete from blob_files where remove_after is not null and store = 'folder'");
  const { rows: counted } = await target.command("select count(*) as n from blob_files where store = 'folder'");
  const total = Number(counted[0]?.['n'] ?? 0);
  for (let moved = 0; moved < total; ) {
    const { rows } = await target.command(
      `select id, hash from blobs join blob_files using (id) where store = 'folder' order by id limit ${batchSize}`,
    );
    if (rows.length === 0) return;
    for (const row of rows as unknown as FileRow[]) {
      await moveFile(target, fileOf(folder, row.id), row);
      moved += 1;
      onProgress(moved, total);
    }
  }
}

async function moveFile(target: Connection, file: string, { id, hash }: FileRow): Promise<void> {
  const { rows } = await target.command('select lo_create(0)::bigint as object');
  const object = rows[0]?.['object'];
  let position = 0;
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: chunkSize }) as AsyncIterable<Buffer>) {
      await target.ask('select lo_put($1::bigint::oid, $2::bigint, $3::bytea)', [object, position, chunk]);
      position += chunk.length;
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The file ${id} could not be copied, so nothing was moved: ${reason}`, { cause });
  }
  if ((await hashOf(target, { object, bytes: position })) !== hash) {
    throw new Error(
      `The stored file ${id} is not what was uploaded, so nothing was moved; parley doctor lists such files.`,
    );
  }
  await target.ask("update blob_files set store = 'postgres', large_object = $2 where id = $1", [id, object]);
}

/** Reads a large object back and returns its hash. */
async function hashOf(target: Connection, { object, bytes }: { object: unknown; bytes: number }): Promise<string> {
  const hash = createHash('sha256');
  for (let position = 0; position < bytes; position += chunkSize) {
    const values = [object, position, chunkSize];
    const { rows } = await target.ask('select lo_get($1::bigint::oid, $2::bigint, $3::int) as chunk', values);
    hash.update(rows[0]?.['chunk'] as Buffer);
  }
  return hash.digest('hex');
}

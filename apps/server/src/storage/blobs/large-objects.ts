import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { lockRows } from '../sql/lock-rows.ts';
import { one, type Query, statement } from '../unit.ts';
import { type BlobStore, boundsOf, damaged } from './blob-store.ts';

/** Bytes written or read by one statement. */
const chunkSize = 512 * 1024;

/** `INV_READ` of `libpq/libpq-fs.h`. */
const readMode = 0x4_00_00;

const exists = (number: RawBuilder<unknown>) =>
  sql`exists (select 1 from pg_catalog.pg_largeobject_metadata as known where known.oid = (${number})::oid)`;

/**
 * Keeps files as PostgreSQL large objects. A large object is created by the same statement that notes its number in
 * the file's row, and removed likewise, so none is ever without a row. Each chunk is a short transaction of its own.
 */
export function createLargeObjectStore(db: Database): BlobStore {
  const file = (id: string) => db.query.selectFrom('blob_files').where('id', '=', id);
  const update = (id: string) => db.query.updateTable('blob_files').where('id', '=', id);
  const run = <Row>(query: RawBuilder<Row>): Query<Row> => ({ compile: () => query.compile(db.query) });

  const find = async (id: string): Promise<number | undefined> => {
    const [row] = await db.read(file(id).select('large_object'));
    return row?.large_object ?? undefined;
  };
  /** Seeks to the end for the size; undefined if a dump without large objects was restored. */
  const sizeOf = async (number: number): Promise<number | undefined> => {
    const seek = sql<{ bytes: number | null }>`select case when ${exists(sql`${number}::bigint`)}
      then lo_lseek64(lo_open(${number}::bigint::oid, ${readMode}::int), 0, 2) end as bytes`;
    const [row] = await db.read(run(seek));
    return row?.bytes ?? undefined;
  };

  async function* chunksOf(number: number, { start, end }: { start: number; end: number }): AsyncGenerator<Buffer> {
    for (let position = start; position <= end; ) {
      const length = Math.min(chunkSize, end - position + 1);
      const query = sql<{
        chunk: Buffer;
      }>`select lo_get(${number}::bigint::oid, ${position}::bigint, ${length}::int) as chunk`;
      const [row] = await db.read(run(query));
      if (row === undefined || row.chunk.length === 0)
        throw new Error('A large object became shorter while it was read.');
      position += row.chunk.length;
      yield row.chunk;
    }
  }

  const remove = async (id: string): Promise<void> => {
    const unlinked = sql<null>`case when ${exists(sql`large_object`)} and lo_unlink(large_object::oid) = 1 then null::bigint end`;
    const removed = update(id).set({ large_object: unlinked }).where('large_object', 'is not', null);
    // Locked first: of two sweeps at the same time, the second one must see that the first has removed it.
    await db.write([...lockRows(db, () => file(id).select('id')), statement(removed)]);
  };
  const append = async (number: number, chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    let position = 0;
    for await (const chunk of inChunks(chunks)) {
      const put = sql`select lo_put(${number}::bigint::oid, ${position}::bigint, ${chunk}::bytea)`;
      await db.write([statement(run(put))]);
      position += chunk.length;
    }
  };

  return {
    kind: 'postgres',
    write: async (id, chunks) => {
      const created = update(id)
        .set({ large_object: sql<number>`lo_create(0)::bigint` })
        .where('large_object', 'is', null);
      // Locked first: an update that waits for another one runs twice, and would create two.
      const { object } = await db.write({
        locked: lockRows(db, () => file(id).select('id')),
        object: one(created.returning('large_object'), () => damaged(id, 'is written already')),
      });
      const number = Number(object.rows[0]?.large_object);
      try {
        await append(number, chunks);
      } catch (error) {
        // The reason counts; bytes that can't be removed now are removed when the upload's hour is over.
        await remove(id).catch(() => undefined);
        throw error;
      }
    },
    read: async (id, reading) => {
      const number = await find(id);
      const size = number === undefined ? undefined : await sizeOf(number);
      if (number === undefined || size === undefined) throw damaged(id, 'is missing from the database');
      if (size !== reading.bytes) throw damaged(id, `has ${size} bytes in place of ${reading.bytes}`);
      return chunksOf(number, boundsOf(reading));
    },
    remove,
    size: async (id) => {
      const number = await find(id);
      return number === undefined ? undefined : sizeOf(number);
    },
  };
}

/** Joins small chunks and splits large ones, so that a statement carries as much as it may. */
async function* inChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < chunkSize) continue;
    const joined = Buffer.concat(waiting);
    let start = 0;
    for (; joined.length - start >= chunkSize; start += chunkSize) yield joined.subarray(start, start + chunkSize);
    waiting = [joined.subarray(start)];
    bytes = joined.length - start;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

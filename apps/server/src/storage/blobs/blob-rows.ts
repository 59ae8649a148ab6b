import { sql } from 'kysely';
import { AppError } from '../../errors.ts';
import type { Database } from '../database.ts';
import { one, type Statement, statement } from '../unit.ts';
import type { StoreKind } from './blob-store.ts';

/** A file that was stored and that nothing refers to yet. */
export interface Upload {
  readonly id: string;
  /** The SHA-256 of the bytes, in hex. */
  readonly hash: string;
  readonly bytes: number;
}

/** A content of a workspace. */
export interface BlobName {
  readonly workspaceId: string;
  readonly hash: string;
}

/** Facts about a content that a workspace holds. */
export interface BlobFacts {
  readonly id: string;
  readonly store: string;
  readonly bytes: number;
  readonly refs: number;
}

const file = (db: Database, id: string) => db.query.updateTable('blob_files').where('id', '=', id);

const named = (db: Database, { workspaceId, hash }: BlobName) =>
  db.query.selectFrom('blobs').where('workspace_id', '=', workspaceId).where('hash', '=', hash);

/** Returns the statement that notes a file before its first byte is stored. */
export const note = (
  db: Database,
  { id, store, now, removeAfter }: { id: string; store: StoreKind; now: number; removeAfter: number },
): Statement =>
  statement(
    db.query
      .insertInto('blob_files')
      .values({ id, store, large_object: null, remove_after: removeAfter, created_at: now }),
  );

/** True if a stored file still waits for its owner, and no sweep has claimed it. */
export async function isWaiting(db: Database, id: string, now: number): Promise<boolean> {
  const waiting = db.query.selectFrom('blob_files').select('id').where('id', '=', id).where('remove_after', '>', now);
  return (await db.read(waiting)).length === 1;
}

/**
 * Returns the statement that notes a file again whose row a sweep claims or has forgotten, so that it is swept again.
 */
export const noteAgain = (db: Database, { id, store, now }: { id: string; store: StoreKind; now: number }): Statement =>
  statement(
    db.query
      .insertInto('blob_files')
      .values({ id, store, large_object: null, remove_after: now, created_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ remove_after: now })),
  );

/**
 * Returns the statements by which an owner in the workspace holds an upload; the owner refers to it by its hash. If the
 * workspace holds the content already, its count of holders grows, and the uploaded bytes are removed. An upload can be
 * held once. Throws `unavailable` if the upload was discarded, or is an hour old.
 */
export function hold(
  db: Database,
  workspaceId: string,
  { upload, now }: { upload: Upload; now: number },
): readonly Statement[] {
  const { id, hash, bytes } = upload;
  const inserted = db.query.selectFrom('blobs').where('id', '=', id);
  return [
    one(file(db, id).set({ remove_after: null }).where('remove_after', '>', now), uploadGone),
    statement(
      db.query
        .insertInto('blobs')
        .values({ id, workspace_id: workspaceId, hash, bytes, refs: 1, created_at: now })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'hash']).doUpdateSet({ refs: sql<number>`blobs.refs + 1` }),
        ),
    ),
    // Only this unit can have inserted the row of this ID, so the conditions need no lock.
    statement(
      file(db, id)
        .set({ remove_after: now })
        .where(({ not, exists }) => not(exists(inserted.select('id')))),
    ),
    statement(
      db.query
        .insertInto('blob_usage')
        .columns(['workspace_id', 'files', 'bytes'])
        .expression(inserted.select(['workspace_id', sql.lit(1).as('files'), 'bytes']))
        .onConflict((conflict) =>
          conflict.column('workspace_id').doUpdateSet({
            files: sql<number>`blob_usage.files + 1`,
            bytes: sql<number>`blob_usage.bytes + excluded.bytes`,
          }),
        ),
    ),
  ];
}

const uploadGone = () =>
  new AppError('unavailable', 'The uploaded file is no longer there; upload it again.', { retryAfter: 1 });

/**
 * Returns the statements by which an owner releases a content. The last release makes it unreadable immediately, and a
 * sweep removes the bytes soon. The owner must hold it: otherwise the unit throws a bug.
 */
export function release(db: Database, name: BlobName, now: number): readonly Statement[] {
  const { workspaceId, hash } = name;
  const last = named(db, name).where('refs', '=', 0);
  return [
    one(
      db.query
        .updateTable('blobs')
        .set({ refs: sql<number>`refs - 1` })
        .where('workspace_id', '=', workspaceId)
        .where('hash', '=', hash),
      () => new Error('An owner released a file that its workspace does not hold.'),
    ),
    statement(db.query.updateTable('blob_files').set({ remove_after: now }).where('id', 'in', last.select('id'))),
    statement(
      db.query
        .updateTable('blob_usage')
        .set({ files: sql<number>`files - 1`, bytes: sql<number>`bytes - ${last.select('bytes')}` })
        .where('workspace_id', '=', workspaceId)
        .where(({ exists }) => exists(last.select('id'))),
    ),
    statement(
      db.query
        .deleteFrom('blobs')
        .where('workspace_id', '=', workspaceId)
        .where('hash', '=', hash)
        .where('refs', '=', 0),
    ),
  ];
}

/** Finds a content that the workspace holds. */
export async function find(db: Database, name: BlobName): Promise<BlobFacts | undefined> {
  const [row] = await db.read(
    named(db, name)
      .innerJoin('blob_files', 'blob_files.id', 'blobs.id')
      .select(['blobs.id', 'blob_files.store', 'blobs.bytes', 'blobs.refs']),
  );
  return row;
}

/** Returns how many contents each workspace holds, and their bytes; none for a workspace without files. */
export const usage = (db: Database, workspaceIds: readonly string[]) =>
  db.read(db.query.selectFrom('blob_usage').selectAll().where('workspace_id', 'in', workspaceIds));

/** Returns some of the files that a workspace holds. */
export const someOf = (db: Database, workspaceId: string, limit: number) =>
  db.read(db.query.selectFrom('blobs').select('id').where('workspace_id', '=', workspaceId).limit(limit));

/** Returns the statements by which a workspace releases files, however often it holds them. */
export const releaseAll = (db: Database, ids: readonly string[], now: number): readonly Statement[] => [
  statement(db.query.updateTable('blob_files').set({ remove_after: now }).where('id', 'in', ids)),
  statement(db.query.deleteFrom('blobs').where('id', 'in', ids)),
];

/** Returns the statement that forgets how much a workspace held. */
export const forgetUsage = (db: Database, workspaceId: string): Statement =>
  statement(db.query.deleteFrom('blob_usage').where('workspace_id', '=', workspaceId));

/** Returns the contents that are held, in batches in the order of their IDs, for checks and copies. */
export const heldAfter = (db: Database, last: string, limit: number) =>
  db.read(
    db.query
      .selectFrom('blobs')
      .innerJoin('blob_files', 'blob_files.id', 'blobs.id')
      .select(['blobs.id', 'blob_files.store', 'blobs.bytes', 'blobs.hash'])
      .where('blobs.id', '>', last)
      .orderBy('blobs.id')
      .limit(limit),
  );

/** Returns the statement that lets a sweep remove an upload; without effect if it is held meanwhile. */
export const giveUp = (db: Database, id: string, now: number): Statement =>
  statement(file(db, id).set({ remove_after: now }).where('remove_after', '>', now));

/** Returns the statement that claims files whose time has come; a claimed file can't be held any more. */
export function claim(db: Database, now: number, limit: number): Statement {
  const due = db.query
    .selectFrom('blob_files')
    .select('id')
    .where('remove_after', '>', 0)
    .where('remove_after', '<=', now)
    .orderBy('remove_after')
    .limit(limit);
  // Several processes may sweep at the same time: each skips the rows that another one has locked.
  const batch = db.engine === 'sqlite' ? due : due.forUpdate().skipLocked();
  return statement(db.query.updateTable('blob_files').set({ remove_after: 0 }).where('id', 'in', batch));
}

/** Returns claimed files in the order of their IDs. */
export const claimedAfter = (db: Database, last: string, limit: number) =>
  db.read(
    db.query
      .selectFrom('blob_files')
      .select(['id', 'store'])
      .where('remove_after', '=', 0)
      .where('id', '>', last)
      .orderBy('id')
      .limit(limit),
  );

/** Returns the statement that forgets claimed files whose bytes are removed, and that no upload began meanwhile. */
export const forget = (db: Database, ids: readonly string[]): Statement =>
  statement(
    db.query
      .deleteFrom('blob_files')
      .where('remove_after', '=', 0)
      .where('large_object', 'is', null)
      .where('id', 'in', ids),
  );

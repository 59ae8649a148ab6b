import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { countOfQuery } from '../../storage/sql/list.ts';
import { messagesWith } from '../../storage/sql/words.ts';
import { type Statement, statement } from '../../storage/unit.ts';

/** A message that isn't indexed yet. `json` is its text: a read of many is bounded by it. */
export interface Unindexed {
  readonly id: string;
  readonly workspace: string;
  readonly conversation: string;
  readonly json: string;
}

/** True if some messages aren't indexed yet. */
export async function anyUnindexed(db: Database): Promise<boolean> {
  const found = await db.read(db.query.selectFrom('messages_to_index').select('message_id').limit(1));
  return found.length > 0;
}

/** Counts the messages that aren't indexed yet, and returns the creation time of the oldest, in ms since 1970. */
export async function countUnindexed(db: Database): Promise<{ waiting: number; oldest: number | undefined }> {
  const queued = db.query.selectFrom('messages_to_index');
  const [first] = await db.read(
    queued
      .innerJoin('messages', 'messages.id', 'messages_to_index.message_id')
      .select('messages.created_at as createdAt')
      .orderBy('messages_to_index.message_id')
      .limit(1),
  );
  return { waiting: await countOfQuery(db, queued), oldest: first && Number(first.createdAt) };
}

/** Reads messages that ought to be indexed, from the newest or the oldest on. */
export async function findIndexed(
  db: Database,
  { rows, bytes, end }: { readonly rows: number; readonly bytes: number; readonly end: 'asc' | 'desc' },
): Promise<readonly Unindexed[]> {
  const query = db.query
    .selectFrom('messages')
    .select(['id', 'workspace_id as workspace', 'conversation_id as conversation', 'content as json'])
    .where('status', '<>', 'streaming')
    .where('content', '<>', '')
    .where((of) =>
      of.not(
        of.exists(of.selectFrom('messages_to_index').select('message_id').whereRef('message_id', '=', 'messages.id')),
      ),
    )
    .orderBy('id', end)
    .limit(rows);
  return (await db.readUpTo<Unindexed>(query, bytes, { account: 'system' })).rows;
}

/** True if a search finds a message of a workspace. */
export async function matches(
  db: Database,
  { id, workspace, search }: { readonly id: string; readonly workspace: string; readonly search: string },
): Promise<boolean> {
  const query = sql`select 1 from ${messagesWith(db, [workspace], search)} as found
    where found.message_id = ${id} limit 1`;
  return (await db.read(query.compile(db.query))).length > 0;
}

/** Reads messages that aren't indexed yet, the newest first, up to a number of bytes. */
export async function findUnindexed(db: Database, { rows, bytes }: { rows: number; bytes: number }) {
  const query = db.query
    .selectFrom('messages_to_index as queued')
    .innerJoin('messages', 'messages.id', 'queued.message_id')
    .select(['messages.id', 'messages.workspace_id as workspace', 'messages.conversation_id as conversation'])
    .select('messages.content as json')
    .orderBy('queued.message_id', 'desc')
    .limit(rows);
  return db.readUpTo<Unindexed>(query, bytes, { account: 'system' });
}

/** Takes messages from the queue. */
export const dequeue = (db: Database, ids: readonly string[]): Statement =>
  statement(db.query.deleteFrom('messages_to_index').where('message_id', 'in', ids));

/** Reads up to `limit` messages after an ID, and returns the ID of the last one; undefined if there is no message. */
export async function lastAfter(db: Database, after: string, limit: number): Promise<string | undefined> {
  const some = db.query.selectFrom('messages').select('id').where('id', '>', after).orderBy('id').limit(limit);
  return (await db.read(some)).at(-1)?.id;
}

/**
 * Puts the messages after an ID up to another into the queue again; a reply is queued at its end. Throws `onMissing` if
 * one was deleted meanwhile.
 */
export const requeue = (
  db: Database,
  { after, last }: { readonly after: string; readonly last: string },
  onMissing: () => Error,
): Statement =>
  statement(
    db.query
      .insertInto('messages_to_index')
      .columns(['message_id'])
      .expression((of) =>
        of
          .selectFrom('messages')
          .select('id')
          .where('id', '>', after)
          .where('id', '<=', last)
          .where('status', '<>', 'streaming')
          .where('content', '<>', ''),
      )
      .onConflict((queued) => queued.doNothing()),
    { onMissing },
  );

/** The newest message of each conversation that matches, from the table expression of what matches. */
export async function newestOf(
  db: Database,
  matching: RawBuilder<unknown>,
  conversations: readonly string[],
): Promise<string[]> {
  const query = sql<{ id: string }>`select max(found.message_id) as id from ${matching} as found
    where found.conversation_id in (${sql.join(conversations)}) group by found.conversation_id`;
  return (await db.read<{ id: string }>(query.compile(db.query))).map(({ id }) => id);
}

/** Reads the texts of messages, whose IDs were found in their workspaces. */
export const textsOf = (db: Database, ids: readonly string[]) =>
  db.read(
    db.query.selectFrom('messages').select(['id', 'conversation_id as conversation', 'content']).where('id', 'in', ids),
  );

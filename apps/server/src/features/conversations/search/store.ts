import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { type Statement, statement } from '../../../storage/unit.ts';

/** A message that isn't indexed yet. `json` is its text: a read of many is bounded by it. */
export interface Unindexed {
  readonly id: string;
  readonly workspace: string;
  readonly conversation: string;
  readonly json: string;
}

/** Whether some messages aren't indexed yet. */
export async function anyUnindexed(db: Database): Promise<boolean> {
  const found = await db.read(db.query.selectFrom('messages_to_index').select('message_id').limit(1));
  return found.length > 0;
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

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { removeAnswers, someAnswers } from '../../../storage/idempotency.ts';
import { type Deletable, portion, portionOf } from '../../../storage/portion.ts';
import { countOfQuery } from '../../../storage/sql/list.ts';
import { octets } from '../../../storage/sql/octets.ts';
import { type Condition, type Statement, statement } from '../../../storage/unit.ts';

/** Max conversations that one unit of work deletes. */
export const maxConversations = 50;

const textsOf = (table: 'messages' | 'said') =>
  octets(
    sql.ref(`${table}.content`),
    sql.ref(`${table}.citations`),
    sql.ref(`${table}.parts`),
    sql.ref(`${table}.attachments`),
  );

/**
 * The rows that conversations contain (messages, entries and responses) with the bytes of each: up to one row more than a
 * portion.
 */
const contents = (conversations: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select * from (
    select ${textsOf('said')} as bytes from messages as said where said.conversation_id in (${conversations})
    limit ${sql.lit(portion.rows + 1)}
  ) as messages_of
  union all
  select * from (
    select ${octets(sql.ref('entered.data'))} as bytes from conversation_entries as entered
    where entered.conversation_id in (${conversations})
    limit ${sql.lit(portion.rows + 1)}
  ) as entries_of
  union all
  select * from (
    select ${octets(sql.ref('kept.answer'))} as bytes from idempotency_keys as kept
    where kept.conversation_id in (${conversations})
    limit ${sql.lit(portion.rows + 1)}
  ) as answers_of`;

/** A condition: one unit of work may delete the content of these conversations. Reads no more rows than it needs. */
export const fitsPortion = (conversations: RawBuilder<unknown>): Condition => sql`
  (select count(*) <= ${sql.lit(portion.rows)} and coalesce(sum(bytes), 0) <= ${sql.lit(portion.bytes)}
    from (${contents(conversations)}) as contents)`;

/** True if one unit of work may delete the content of these conversations. */
export async function fits(db: Database, conversations: readonly string[]): Promise<boolean> {
  const ids = sql`select id from conversations where id in (${sql.join(conversations)})`;
  const query = sql<{ fits: number | boolean }>`select ${fitsPortion(ids)} as fits`;
  const [found] = await db.read<{ fits: number | boolean }>(query.compile(db.query));
  return Boolean(found?.fits);
}

/** Counts the messages of a conversation. */
export const countMessages = (db: Database, workspace: string, conversation: string): Promise<number> =>
  countOfQuery(
    db,
    db.query.selectFrom('messages').where('conversation_id', '=', conversation).where('workspace_id', '=', workspace),
  );

/**
 * Returns the statements that delete the next part of the content of conversations; `isAll` is true if nothing is left
 * after it. The caller has found the conversations in their workspace. With a list of IDs, a condition on the workspace
 * would make SQLite scan all of it: its planner expects ten rows of a workspace.
 */
export async function contentPart(
  db: Database,
  conversations: readonly string[],
): Promise<{ readonly statements: Statement[]; readonly isAll: boolean }> {
  const said = db.query
    .selectFrom('messages')
    .select(['id', textsOf('messages').as('bytes')])
    .where('conversation_id', 'in', conversations)
    .limit(portion.rows);
  const entered = db.query
    .selectFrom('conversation_entries')
    .select(['id', octets(sql.ref('conversation_entries.data')).as('bytes')])
    .where('conversation_id', 'in', conversations)
    .limit(portion.rows);
  const answers = await someAnswers(db, conversations, portion.rows);
  const [messages, entries] = [await db.read(said), await db.read(entered)];
  const found: Deletable[] = [...answers, ...messages, ...entries];
  const chosen = new Set(portionOf(found));
  const among = (rows: readonly Deletable[]) => rows.map(({ id }) => id).filter((id) => chosen.has(id));
  const [ofAnswers, ofMessages, ofEntries] = [among(answers), among(messages), among(entries)];
  const deletion = (table: 'messages' | 'conversation_entries', ids: readonly string[]) =>
    ids.length > 0 ? [statement(db.query.deleteFrom(table).where('id', 'in', ids))] : [];
  return {
    statements: [
      ...(ofAnswers.length > 0 ? [removeAnswers(db, ofAnswers)] : []),
      ...deletion('messages', ofMessages),
      ...deletion('conversation_entries', ofEntries),
    ],
    isAll: chosen.size === found.length && [answers, messages, entries].every(({ length }) => length < portion.rows),
  };
}

import { type Expression, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { isAlive } from '../../../storage/sql/alive.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';

/** An address to which answers go, from a time on (ms since 1970). */
export interface NewAddress {
  readonly conversation: string;
  readonly email: string;
  readonly timeZone: string;
  readonly language: string;
  readonly from: number;
  /** The time after which no answer is mailed any more. */
  readonly until: number;
}

/** Sets the address of a conversation. Throws `onMissing` if that was deleted. */
export function set(db: Database, workspace: string, { conversation, ...given }: NewAddress, onMissing: () => Error) {
  const { email, timeZone: time_zone, language, from: mailed_until, until: expires_at } = given;
  const columns = { email, time_zone, language, mailed_until, expires_at };
  return statement(
    db.query
      .insertInto('answer_addresses')
      .values({ id: conversation, workspace_id: workspace, ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns)),
    { onMissing },
  );
}

/** Removes the address of a conversation. */
export const remove = (db: Database, workspace: string, conversation: string): Statement =>
  statement(
    db.query.deleteFrom('answer_addresses').where('id', '=', conversation).where('workspace_id', '=', workspace),
  );

/** Finds the address of a conversation; undefined without one. */
export async function find(db: Database, workspace: string, conversation: string) {
  const [found] = await db.read(
    db.query
      .selectFrom('answer_addresses')
      .select(['email', 'time_zone as timeZone', 'language'])
      .where('id', '=', conversation)
      .where('workspace_id', '=', workspace),
  );
  return found;
}

/** A conversation with an address that has news, in ms since 1970. */
export interface News {
  readonly conversation: string;
  readonly workspace: string;
  readonly mailedUntil: number;
  readonly lastMessageAt: number;
  /** The time of the last message of a person since the last mail; null for none. */
  readonly answered: number | null;
  /** The time of the last message of the user since the last mail; null for none. */
  readonly asked: number | null;
}

/** Finds conversations with an address, and messages that no mail has told of, which are quiet since a time. */
export async function findNews(
  db: Database,
  { now, quietSince, after, limit }: { now: number; quietSince: number; after: string; limit: number },
): Promise<readonly News[]> {
  const last = (role: string, conversation: Expression<string>, since: Expression<number>) =>
    db.query
      .selectFrom('messages')
      .select((of) => of.fn.max('created_at').as('at'))
      .where('messages.conversation_id', '=', conversation)
      .where('messages.role', '=', role)
      .where('messages.created_at', '>', since);
  const rows = await db.read(
    db.query
      .selectFrom('answer_addresses')
      .innerJoin('conversations', 'conversations.id', 'answer_addresses.id')
      .select((of) => [
        ...(['answer_addresses.id', 'answer_addresses.workspace_id', 'mailed_until', 'last_message_at'] as const),
        last('human', of.ref('answer_addresses.id'), of.ref('mailed_until')).as('answered'),
        last('user', of.ref('answer_addresses.id'), of.ref('mailed_until')).as('asked'),
      ])
      .where('answer_addresses.id', '>', after)
      .where('expires_at', '>', now)
      .whereRef('last_message_at', '>', 'mailed_until')
      .where('last_message_at', '<=', quietSince)
      .where(isAlive(sql.ref('conversations.agent_id')))
      .orderBy('answer_addresses.id')
      .limit(limit),
  );
  const timeOf = (value: unknown) => (value === null ? null : Number(value));
  return rows.map((row) => ({
    ...{ conversation: row.id, workspace: row.workspace_id },
    ...{ mailedUntil: Number(row.mailed_until), lastMessageAt: Number(row.last_message_at) },
    ...{ answered: timeOf(row.answered), asked: timeOf(row.asked) },
  }));
}

/** Another process mails the answers of this conversation. */
export class AlreadyNoted extends Error {}

/** Notes up to when answers are mailed. Throws `AlreadyNoted` if another process did. */
export const note = (db: Database, { conversation, mailedUntil, lastMessageAt }: News): Statement =>
  one(
    db.query
      .updateTable('answer_addresses')
      .set({ mailed_until: lastMessageAt })
      .where('id', '=', conversation)
      .where('mailed_until', '=', mailedUntil)
      .returning('id'),
    () => new AlreadyNoted(),
  );

/** The page of the widget around a conversation, and its channel. */
export async function findLink(db: Database, workspace: string, conversation: string) {
  const [found] = await db.read(
    db.query
      .selectFrom('conversations')
      .select(['visitor_page as page', 'channel_id as channel'])
      .where('id', '=', conversation)
      .where('workspace_id', '=', workspace),
  );
  return found;
}

/** Finds the IDs of the messages of people in a span of times (from exclusive), oldest first. */
export async function findAnswers(
  db: Database,
  workspace: string,
  span: { readonly conversation: string; readonly from: number; readonly until: number; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db.read(
    db.query
      .selectFrom('messages')
      .select('id')
      .where('workspace_id', '=', workspace)
      .where('conversation_id', '=', span.conversation)
      .where('role', '=', 'human')
      .where('content', '<>', '')
      .where('created_at', '>', span.from)
      .where('created_at', '<=', span.until)
      .orderBy('created_at', 'desc')
      .limit(span.limit),
  );
  return rows.reverse().map(({ id }) => id);
}

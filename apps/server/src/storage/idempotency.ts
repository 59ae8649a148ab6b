import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Deletable } from './portion.ts';
import { isInLiveConversation } from './sql/alive.ts';
import { octets } from './sql/octets.ts';
import { prepared } from './sql/prepared.ts';
import type { IdempotencyRow } from './tables.ts';
import { type Statement, statement } from './unit.ts';

/** Identifies a request that carries an `Idempotency-Key`. */
export interface Repeat {
  /** Equal for retries of the request; differs by principal, method, path and key. */
  readonly id: string;
  /** The SHA-256 of the body: with another body, the same key is not a retry. */
  readonly fingerprint: string;
}

/** Builds the query for a stored response that hasn't expired. */
export const find = prepared((db, args: { id: string; now: number }) =>
  db.query
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'answer', 'headers', 'needed_right'])
    .where('id', '=', args.id)
    .where('expires_at', '>', args.now)
    .where(
      sql<boolean>`(conversation_id is null or ${isInLiveConversation(sql.ref('idempotency_keys.conversation_id'))})`,
    ),
);

/** The conversation that a stored response is about; deleting it deletes the response. */
export interface KeptWith {
  readonly conversation: string;
  /** Returns the error to throw if the conversation was deleted meanwhile. */
  readonly onMissing: () => Error;
}

interface KeepOptions {
  readonly now: number;
  /** Returns the error to throw if another process stored a response under the same ID meanwhile. */
  readonly onConflict: () => Error;
  readonly keptWith: KeptWith | undefined;
}

/** Stores a response; replaces an expired one with the same ID. */
export function keep(
  db: Database,
  answer: Omit<IdempotencyRow, 'conversation_id'>,
  { now, onConflict, keptWith }: KeepOptions,
): Statement {
  const row = { ...answer, conversation_id: keptWith?.conversation ?? null };
  return statement(
    db.query
      .insertInto('idempotency_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row).where('idempotency_keys.expires_at', '<=', now)),
    { rows: 1, orElse: onConflict, ...(keptWith && { onMissing: keptWith.onMissing }) },
  );
}

/** Reads some of the stored responses about conversations, with their bytes. */
export const someAnswers = (db: Database, conversations: readonly string[], limit: number): Promise<Deletable[]> =>
  db.read(
    db.query
      .selectFrom('idempotency_keys')
      .select(['id', octets(sql.ref('answer')).as('bytes')])
      .where('conversation_id', 'in', conversations)
      .limit(limit),
  );

/** Reads the rights of stored responses that need one, after an ID and in the order of the IDs. */
export const rightsAfter = (db: Database, last: string, limit: number) =>
  db.read(
    db.query
      .selectFrom('idempotency_keys')
      .select(['id', 'needed_right as right', octets(sql.ref('answer')).as('bytes')])
      .where('id', '>', last)
      .orderBy('id')
      .limit(limit),
  );

/** Deletes stored responses. */
export const removeAnswers = (db: Database, ids: readonly string[]): Statement =>
  statement(db.query.deleteFrom('idempotency_keys').where('id', 'in', ids));

import type { Database } from './database.ts';
import { prepared } from './sql/prepared.ts';
import type { IdempotencyRow } from './tables.ts';
import { type Statement, statement } from './unit.ts';

/** Identifies a request that carries an `Idempotency-Key`. */
export interface Repeat {
  /** The same for its repeats, another for every other principal, method, path and key. */
  readonly id: string;
  /** The SHA-256 of the body: the same key with another body is no repeat. */
  readonly fingerprint: string;
}

/** The query of a kept answer that hasn't expired. */
export const find = prepared((db, args: { id: string; now: number }) =>
  db.query
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'answer', 'headers', 'needed_right'])
    .where('id', '=', args.id)
    .where('expires_at', '>', args.now),
);

/** The conversation that a kept answer tells of: the answer is deleted with it. */
export interface KeptWith {
  readonly conversation: string;
  /** Thrown where the conversation has gone meanwhile. */
  readonly onMissing: () => Error;
}

interface KeepOptions {
  readonly now: number;
  /** Thrown where another process has kept an answer under the same id meanwhile. */
  readonly onConflict: () => Error;
  readonly keptWith: KeptWith | undefined;
}

/** Keeps an answer, over one under the same id that has expired. */
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

import type { Database } from './database.ts';
import { prepared } from './prepared.ts';
import type { IdempotencyRow } from './tables.ts';
import { type Statement, statement } from './unit.ts';

/** The query of a kept answer that hasn't expired, with the workspace of the conversation that it is about. */
export const find = prepared((db, args: { id: string; now: number }) =>
  db.query
    .selectFrom('idempotency_keys')
    .leftJoin('conversations', 'conversations.id', 'idempotency_keys.conversation_id')
    .select(['fingerprint', 'idempotency_keys.status', 'answer', 'headers', 'conversations.workspace_id as workspace'])
    .where('idempotency_keys.id', '=', args.id)
    .where('expires_at', '>', args.now),
);

interface KeepOptions {
  readonly now: number;
  /** Thrown where another process has kept an answer under the same id meanwhile. */
  readonly onConflict: () => Error;
  /** Thrown where the conversation has gone that the answer tells of. */
  readonly onMissing: (() => Error) | undefined;
}

/** Keeps an answer, over one under the same id that has expired. */
export const keep = (db: Database, row: IdempotencyRow, { now, onConflict, onMissing }: KeepOptions): Statement =>
  statement(
    db.query
      .insertInto('idempotency_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row).where('idempotency_keys.expires_at', '<=', now)),
    { rows: 1, orElse: onConflict, ...(onMissing && { onMissing }) },
  );

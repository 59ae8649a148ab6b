import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * A condition: a conversation is of the playground. The index of trials is small, and empty in most installations;
 * without the hint, SQLite would read the table for every conversation.
 */
const exists = (db: Database, conversation: Expression<string>) =>
  sql`exists (
      select 1 from conversations as trial
      ${db.engine === 'sqlite' ? sql`indexed by conversations_listed_by_playground` : sql``}
      where trial.id = ${conversation} and trial.playground = 1
    )`;

/** 1 if a conversation is of the playground, otherwise 0. */
export const isTrial = (db: Database, conversation: Expression<string>): RawBuilder<number> =>
  sql`case when ${exists(db, conversation)} then 1 else 0 end`;

/** Which conversations a list has; all if neither is set. */
interface Which {
  readonly trials: 1 | undefined;
  readonly noTrials: 1 | undefined;
}

/**
 * A condition: a conversation is of the playground, or is not; false for all. The number is part of the SQL, so that
 * trials are found by their own indexes (migration 0025); other conversations by those that have both.
 */
export function ofPlayground(
  db: Database,
  conversation: Expression<string>,
  { trials, noTrials }: Which,
): RawBuilder<boolean> | false {
  if (noTrials !== undefined) return sql`not ${exists(db, conversation)}`;
  return trials !== undefined && sql`conversations.playground = 1`;
}

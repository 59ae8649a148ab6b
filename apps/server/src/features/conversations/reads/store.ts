import { sql } from 'kysely';
import type { Portion } from '../../../storage/belongings.ts';
import type { Database } from '../../../storage/database.ts';
import { portion } from '../../../storage/portion.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';
import { newest } from '../inbox/store.ts';

/** A person in a workspace. */
export interface Reader {
  readonly workspace: string;
  readonly user: string;
}

/** Merges a repeated row: two requests may arrive in any order, so a mark never moves back. */
const forwardOnly = (table: 'conversation_reads' | 'workspace_reads') => {
  const [stored, given] = [sql.ref<number>(`${table}.read_until`), sql.ref<number>('excluded.read_until')];
  return { read_until: sql<number>`case when ${stored} > ${given} then ${stored} else ${given} end` };
};

/**
 * Marks a conversation as read by a person up to a time, and returns up to when it is. Throws `onMissing` if it was
 * deleted meanwhile.
 */
export const markRead = (
  db: Database,
  { workspace, user }: Reader,
  { conversation, until, onMissing }: { conversation: string; until: number; onMissing: () => Error },
): Statement<{ read_until: number }> =>
  statement(
    db.query
      .insertInto('conversation_reads')
      .values({ conversation_id: conversation, user_id: user, workspace_id: workspace, read_until: until })
      .onConflict((conflict) =>
        conflict.columns(['conversation_id', 'user_id']).doUpdateSet(forwardOnly('conversation_reads')),
      )
      .returning('read_until'),
    { onMissing },
  );

/** The time of the latest message of a workspace, in ms since 1970; that of an empty conversation is its creation. */
export async function latestOf(db: Database, workspace: string): Promise<number> {
  const [row] = await db.read(
    db.query
      .selectFrom('conversations')
      .select('last_message_at as latest')
      .where('workspace_id', '=', workspace)
      .orderBy('last_message_at', 'desc')
      .limit(1),
  );
  return Number(row?.latest ?? 0);
}

/**
 * Marks all conversations of a workspace as read by a member up to a time, and returns up to when they are. Throws
 * `orElse` if the person is no longer a member. Reads `members`, whose deletion ends the mark.
 */
export const markAllRead = (
  db: Database,
  { workspace, user }: Reader,
  { until, orElse }: { readonly until: number; readonly orElse: () => Error },
): Statement<{ read_until: number }> =>
  one(
    db.query
      .insertInto('workspace_reads')
      .columns(['workspace_id', 'user_id', 'read_until'])
      .expression(
        db.query
          .selectFrom('members')
          .select(['workspace_id', 'user_id', sql<number>`cast(${until} as bigint)`.as('read_until')])
          .where('workspace_id', '=', workspace)
          .where('user_id', '=', user),
      )
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'user_id']).doUpdateSet(forwardOnly('workspace_reads')),
      )
      .returning('read_until'),
    orElse,
  );

/**
 * Returns which of some conversations are unread for a person: in none is the latest message the person's own, or as
 * old as a mark. Joins `members`, because what was written before a person joined counts as read.
 */
export async function findUnread(db: Database, user: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const query = sql<{ id: string }>`select listed.id from conversations as listed
    join members on members.workspace_id = listed.workspace_id and members.user_id = ${user}
    left join workspace_reads as everything
      on everything.workspace_id = listed.workspace_id and everything.user_id = members.user_id
    left join conversation_reads as this on this.conversation_id = listed.id and this.user_id = members.user_id
    where listed.id in (${sql.join(ids)}) and listed.playground = 0 and listed.message_count > 0
      and listed.last_message_at > members.created_at
      and listed.last_message_at > coalesce(everything.read_until, 0)
      and listed.last_message_at > coalesce(this.read_until, 0)
      and coalesce(${newest(sql.ref('listed.id'), sql.ref('listed.workspace_id'), 'author')}, '') <> ${user}`;
  const rows = await db.read<{ id: string }>(query.compile(db.query));
  return new Set(rows.map(({ id }) => id));
}

/** The next portion of a person's marks to delete; undefined if none are left. */
export async function nextOfPerson(db: Database, user: string): Promise<Portion | undefined> {
  const own = db.query.selectFrom('conversation_reads').select('conversation_id').where('user_id', '=', user);
  const found = await db.read(own.orderBy('conversation_id').limit(portion.rows));
  if (found.length === 0) return undefined;
  const ids = found.map(({ conversation_id: id }) => id);
  const removed = db.query.deleteFrom('conversation_reads').where('user_id', '=', user);
  return { statements: [statement(removed.where('conversation_id', 'in', ids))] };
}

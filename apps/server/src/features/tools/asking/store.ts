import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { isInLiveConversation } from '../../../storage/sql/alive.ts';
import type { ApprovalLinkRow } from '../../../storage/tables.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';

/** Calls in live conversations, with their workspaces and agents, and the approvers of their tools as they are now. */
const calls = (db: Database) =>
  db.query
    .selectFrom('tool_calls')
    .innerJoin('workspaces', 'workspaces.id', 'tool_calls.workspace_id')
    .innerJoin('agents', 'agents.id', 'tool_calls.agent_id')
    .leftJoin('tools', 'tools.id', 'tool_calls.tool_id')
    .leftJoin('users as deciders', 'deciders.id', 'tool_calls.decided_by')
    .select([
      ...(['tool_calls.name as tool_name', 'agents.name as agent_name', 'workspaces.name as workspace_name'] as const),
      ...(['tool_calls.arguments', 'tool_calls.status', 'tool_calls.waits_for', 'tool_calls.deadline'] as const),
      ...(['tool_calls.approvers', 'tools.approvers as approvers_now', 'tool_calls.conversation_id'] as const),
      ...(['tool_calls.decided_at', 'deciders.name as decider_name', 'deciders.email as decider_email'] as const),
      ...(['workspaces.account_id', 'workspaces.require_second_factor'] as const),
    ])
    .where('workspaces.deleted_at', 'is', null)
    .where(isInLiveConversation(sql.ref('tool_calls.conversation_id')));

/** Finds a call to ask about. */
export async function findCall(db: Database, workspace: string, id: string) {
  const [row] = await db.read(
    calls(db).where('tool_calls.id', '=', id).where('tool_calls.workspace_id', '=', workspace),
  );
  return row;
}

/** A call to ask about. */
export type Asked = NonNullable<Awaited<ReturnType<typeof findCall>>>;

/** Stores a link, which replaces an earlier one of its person for the call. */
export const put = (db: Database, row: ApprovalLinkRow): Statement[] => [
  statement(
    db.query
      .deleteFrom('approval_links')
      .where('call_id', '=', row.call_id)
      .where('user_id', '=', row.user_id)
      .where('workspace_id', '=', row.workspace_id),
  ),
  statement(db.query.insertInto('approval_links').values(row)),
];

/** A link to use, by the digest of its token. */
interface Use {
  readonly digest: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The links that work: unexpired, of an active member who still has the address. */
const working = (db: Database, { digest, now }: Use) =>
  db.query
    .selectFrom('approval_links')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'approval_links.user_id').onRef('users.email', '=', 'approval_links.email'),
    )
    .innerJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'approval_links.user_id')
        .onRef('members.workspace_id', '=', 'approval_links.workspace_id'),
    )
    .where('approval_links.id', '=', digest)
    .where('approval_links.expires_at', '>', now)
    .where('users.status', '=', 'active')
    .where('users.verified_at', 'is not', null);

/** Finds a link that works. */
export async function findLink(db: Database, use: Use): Promise<ApprovalLinkRow | undefined> {
  const [row] = await db.read(working(db, use).selectAll('approval_links'));
  return row;
}

/** Uses a link up, in the unit of its decision; throws `orElse` unless it still works. */
export const use = (
  db: Database,
  workspace: string,
  { orElse, ...link }: Use & { readonly orElse: () => Error },
): Statement[] => [
  one(working(db, link).select('approval_links.id'), orElse),
  one(
    db.query.deleteFrom('approval_links').where('id', '=', link.digest).where('workspace_id', '=', workspace),
    orElse,
  ),
];

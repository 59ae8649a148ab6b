import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { isInLiveConversation } from '../../../storage/sql/alive.ts';
import { monotonicTime } from '../../../storage/sql/monotonic-time.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import type { ReadRow, ToolConnectionRow } from '../../../storage/tables.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';

/** A stored account. */
export type Connection = ReadRow<'tool_connections'>;

/** An account of a tool by its owner (`owners.ts`); null for that of the workspace. */
interface OwnedBy {
  readonly tool: string;
  readonly key: string | null;
}

const owned = prepared((db, args: { workspace: string; tool: string; key: string }) =>
  db.query
    .selectFrom('tool_connections')
    .selectAll()
    .where('tool_id', '=', args.tool)
    .where('workspace_id', '=', args.workspace)
    .where(sql<string>`coalesce(user_id, '')`, '=', args.key),
);

/** The account of an owner at the server of a tool; undefined without one. */
export const find = async (db: Database, workspace: string, { tool, key }: OwnedBy): Promise<Connection | undefined> =>
  (await db.read(owned(db, { workspace, tool, key: key ?? '' })))[0];

/** A conversation, and who talks in it. */
export interface Talk {
  readonly id: string;
  readonly user: string | null;
  readonly channel: string | null;
  /** The kind of the channel; null without one. */
  readonly channelType: string | null;
}

const talks = prepared((db, args: { workspace: string; conversation: string }) =>
  db.query
    // Both tables are of other features: whose account a call may use is a matter of how its conversation came about.
    .selectFrom('conversations')
    .leftJoin('channels', 'channels.id', 'conversations.channel_id')
    .select(['conversations.id', 'conversations.user_id as user', 'conversations.channel_id as channel'])
    .select('channels.type as channelType')
    .where('conversations.id', '=', args.conversation)
    .where('conversations.workspace_id', '=', args.workspace),
);

/** Finds who talks in a conversation; undefined if it is gone. */
export const findTalk = async (db: Database, workspace: string, conversation: string): Promise<Talk | undefined> =>
  (await db.read(talks(db, { workspace, conversation })))[0];

/** The names that a person reads who connects an account. */
export interface Place {
  readonly workspace: string;
  /** Null for the account of a workspace, and if the agent is gone. */
  readonly agent: string | null;
}

/** Finds the place of an account; undefined if its workspace or its conversation is gone. */
export async function findPlace(
  db: Database,
  { workspace_id: workspace, agent_id: agent, conversation_id: conversation }: Connection,
): Promise<Place | undefined> {
  const [row] = await db.read(
    db.query
      // Tables of other features, for a page that tells a person who asks.
      .selectFrom('workspaces')
      .leftJoin('agents', (join) =>
        join.onRef('agents.workspace_id', '=', 'workspaces.id').on('agents.id', '=', agent ?? ''),
      )
      .select(['workspaces.name as workspace', 'agents.name as agent'])
      .where('workspaces.id', '=', workspace)
      .where('workspaces.deleted_at', 'is', null)
      .$if(conversation !== null, (query) => query.where(isInLiveConversation(sql.val(conversation ?? '')))),
  );
  return row;
}

/** The connection with an ID that a secret of it has proved, or will prove: in any workspace. */
export async function findById(db: Database, id: string): Promise<Connection | undefined> {
  const [row] = await db.read(db.query.selectFrom('tool_connections').selectAll().where('id', '=', id));
  return row;
}

/** Adds the account of a workspace, unless the tool has one. */
export const add = (db: Database, row: ToolConnectionRow): Statement =>
  statement(
    db.query
      .insertInto('tool_connections')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );

/** Adds the account of an owner, or notes which agent asks for it now; `onMissing` if the conversation is gone. */
export const addOfUser = (db: Database, row: ToolConnectionRow, onMissing: () => Error): Statement =>
  statement(
    db.query
      .insertInto('tool_connections')
      .values(row)
      .onConflict((conflict) =>
        conflict
          // The columns of the unique index.
          .expression(sql`tool_id, coalesce(user_id, '')`)
          .doUpdateSet({ agent_id: row.agent_id }),
      ),
    { onMissing },
  );

/** A lock: its holder, and when it ends by itself, in ms since 1970. */
interface Lock {
  readonly id: string;
  readonly holder: string;
  readonly now: number;
  readonly until: number;
}

/** Takes the lock of a connection; throws `orElse` if another holder has it, or the connection is gone. */
export const lock = (db: Database, { id, holder, now, until }: Lock, orElse: () => Error): Statement =>
  one(
    db.query
      .updateTable('tool_connections')
      .set({ locked_until: until, locked_by: holder })
      .where('id', '=', id)
      .where((of) => of.or([of('locked_until', 'is', null), of('locked_until', '<=', now)])),
    orElse,
  );

/** Gives a lock back, if the holder still has it. */
export const unlock = (db: Database, { id, holder }: Pick<Lock, 'id' | 'holder'>): Statement =>
  statement(
    db.query
      .updateTable('tool_connections')
      .set({ locked_until: null, locked_by: null })
      .where('id', '=', id)
      .where('locked_by', '=', holder),
  );

/** The stored values of an account. */
interface Stored {
  readonly id: string;
  readonly holder: string;
  readonly now: number;
  readonly columns: Pick<ToolConnectionRow, 'state' | 'record' | 'expires_at'>;
}

/** Stores an account; throws `orElse` if the holder lost the lock, or the connection is gone. */
export const save = (db: Database, { id, holder, now, columns }: Stored, orElse: () => Error): Statement =>
  one(
    db.query
      .updateTable('tool_connections')
      .set(columns)
      .set((of) => ({ updated_at: monotonicTime(of.ref('tool_connections.updated_at'), now) }))
      .where('id', '=', id)
      .where('locked_by', '=', holder),
    orElse,
  );

/** Notes when a sign-in has succeeded, so that its link ends. */
export const connected = (db: Database, id: string, now: number): Statement =>
  statement(db.query.updateTable('tool_connections').set({ connected_at: now }).where('id', '=', id));

/** Deletes the account of a workspace at the server of a tool. */
export const remove = (db: Database, workspace: string, tool: string): Statement =>
  statement(
    db.query
      .deleteFrom('tool_connections')
      .where('tool_id', '=', tool)
      .where('workspace_id', '=', workspace)
      .where('user_id', 'is', null),
  );

/** Deletes the account of an end user; throws `orElse` if the tool has none with this ID. */
export const removeOfUser = (
  db: Database,
  workspace: string,
  { tool, id }: { readonly tool: string; readonly id: string },
  orElse: () => Error,
): Statement =>
  one(
    db.query
      .deleteFrom('tool_connections')
      .where('id', '=', id)
      .where('tool_id', '=', tool)
      .where('workspace_id', '=', workspace)
      .where('user_id', 'is not', null),
    orElse,
  );

/** Deletes all accounts of an end user in a workspace. */
export const forgetUser = (db: Database, workspace: string, user: string): Statement =>
  statement(db.query.deleteFrom('tool_connections').where('workspace_id', '=', workspace).where('end_user', '=', user));

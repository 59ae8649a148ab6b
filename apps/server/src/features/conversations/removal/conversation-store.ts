import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { isAlive } from '../../../storage/sql/alive.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';

/** Deletes a conversation with its messages. */
export function remove(
  db: Database,
  workspace: string,
  { id, versions }: { id: string; versions: readonly number[] | undefined },
  orElse: () => Error,
) {
  let query = db.query.deleteFrom('conversations').where('id', '=', id).where('workspace_id', '=', workspace);
  if (versions !== undefined) query = query.where('version', 'in', allowed(versions));
  const messages = db.query.deleteFrom('messages').where('conversation_id', '=', id);
  return { messages: statement(messages.where('workspace_id', '=', workspace)), conversation: one(query, orElse) };
}

/** Moves a conversation to another agent; throws `orElse` if it is gone or has another version. */
export function moveTo(
  db: Database,
  workspace: string,
  { id, versions, agent }: { id: string; versions: readonly number[] | undefined; agent: string },
  orElse: () => Error,
): Statement {
  const query = db.query
    .updateTable('conversations')
    .set({ agent_id: agent })
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where(isAlive(sql.ref('conversations.agent_id')));
  return one(versions === undefined ? query : query.where('version', 'in', allowed(versions)), orElse);
}

/** No version is -1: an empty list matches nothing. */
const allowed = (versions: readonly number[]) => (versions.length === 0 ? [-1] : versions);

/** Reads some of a user's conversations, and the replies that are being written in them. */
export const findOfUser = (db: Database, workspace: string, { user, limit }: { user: string; limit: number }) =>
  db.read(
    db.query
      .selectFrom('conversations')
      .select(['id', 'turn', 'agent_id as agent'])
      .where('workspace_id', '=', workspace)
      .where('user_id', '=', user)
      .where(isAlive(sql.ref('conversations.agent_id')))
      .limit(limit),
  );

/**
 * Deletes conversations with their messages; the outcomes count both. The caller has found them in their workspace:
 * beside a list of IDs, a condition on the workspace would make SQLite scan all of it.
 */
export const removeAll = (db: Database, ids: readonly string[]) => ({
  messages: statement(db.query.deleteFrom('messages').where('conversation_id', 'in', ids)),
  conversations: statement(db.query.deleteFrom('conversations').where('id', 'in', ids)),
});

import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { type Condition, type Statement, statement } from '../../../storage/unit.ts';

/** Finds the settings of a channel, as JSON; undefined if it was deleted. */
export async function findSettings(db: Database, workspace: string, channel: string): Promise<string | undefined> {
  const [row] = await db.read(
    db.query
      .selectFrom('channels')
      .select('settings')
      .where('id', '=', channel)
      .where('workspace_id', '=', workspace)
      .where('deleted_at', 'is', null),
  );
  return row?.settings;
}

/** A condition on an entry: it is the answer after a conversation was closed for the last time. */
const isLatest = (conversation: string): Condition => sql`rated.conversation_id = ${conversation}
  and rated.type = 'rated'
  and rated.version > coalesce((select max(closing.version) from conversation_entries as closing
    where closing.conversation_id = ${conversation} and closing.type = 'closed'), 0)`;

/** A condition: a conversation has no answer yet since it was closed for the last time. */
export const isUnanswered = (conversation: string): Condition =>
  sql`not exists (select 1 from conversation_entries as rated where ${isLatest(conversation)})`;

/**
 * Changes the entry of the present answer, if there is one, and gives it the version that its conversation gets next, so
 * that those who follow the conversation get it again. The unit of work must hold the row of the conversation before, and
 * change it after.
 */
export const changeEntry = (
  db: Database,
  workspace: string,
  { conversation, data, actor }: { readonly conversation: string; readonly data: string; readonly actor: string },
): Statement =>
  statement(
    db.query
      .updateTable('conversation_entries')
      .set({
        data,
        actor,
        version: sql<number>`(select conversations.version + 1 from conversations
          where conversations.id = conversation_entries.conversation_id)`,
      })
      .where('workspace_id', '=', workspace)
      .where(
        sql<boolean>`conversation_entries.id in (select rated.id from conversation_entries as rated
          where ${isLatest(conversation)})`,
      ),
  );

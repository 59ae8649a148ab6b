import { sql } from 'kysely';
import type { Counts, Portion } from '../../../storage/belongings.ts';
import type { Database } from '../../../storage/database.ts';
import { anyHidden, isAlive, isInLiveConversation } from '../../../storage/sql/alive.ts';
import { countOfQuery } from '../../../storage/sql/list.ts';
import { statement } from '../../../storage/unit.ts';
import { contentPart, maxConversations } from './content-store.ts';

/** Counts the conversations and messages of a workspace, without those of deleted agents. */
export async function count(db: Database, workspace: string): Promise<Pick<Counts, 'conversations' | 'messages'>> {
  const conversations = db.query.selectFrom('conversations').where('workspace_id', '=', workspace);
  const messages = db.query.selectFrom('messages').where('workspace_id', '=', workspace);
  const isHidden = await anyHidden(db, [workspace]);
  const shown = isHidden ? conversations.where(isAlive(sql.ref('conversations.agent_id'))) : conversations;
  const said = isHidden ? messages.where(isInLiveConversation(sql.ref('messages.conversation_id'))) : messages;
  return { conversations: await countOfQuery(db, shown), messages: await countOfQuery(db, said) };
}

/** Returns the next portion of the conversations of a workspace; undefined if no conversations are left. */
export async function next(db: Database, workspace: string): Promise<Portion | undefined> {
  const some = db.query.selectFrom('conversations').select('id').where('workspace_id', '=', workspace);
  const found = await db.read(some.orderBy('created_at').orderBy('id').limit(maxConversations));
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const { statements, isAll } = await contentPart(db, ids);
  if (!isAll) return { statements };
  return { statements: [...statements, statement(db.query.deleteFrom('conversations').where('id', 'in', ids))] };
}

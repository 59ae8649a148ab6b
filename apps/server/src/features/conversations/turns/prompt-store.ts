import { sql } from 'kysely';
import type { PastMessage } from '../../../prompts/messages.ts';
import type { Database } from '../../../storage/database.ts';
import { isInLiveConversation } from '../../../storage/sql/alive.ts';
import { prepared } from '../../../storage/sql/prepared.ts';

const pastPage = prepared((db, args: { workspace: string; conversation: string; until: number; rows: number }) =>
  db.query
    .selectFrom('messages')
    .select(['id', 'role', 'content', 'parts', 'created_at as createdAt'])
    .where('conversation_id', '=', args.conversation)
    .where('workspace_id', '=', args.workspace)
    .where('created_at', '<=', args.until)
    .where('status', '=', 'complete')
    .where(isInLiveConversation(sql.ref('messages.conversation_id')))
    .orderBy('created_at', 'desc')
    .limit(args.rows),
);

/** Messages before a question among which the user's are looked for. */
const lookedAt = 20;

const userPage = prepared((db, args: { workspace: string; conversation: string; before: number; units: number }) =>
  db.query
    .selectFrom('messages')
    .select(['role', sql<string>`substr(content, 1, ${args.units})`.as('content')])
    .where('conversation_id', '=', args.conversation)
    .where('workspace_id', '=', args.workspace)
    .where('created_at', '<', args.before)
    .where('status', '=', 'complete')
    .where(isInLiveConversation(sql.ref('messages.conversation_id')))
    .orderBy('created_at', 'desc')
    .limit(lookedAt),
);

/** Reads what the user has said shortly before a time, newest first: the beginnings of up to so many messages. */
export async function earlierQuestions(
  db: Database,
  workspace: string,
  { most, ...args }: { conversation: string; before: number; units: number; most: number },
): Promise<string[]> {
  const rows = await db.read(userPage(db, { workspace, ...args }));
  return rows.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).slice(0, most);
}

/** Reads the complete messages up to a time, newest first. */
export const past = (
  db: Database,
  workspace: string,
  { conversation, until, rows }: { conversation: string; until: number; rows: number },
): Promise<PastMessage[]> => db.read(pastPage(db, { workspace, conversation, until, rows }));

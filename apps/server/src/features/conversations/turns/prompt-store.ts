import { sql } from 'kysely';
import type { PastMessage } from '../../../prompts/messages.ts';
import type { Database } from '../../../storage/database.ts';
import { isInLiveConversation } from '../../../storage/sql/alive.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import type { History } from '../../../writing/turn.ts';

interface Page {
  readonly workspace: string;
  readonly conversation: string;
  readonly until: number;
  readonly rows: number;
}

const pageOf = (db: Database, { conversation, workspace, until, rows }: Page) =>
  db.query
    .selectFrom('messages')
    .select(['id', 'role', 'content', 'parts', 'status', 'created_at as createdAt'])
    .where('conversation_id', '=', conversation)
    .where('workspace_id', '=', workspace)
    .where('created_at', '<=', until)
    .where(isInLiveConversation(sql.ref('messages.conversation_id')))
    .orderBy('created_at', 'desc')
    .limit(rows);

const pastPage = prepared((db, page: Page) => pageOf(db, page).where('status', '=', sql.lit('complete')));

/** With replies that wait or didn't end well, and may have called tools. */
const pageWithTools = prepared((db, page: Page) =>
  pageOf(db, page).where((of) =>
    of.or([of('status', '=', 'complete'), of.and([of('parts', 'is not', null), of('status', '<>', 'streaming')])]),
  ),
);

/** Max earlier replies to a message that are read. */
const maxReplies = 5;

const repliesTo = prepared((db, args: { workspace: string; conversation: string; question: string }) =>
  db.query
    .selectFrom('messages')
    .select(['parts', 'created_at as createdAt'])
    .where('conversation_id', '=', args.conversation)
    .where('workspace_id', '=', args.workspace)
    .where('reply_to', '=', args.question)
    .where('status', 'in', ['failed', 'cancelled'])
    .where('parts', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(maxReplies),
);

/** Reads the parts of earlier replies to a message that failed or were cancelled, as JSON, oldest first. */
async function earlierReplies(
  db: Database,
  workspace: string,
  { conversation, question }: { conversation: string; question: string },
): Promise<string[]> {
  const rows = await db.read(repliesTo(db, { workspace, conversation, question }));
  return rows.toReversed().flatMap(({ parts }) => parts ?? []);
}

/** Messages before a question among which the user's are looked for. */
const lookedAt = 20;

const userPage = prepared((db, args: { workspace: string; conversation: string; before: number; units: number }) =>
  db.query
    .selectFrom('messages')
    .select(['role', sql<string>`substr(content, 1, ${args.units})`.as('content')])
    .where('conversation_id', '=', args.conversation)
    .where('workspace_id', '=', args.workspace)
    .where('created_at', '<', args.before)
    .where('status', '=', sql.lit('complete'))
    .where(isInLiveConversation(sql.ref('messages.conversation_id')))
    .orderBy('created_at', 'desc')
    .limit(lookedAt),
);

/** Reads what the user has said shortly before a time, newest first: the beginnings of up to so many messages. */
async function earlierQuestions(
  db: Database,
  workspace: string,
  { most, ...args }: { conversation: string; before: number; units: number; most: number },
): Promise<string[]> {
  const rows = await db.read(userPage(db, { workspace, ...args }));
  return rows.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).slice(0, most);
}

/**
 * Reads the complete messages up to a time, newest first; `withTools` also replies that wait or didn't end well, if they
 * have parts beside text.
 */
const past = (
  db: Database,
  workspace: string,
  { withTools, ...page }: Omit<Page, 'workspace'> & { readonly withTools: boolean },
): Promise<PastMessage[]> => db.read((withTools ? pageWithTools : pastPage)(db, { workspace, ...page }));

/** The history of conversations. */
export const historyIn = (db: Database): History => ({
  past: (workspace, page) => past(db, workspace, page),
  earlierReplies: (workspace, to) => earlierReplies(db, workspace, to),
  earlierQuestions: (workspace, page) => earlierQuestions(db, workspace, page),
});

import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { anyHidden, isAlive, isInLiveConversation } from '../../storage/sql/alive.ts';
import { prepared } from '../../storage/sql/prepared.ts';

/** The span to count: one agent or all, from a time up to another (exclusive). */
export interface Span {
  readonly agent: string | undefined;
  readonly from: number;
  readonly until: number;
}

/** What to count: all rows, which reads indexes only, or those that no hidden agent has. */
type Which = 'all' | 'shown';

/** Decides what to count in a workspace. */
export const countable = async (db: Database, workspace: string): Promise<Which> =>
  (await anyHidden(db, [workspace])) ? 'shown' : 'all';

type SpanArguments = Span & { readonly workspace: string };

const conversationsIn = prepared((db, { workspace, agent, from, until }: SpanArguments, which: Which) => {
  const all = db.query
    .selectFrom('conversations')
    .select((of) => of.fn.countAll<number>().as('conversations'))
    .where('workspace_id', '=', workspace)
    .where('created_at', '>=', from)
    .where('created_at', '<', until);
  const query = which === 'all' ? all : all.where(isAlive(sql.ref('conversations.agent_id')));
  return agent === undefined ? query : query.where('agent_id', '=', agent);
});

/** Counts the conversations that were created. */
export async function countConversations(
  db: Database,
  workspace: string,
  { which, ...span }: Span & { readonly which: Which },
): Promise<number> {
  const [row] = await db.read(conversationsIn(db, { workspace, ...span }, which));
  return Number(row?.conversations ?? 0);
}

const messagesIn = prepared((db, { workspace, agent, from, until }: SpanArguments, which: Which) => {
  const all = db.query
    .selectFrom('messages')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('messages.role', '=', 'user').as('user'),
      fn.countAll<number>().filterWhere('messages.role', '=', 'assistant').as('assistant'),
      fn.countAll<number>().filterWhere('messages.role', '=', 'human').as('human'),
      fn.countAll<number>().filterWhere('messages.feedback', '=', 'positive').as('positive'),
      fn.countAll<number>().filterWhere('messages.feedback', '=', 'negative').as('negative'),
      fn.countAll<number>().filterWhere('messages.status', '=', 'failed').as('failed'),
    ])
    .where('messages.workspace_id', '=', workspace)
    .where('messages.created_at', '>=', from)
    .where('messages.created_at', '<', until);
  const query = which === 'all' ? all : all.where(isInLiveConversation(sql.ref('messages.conversation_id')));
  if (agent === undefined) return query;
  return query
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .where('conversations.workspace_id', '=', workspace)
    .where('conversations.agent_id', '=', agent);
});

/** Counts messages by role, feedback and failure. */
export async function countMessages(
  db: Database,
  workspace: string,
  { which, ...span }: Span & { readonly which: Which },
) {
  const [row] = await db.read(messagesIn(db, { workspace, ...span }, which));
  const { user, assistant, human, positive, negative, failed } = row ?? {};
  return {
    messages: { user: Number(user), assistant: Number(assistant), human: Number(human) },
    feedback: { positive: Number(positive), negative: Number(negative) },
    failed: Number(failed),
  };
}

const messageAfter = prepared((db, args: { workspace: string; from: number; until: number; rows: number }) =>
  db.query
    .selectFrom('messages')
    .select('created_at')
    .where('workspace_id', '=', args.workspace)
    .where('created_at', '>=', args.from)
    .where('created_at', '<', args.until)
    .orderBy('created_at')
    .limit(1)
    .offset(args.rows),
);

/** Finds the time of the first message after `rows` others in a span; undefined if the span has no more of them. */
export async function findMessageAfter(
  db: Database,
  workspace: string,
  span: { readonly from: number; readonly until: number; readonly rows: number },
): Promise<number | undefined> {
  const [row] = await db.read(messageAfter(db, { workspace, ...span }));
  return row === undefined ? undefined : Number(row.created_at);
}

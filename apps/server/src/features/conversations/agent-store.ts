import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { countOfQuery } from '../../storage/sql/list.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';

/** Beyond so many conversations or messages, a job deletes them: one unit of work would hold up others too long. */
const longHistory = { conversations: 500, messages: 2_000 } as const;

/** Max conversations and messages of a batch of that job. */
const batch = { conversations: 100, messages: 500 } as const;

const ofAgent = (db: Database, workspace: string, agent: string) =>
  db.query.selectFrom('conversations').where('agent_id', '=', agent).where('workspace_id', '=', workspace);

const messagesOfAgent = (db: Database, workspace: string, agent: string) =>
  db.query.selectFrom('messages').where('conversation_id', 'in', ofAgent(db, workspace, agent).select('id'));

/** Counts the conversations of an agent. */
export const countConversations = (db: Database, workspace: string, agent: string): Promise<number> =>
  countOfQuery(db, ofAgent(db, workspace, agent));

/** Counts the messages in the conversations of an agent. */
export const countMessages = (db: Database, workspace: string, agent: string): Promise<number> =>
  countOfQuery(db, messagesOfAgent(db, workspace, agent));

const total = sql<number>`count(*)`.as('total');

/** Counts conversations in a unit of work. By the agent alone: the index has no workspace, and the ID is unique. */
export const countedConversations = (db: Database, _workspace: string, agent: string): Statement<{ total: number }> =>
  statement(db.query.selectFrom('conversations').select(total).where('agent_id', '=', agent));

/** Deletes the conversations of an agent; the outcome counts them. The caller must delete their messages first. */
export const removeConversations = (db: Database, workspace: string, agent: string): Statement =>
  statement(db.query.deleteFrom('conversations').where('agent_id', '=', agent).where('workspace_id', '=', workspace));

/** Deletes the messages in the conversations of an agent; the outcome counts them. */
export const removeMessages = (db: Database, workspace: string, agent: string): Statement =>
  statement(db.query.deleteFrom('messages').where('conversation_id', 'in', ofAgent(db, workspace, agent).select('id')));

/** Whether an agent has more history than one unit of work should delete. Doesn't count all of it. */
export async function isLong(db: Database, workspace: string, agent: string): Promise<boolean> {
  const { conversations, messages } = longHistory;
  const some = ofAgent(db, workspace, agent)
    .select('id')
    .limit(conversations + 1);
  const ids = (await db.read(some)).map(({ id }) => id);
  if (ids.length === 0 || ids.length > conversations) return ids.length > 0;
  const found = db.query
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', 'in', ids)
    .limit(messages + 1);
  const [counted] = await db.read(db.query.selectFrom(found.as('found')).select(total));
  return Number(counted?.total) > messages;
}

/** The statements that delete the next part of an agent's conversations with their messages; none if nothing is left. */
export async function nextPart(db: Database, workspace: string, agent: string): Promise<Statement[]> {
  const some = ofAgent(db, workspace, agent).select('id').orderBy('created_at').limit(batch.conversations);
  const conversations = (await db.read(some)).map(({ id }) => id);
  if (conversations.length === 0) return [];
  const found = db.query.selectFrom('messages').select('id').where('conversation_id', 'in', conversations);
  const messages = (await db.read(found.limit(batch.messages))).map(({ id }) => id);
  const first = statement(db.query.deleteFrom('messages').where('id', 'in', messages));
  if (messages.length === batch.messages) return [first];
  const rest = db.query.deleteFrom('conversations').where('id', 'in', conversations);
  return [...(messages.length > 0 ? [first] : []), statement(rest.where('workspace_id', '=', workspace))];
}

/** Throws `orElse` if the agent is deleted, and keeps it from being deleted until the unit of work ends. */
export function liveAgent(db: Database, workspace: string, agent: string, orElse: () => Error): Statement {
  const found = db.query
    .selectFrom('agents')
    .select('id')
    .where('id', '=', agent)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null);
  return one(db.engine === 'sqlite' ? found : found.forKeyShare(), orElse);
}

import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { type Expectation, statement } from '../../storage/unit.ts';

const conversationsOf = (db: Database, workspace: string, agent: string) =>
  db.query.selectFrom('conversations').where('agent_id', '=', agent).where('workspace_id', '=', workspace);

const total = sql<number>`count(*)`.as('total');

/** Counts what `remove` would delete with an agent. */
export async function countDependents(db: Database, workspace: string, id: string) {
  const conversations = conversationsOf(db, workspace, id);
  const channels = db.query.selectFrom('channels').where('agent_id', '=', id).where('workspace_id', '=', workspace);
  const messages = db.query.selectFrom('messages').where('conversation_id', 'in', conversations.select('id'));
  const [[channel], [conversation], [message]] = await Promise.all([
    db.read(channels.select(total)),
    db.read(conversations.select(total)),
    db.read(messages.select(total)),
  ]);
  return {
    channels: Number(channel?.total ?? 0),
    conversations: Number(conversation?.total ?? 0),
    messages: Number(message?.total ?? 0),
  };
}

/** Deletes an agent and what hangs on it; the second and third outcome count conversations and channels. */
export function remove(
  db: Database,
  workspace: string,
  { id, versions }: { id: string; versions: readonly number[] | undefined },
  orElse: () => Error,
) {
  const ofAgent = conversationsOf(db, workspace, id).select('id');
  let agent = db.query.deleteFrom('agents').where('id', '=', id).where('workspace_id', '=', workspace);
  if (versions !== undefined) agent = agent.where('version', 'in', versions.length === 0 ? [-1] : versions);
  const expected: Expectation = { rows: 1, orElse };
  return [
    statement(db.query.deleteFrom('messages').where('conversation_id', 'in', ofAgent)),
    statement(db.query.deleteFrom('conversations').where('agent_id', '=', id).where('workspace_id', '=', workspace)),
    statement(db.query.deleteFrom('channels').where('agent_id', '=', id).where('workspace_id', '=', workspace)),
    statement(db.query.deleteFrom('agent_sources').where('agent_id', '=', id).where('workspace_id', '=', workspace)),
    statement(agent, expected),
  ] as const;
}

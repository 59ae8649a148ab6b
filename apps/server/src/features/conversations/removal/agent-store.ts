import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { countOfQuery } from '../../../storage/sql/list.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import { type Condition, one, type Statement, statement } from '../../../storage/unit.ts';
import { contentPart, fitsPortion, maxConversations } from './content-store.ts';

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

/** Counts the conversations of an agent, as an expression. By the agent alone: the index has no workspace. */
export const countedConversations = (agent: string): RawBuilder<number> =>
  sql`(select count(*) from conversations where agent_id = ${agent})`;

/**
 * A condition: one unit of work may delete all of an agent's history. Doesn't count more than that, and nothing if
 * there is no conversation, as with most agents that are deleted.
 */
export const isShort = (agent: string): Condition => {
  const some = sql`select id from conversations where agent_id = ${agent} limit ${sql.lit(maxConversations + 1)}`;
  return sql`case when exists (select 1 from conversations where agent_id = ${agent}) then
    (select count(*) from (${some}) as held) <= ${sql.lit(maxConversations)} and ${fitsPortion(some)}
    else ${sql.lit(true)} end`;
};

/** The statements that delete the next part of an agent's conversations; none if nothing is left. */
export async function nextPart(db: Database, workspace: string, agent: string): Promise<Statement[]> {
  const some = ofAgent(db, workspace, agent).select('id').orderBy('created_at').limit(maxConversations);
  const conversations = (await db.read(some)).map(({ id }) => id);
  if (conversations.length === 0) return [];
  const { statements, isAll } = await contentPart(db, conversations);
  if (!isAll) return statements;
  return [...statements, statement(db.query.deleteFrom('conversations').where('id', 'in', conversations))];
}

const live = prepared((db, { workspace, agent }: { readonly workspace: string; readonly agent: string }) => {
  const found = db.query
    .selectFrom('agents')
    .select('id')
    .where('id', '=', agent)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null);
  return db.engine === 'sqlite' ? found : found.forKeyShare();
});

/** Throws `orElse` if the agent is deleted, and keeps it from being deleted until the unit of work ends. */
export const liveAgent = (db: Database, workspace: string, agent: string, orElse: () => Error): Statement =>
  one(live(db, { workspace, agent }), orElse);

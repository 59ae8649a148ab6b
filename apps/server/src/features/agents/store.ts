import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Reach } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import { liveWorkspace } from '../../storage/sql/alive.ts';
import { facetsOf } from '../../storage/sql/facets.ts';
import { isoTime, jsonArray, jsonObject, jsonText, membersOf } from '../../storage/sql/json.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import type { AgentRow, Tables } from '../../storage/tables.ts';
import { type Expectation, type Statement, statement } from '../../storage/unit.ts';
import { handoverText, noHandover } from './handover/store.ts';
import type { Agent } from './schema.ts';
import { toolsText } from './tools/store.ts';

/** An agent as the database returns it: the JSON of the response, and the columns that the service checks. */
export interface StoredAgent {
  readonly json: string;
  readonly workspace: string;
  readonly version: number;
}

/** The columns of an agent in a query. */
export type AgentColumns = ExpressionBuilder<Tables, 'agents'>;

/** The agent as JSON, built by the database, which saves row objects and a serialiser; whole without `fields`. */
export function agentJson(db: Database, of: AgentColumns, fields?: readonly string[]) {
  const sources = of
    .selectFrom('agent_sources as used')
    .whereRef('used.agent_id', '=', 'agents.id')
    .select(['used.source_id as value', 'used.position as position']);
  const whole = {
    _id: of.ref('agents.id'),
    name: of.ref('agents.name'),
    description: of.ref('agents.description'),
    systemPrompt: of.ref('agents.system_prompt'),
    model: of.ref('agents.model'),
    temperature: jsonText(db, of.ref('agents.temperature')),
    status: of.ref('agents.status'),
    workspace: of.ref('agents.workspace_id'),
    knowledgeSources: jsonArray(db, sources),
    fallbackModels: jsonText(db, of.ref('agents.fallback_models')),
    answerMode: of.ref('agents.answer_mode'),
    groundingJudge: of.ref('agents.grounding_judge'),
    rerank: jsonText(db, sql<string>`case when ${of.ref('agents.rerank')} = 1 then 'true' else 'false' end`),
    knowledgeFilter: jsonText(db, of.ref('agents.knowledge_filter')),
    tools: jsonText(db, sql<string>`coalesce(${of.ref('agents.tools')}, '[]')`),
    handover: jsonText(db, sql<string>`coalesce(${of.ref('agents.handover')}, ${sql.lit(noHandover)})`),
    externalId: of.ref('agents.external_id'),
    metadata: jsonText(db, of.ref('agents.metadata')),
    createdAt: isoTime(db, of.ref('agents.created_at')),
    updatedAt: isoTime(db, of.ref('agents.updated_at')),
  };
  return jsonObject(db, membersOf(whole, fields));
}

export const stored = (db: Database) => (of: AgentColumns) =>
  [agentJson(db, of).as('json'), 'agents.workspace_id as workspace', 'agents.version as version'] as const;

const findById = prepared((db, args: { id: string; reach: Reach }) =>
  db.query
    .selectFrom('agents')
    .select(stored(db))
    .where('id', '=', args.id)
    .where('workspace_id', 'in', args.reach)
    .where('deleted_at', 'is', null),
);

/** Finds an agent in the workspaces within reach. */
export async function find(db: Database, reach: Reach, id: string): Promise<StoredAgent | undefined> {
  if (reach.length === 0) return undefined;
  const [agent] = await db.read(findById(db, { id, reach }));
  return agent;
}

/** Facts about an agent that are checked before it is changed. Times in milliseconds since 1970. */
export interface AgentFacts {
  readonly workspace: string;
  readonly version: number;
  readonly model: string;
  readonly fallbackModels: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

const factsById = prepared((db, args: { id: string; reach: Reach }) =>
  db.query
    .selectFrom('agents')
    .select(['workspace_id', 'version', 'model', 'fallback_models', 'created_at', 'updated_at'])
    .where('id', '=', args.id)
    .where('workspace_id', 'in', args.reach)
    .where('deleted_at', 'is', null),
);

/** Finds the facts about an agent in the workspaces within reach; costs half of `find`. */
export async function findFacts(db: Database, reach: Reach, id: string): Promise<AgentFacts | undefined> {
  if (reach.length === 0) return undefined;
  const [row] = await db.read(factsById(db, { id, reach }));
  return (
    row && {
      workspace: row.workspace_id,
      version: Number(row.version),
      model: row.model,
      fallbackModels: JSON.parse(row.fallback_models) as string[],
      createdAt: Number(row.created_at),
      updatedAt: Number(row.updated_at),
    }
  );
}

/** Finds the agent of a workspace with an external ID. */
export async function findByExternalId(db: Database, workspace: string, externalId: string) {
  const [row] = await db.read(idByExternalId(db, { workspace, externalId }));
  return row?.id;
}

const idByExternalId = prepared((db, args: { workspace: string; externalId: string }) =>
  db.query
    .selectFrom('agents')
    .select('id')
    .where('workspace_id', '=', args.workspace)
    .where('external_id', '=', args.externalId)
    .where('deleted_at', 'is', null),
);

/** The errors of an insert: of a workspace that was deleted meanwhile, and of an external ID that another agent has. */
type InsertErrors = Required<Pick<Expectation, 'onMissing' | 'onConflict'>>;

/** Inserts an agent at version 1. */
export function insert(db: Database, workspace: string, agent: Agent, errors: InsertErrors): Statement {
  const row = {
    id: agent._id,
    workspace_id: workspace,
    name: agent.name,
    description: agent.description,
    system_prompt: agent.systemPrompt,
    model: agent.model,
    temperature: JSON.stringify(agent.temperature),
    status: agent.status,
    version: 1,
    created_at: Date.parse(agent.createdAt),
    updated_at: Date.parse(agent.updatedAt),
    deleted_at: null,
    name_folded: fold(agent.name),
    description_folded: fold(agent.description),
    answer_mode: agent.answerMode,
    rerank: agent.rerank ? 1 : 0,
    grounding_judge: agent.groundingJudge,
    knowledge_filter: filterText(agent.knowledgeFilter),
    tools: toolsText(agent.tools),
    external_id: agent.externalId,
    metadata: JSON.stringify(agent.metadata),
    facets: facetsOf(agent.metadata),
    fallback_models: JSON.stringify(agent.fallbackModels),
    handover: handoverText(agent.handover),
  };
  return statement(insertRow(db, row), errors);
}

const insertRow = prepared((db, row: Selectable<AgentRow>) =>
  db.query.insertInto('agents').values({ ...row, workspace_id: liveWorkspace(row.workspace_id) }),
);

/** A filter as it is stored; null without a filter. */
export const filterText = (filter: Agent['knowledgeFilter']): string | null =>
  filter === null ? null : JSON.stringify(filter);

/** Folds case for comparisons, identically on every engine. */
export const fold = (text: string) => text.toLowerCase();

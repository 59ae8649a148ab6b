import type { Selectable } from 'kysely';
import type { Reach } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import { liveWorkspace } from '../../storage/sql/alive.ts';
import { facetsOf } from '../../storage/sql/facets.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import type { AgentRow } from '../../storage/tables.ts';
import { type Expectation, type Statement, statement } from '../../storage/unit.ts';
import { handoverText } from './handover/store.ts';
import { type AgentColumns, agentJson, textOf } from './json-store.ts';
import type { Agent } from './schema.ts';
import { toolsText } from './tools/store.ts';

/** An agent as the database returns it: the JSON of the response, and the columns that the service checks. */
export interface StoredAgent {
  readonly json: string;
  readonly workspace: string;
  readonly version: number;
}

export const stored = (db: Database) => (of: AgentColumns) =>
  [agentJson(db, of).as('json'), 'agents.workspace_id as workspace', 'agents.version as version'] as const;

type ById = { readonly id: string; readonly reach: Reach };

const live = (db: Database, { id, reach }: ById) =>
  db.query.selectFrom('agents').where('id', '=', id).where('workspace_id', 'in', reach).where('deleted_at', 'is', null);

const findById = prepared((db, args: ById) => live(db, args).select(stored(db)));

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

const factsById = prepared((db, args: ById) =>
  live(db, args).select(['workspace_id', 'version', 'model', 'fallback_models', 'created_at', 'updated_at']),
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
    ...textOf(agent),
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

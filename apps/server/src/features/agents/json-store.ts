import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { isoTime, jsonArray, jsonChanged, jsonObject, jsonQuote, jsonText, membersOf } from '../../storage/sql/json.ts';
import type { AgentRow, Tables } from '../../storage/tables.ts';
import { noHandover } from './handover/store.ts';
import type { Agent } from './schema.ts';

/*
 * The JSON of an agent is kept in its row, in two parts: before its prompt, and an object of what comes after it. The
 * prompt, which may be long, is there once. The parts are those of `json_version`. Every change of an agent increments
 * its version, so the parts of an earlier one are never used, however the row was changed
 * (docs/decisions/0116-agents-as-text.md).
 */

/** The columns of an agent in a query. */
export type AgentColumns = ExpressionBuilder<Tables, 'agents'>;

/** A column of an agent, as it is or as an update leaves it. */
type ColumnOf = (name: keyof AgentRow) => Expression<never>;

/** The members after the prompt, with the columns that they come from. */
const columnsOfTail = {
  model: 'model',
  temperature: 'temperature',
  status: 'status',
  workspace: 'workspace_id',
  knowledgeSources: undefined,
  fallbackModels: 'fallback_models',
  answerMode: 'answer_mode',
  groundingJudge: 'grounding_judge',
  rerank: 'rerank',
  knowledgeFilter: 'knowledge_filter',
  tools: 'tools',
  handover: 'handover',
  externalId: 'external_id',
  metadata: 'metadata',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Partial<Record<keyof Agent, keyof AgentRow | undefined>>;
type InTail = keyof typeof columnsOfTail;

function tailOf(db: Database, of: AgentColumns, column: ColumnOf): Record<InTail, Expression<unknown>> {
  const sources = of
    .selectFrom('agent_sources as used')
    .whereRef('used.agent_id', '=', 'agents.id')
    .select(['used.source_id as value', 'used.position as position']);
  return {
    model: column('model'),
    temperature: jsonText(db, column('temperature')),
    status: column('status'),
    workspace: column('workspace_id'),
    knowledgeSources: jsonArray(db, sources),
    fallbackModels: jsonText(db, column('fallback_models')),
    answerMode: column('answer_mode'),
    groundingJudge: column('grounding_judge'),
    rerank: jsonText(db, sql<string>`case when ${column('rerank')} = 1 then 'true' else 'false' end`),
    knowledgeFilter: jsonText(db, column('knowledge_filter')),
    tools: jsonText(db, sql<string>`coalesce(${column('tools')}, '[]')`),
    handover: jsonText(db, sql<string>`coalesce(${column('handover')}, ${sql.lit(noHandover)})`),
    externalId: column('external_id'),
    metadata: jsonText(db, column('metadata')),
    createdAt: isoTime(db, column('created_at')),
    updatedAt: isoTime(db, column('updated_at')),
  };
}

const stored =
  (of: AgentColumns): ColumnOf =>
  (name) =>
    of.ref(`agents.${name}`) as Expression<never>;

/** A condition: the row has the JSON of its version. */
const isCurrent = (of: AgentColumns) => sql<boolean>`${of.ref('agents.json_version')} = ${of.ref('agents.version')}`;

/** The agent as JSON text: that of its row, or if it is of an earlier version or `fields` are named, made of its columns. */
export function agentJson(db: Database, of: AgentColumns, fields?: readonly string[]) {
  const column = stored(of);
  const all = {
    _id: column('id'),
    name: column('name'),
    description: column('description'),
    systemPrompt: column('system_prompt'),
    ...tailOf(db, of, column),
  };
  const made = jsonObject(db, membersOf(all, fields));
  if (fields !== undefined) return made;
  const kept = sql<string>`${column('json_head')} || ${jsonQuote(db, column('system_prompt'))} || ',' ||
    substr(${column('json_tail')}, 2)`;
  return sql<string>`case when ${isCurrent(of)} then ${kept} else ${made} end`;
}

/** The agent's columns of its JSON at version 1. */
export function textOf(agent: Agent) {
  const { _id, name, description, systemPrompt: _prompt, ...tail } = agent;
  return {
    json_version: 1,
    json_head: `${JSON.stringify({ _id, name, description }).slice(0, -1)},"systemPrompt":`,
    json_tail: JSON.stringify(tail),
  };
}

const headOf = (db: Database, column: ColumnOf) => {
  const quoted = (name: 'id' | 'name' | 'description') => jsonQuote(db, column(name));
  return sql<string>`'{"_id":' || ${quoted('id')} || ',"name":' || ${quoted('name')} || ',"description":' ||
    ${quoted('description')} || ',"systemPrompt":'`;
};

/** The changes of an update: values by column, and an expression of the time. */
interface Changed {
  readonly columns: { readonly [Column in keyof AgentRow]?: unknown };
  readonly updatedAt: Expression<number>;
  /** True if its knowledge sources were replaced before. */
  readonly sources: boolean;
}

/** The agent's columns of its JSON, for an update that increments its version. */
export function changedText(db: Database, of: AgentColumns, { columns, updatedAt, sources }: Changed) {
  const before = stored(of);
  const column: ColumnOf = (name) => {
    if (name === 'updated_at') return updatedAt as Expression<never>;
    const value = columns[name];
    if (value === undefined) return before(name);
    return (name === 'rerank' ? sql`cast(${value} as bigint)` : sql`cast(${value} as text)`) as Expression<never>;
  };
  const tail = tailOf(db, of, column);
  const names = (Object.keys(tail) as InTail[]).filter((name) => {
    const from = columnsOfTail[name];
    return from === undefined ? sources : from === 'updated_at' || columns[from] !== undefined;
  });
  const head = headOf(db, column);
  const isHeadChanged = columns.name !== undefined || columns.description !== undefined;
  return {
    json_version: of('agents.version', '+', 1),
    json_head: isHeadChanged
      ? head
      : sql<string>`case when ${isCurrent(of)} then ${before('json_head')} else ${head} end`,
    json_tail: jsonChanged(db, before('json_tail'), {
      changed: membersOf(tail, names),
      all: tail,
      when: isCurrent(of),
    }),
  };
}

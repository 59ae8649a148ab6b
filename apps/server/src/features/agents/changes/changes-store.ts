import { type Expression, sql } from 'kysely';
import { rowChanges } from '../../../storage/changes/row-changes.ts';
import type { StoredChanges } from '../../../storage/changes/stored-changes.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonArray, jsonObject, jsonText } from '../../../storage/sql/json.ts';
import { noHandover } from '../handover/store.ts';
import type { AgentColumnsSet } from './update-store.ts';

/** An agent, by its ID. */
interface OneAgent {
  readonly id: string;
  readonly workspace: string;
}

const ofRow = rowChanges({
  table: 'agents',
  fields: {
    name: { field: 'name', look: 'text' },
    description: { field: 'description', look: 'line' },
    system_prompt: { field: 'systemPrompt', look: 'long' },
    model: { field: 'model', look: 'text' },
    fallback_models: { field: 'fallbackModels', look: 'json' },
    temperature: { field: 'temperature', look: 'json' },
    status: { field: 'status', look: 'text' },
    sources: { field: 'knowledgeSources', look: 'json', stored: (db, agent) => sourcesOf(db, sql.ref(agent)) },
    answer_mode: { field: 'answerMode', look: 'text' },
    grounding_judge: { field: 'groundingJudge', look: 'text' },
    rerank: { field: 'rerank', look: 'flag' },
    knowledge_filter: { field: 'knowledgeFilter', look: 'json' },
    tools: {
      ...{ field: 'tools', look: 'json' },
      stored: (_db, agent) => sql<string>`coalesce(${sql.ref(agent.replace(/\.id$/, '.tools'))}, '[]')`,
    },
    handover: {
      ...{ field: 'handover', look: 'json' },
      stored: (_db, agent) =>
        sql<string>`coalesce(${sql.ref(agent.replace(/\.id$/, '.handover'))}, ${sql.lit(noHandover)})`,
    },
    external_id: { field: 'externalId', look: 'text' },
    metadata: { field: 'metadata', look: 'data' },
  },
});

/** The changes of an agent, for an event that is written before them. */
export const changesOfAgent = (
  { id, workspace }: OneAgent,
  columns: AgentColumnsSet,
  sources: readonly string[] | undefined,
): StoredChanges =>
  ofRow(
    { id, workspace_id: workspace },
    sources === undefined ? columns : { ...columns, sources: JSON.stringify(sources) },
  );

/** The change of an agent that gets a source after those that it has, for an event that is written before it. */
export const attachedSource = (agent: string, source: string): StoredChanges => ({
  name: 'agents.attached',
  values: [agent, source],
  build: (db, [to, attached]) => {
    const before = sourcesOf(db, sql`cast(${to} as text)`);
    const added = sql`cast(${attached} as text)`;
    const after =
      db.engine === 'sqlite'
        ? sql<string>`json_insert(${before}, '$[#]', ${added})`
        : sql<string>`(${before}::jsonb || to_jsonb(${added}))::text`;
    const field = sql`'knowledgeSources'`;
    const change = jsonObject(db, { field, before: jsonText(db, before), after: jsonText(db, after) });
    return sql<string>`'[' || ${change} || ']'`;
  },
});

/** The IDs of an agent's sources in their order, as JSON text like that of `JSON.stringify`. */
function sourcesOf(db: Database, agent: Expression<unknown>): Expression<string> {
  const rows = sql`(select used.source_id as value, used.position as position from agent_sources as used
    where used.agent_id = ${agent})`;
  const list = jsonArray(db, rows);
  // IDs need no escaping.
  return db.engine === 'sqlite' ? sql<string>`${list}` : sql<string>`replace(${list}::text, '", "', '","')`;
}

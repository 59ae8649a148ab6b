import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../database.ts';
import { isoTime, jsonArray, jsonObject, jsonQuote, jsonText } from '../../sql/json.ts';
import type { Tables } from '../../tables.ts';
import { promptsLast } from '../0001-0010/0007-covering-indexes.ts';
import { longType, textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** The JSON of an agent before its prompt and after it, and the version that has it. Decision 0116. */
export const agentsAsJson: Migration = {
  name: '0072-agents-as-json',
  up: (query, engine) => [
    query.schema.alterTable('agents').addColumn('json_version', longType(engine)),
    query.schema.alterTable('agents').addColumn('json_head', textType(engine)),
    query.schema.alterTable('agents').addColumn('json_tail', textType(engine)),
    made(query, engine),
    ...(engine === 'sqlite' ? promptsLast(query, engine) : []),
  ],
};

const noHandover =
  '{"onFailedReply":false,"onNegativeRating":false,"onUnanswered":false,"keywords":[],"when":[],"team":null}';

/** Makes the JSON of agents that are there; a copy of `features/agents/json-store.ts` as it was then. */
function made(query: Kysely<Tables>, engine: Engine) {
  const db = { engine, query } as never;
  const column = (name: string) => sql.ref<never>(`agents.${name}`);
  const quoted = (name: string) => jsonQuote(db, column(name));
  const sources = query
    .selectFrom('agent_sources as used')
    .whereRef('used.agent_id', '=', sql.ref('agents.id'))
    .select(['used.source_id as value', 'used.position as position']);
  const tail = {
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
  return query.updateTable('agents').set({
    json_version: column('version'),
    json_head: sql<string>`'{"_id":' || ${quoted('id')} || ',"name":' || ${quoted('name')} || ',"description":' ||
      ${quoted('description')} || ',"systemPrompt":'`,
    json_tail: jsonObject(db, tail),
  });
}

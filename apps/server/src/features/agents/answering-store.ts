import { sql } from 'kysely';
import type { Reach } from '../../access/actor.ts';
import type { AnsweringAgent } from '../../calling/agent.ts';
import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import { handoverFrom } from './handover/store.ts';
import { toolsFrom } from './tools/store.ts';

const answeringById = prepared((db, args: { id: string; reach: Reach }) =>
  db.query
    .selectFrom('agents')
    .select(['id', 'workspace_id', 'model', 'system_prompt', 'temperature', 'status', 'answer_mode', 'rerank'])
    .select(['grounding_judge', 'knowledge_filter', 'fallback_models', 'tools', 'handover', 'version'])
    .select(
      sql<number>`case when exists (select 1 from agent_sources where agent_id = agents.id) then 1 else 0 end`.as(
        'has_sources',
      ),
    )
    .where('id', '=', args.id)
    .where('workspace_id', 'in', args.reach)
    .where('deleted_at', 'is', null),
);

/** Finds an agent in the workspaces within reach, with its settings for replies. */
export async function findAnswering(db: Database, reach: Reach, id: string): Promise<AnsweringAgent | undefined> {
  if (reach.length === 0) return undefined;
  const [row] = await db.read(answeringById(db, { id, reach }));
  if (row === undefined) return undefined;
  const { workspace_id: workspace, model, system_prompt: systemPrompt, temperature, status } = row;
  const answerMode: AnsweringAgent['answerMode'] = row.answer_mode === 'grounded' ? 'grounded' : 'open';
  const groundingJudge: AnsweringAgent['groundingJudge'] = row.grounding_judge === 'model' ? 'model' : 'rules';
  const rerank = Number(row.rerank) === 1;
  const hasSources = Number(row.has_sources) === 1;
  return {
    ...{ tools: toolsFrom(row.tools), version: Number(row.version) },
    ...{ id, workspace, model, systemPrompt, temperature: Number(temperature), status },
    ...{ answerMode, groundingJudge, rerank, hasSources },
    fallbackModels: JSON.parse(row.fallback_models) as string[],
    handover: handoverFrom(row.handover),
    knowledgeFilter:
      row.knowledge_filter === null
        ? undefined
        : (JSON.parse(row.knowledge_filter) as AnsweringAgent['knowledgeFilter']),
  };
}

/** The name of an agent of a workspace; undefined if it isn't there. */
export async function nameOf(db: Database, workspace: string, id: string): Promise<string | undefined> {
  const [row] = await db.read(
    db.query
      .selectFrom('agents')
      .select('name')
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('deleted_at', 'is', null),
  );
  return row?.name;
}

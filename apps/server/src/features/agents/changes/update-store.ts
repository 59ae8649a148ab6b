import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { facetsOf } from '../../../storage/sql/facets.ts';
import { monotonicTime } from '../../../storage/sql/monotonic-time.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import type { AgentRow } from '../../../storage/tables.ts';
import { type Condition, type Expectation, type Statement, statement } from '../../../storage/unit.ts';
import { handoverOf, handoverText } from '../handover/store.ts';
import { changedText } from '../json-store.ts';
import type { Agent, AgentChanges } from '../schema.ts';
import { filterText, fold, type StoredAgent, stored } from '../store.ts';
import { toolsOf, toolsText } from '../tools/store.ts';

/** Columns that an update sets; undefined for the others. */
export type AgentColumnsSet = ReturnType<typeof columnsOf>;

/** An update of an agent. */
export interface Update {
  readonly id: string;
  readonly columns: AgentColumnsSet;
  readonly now: number;
  /** The versions that it may replace; any if undefined. */
  readonly versions: readonly number[] | undefined;
  /** The external ID that it must have; any if undefined. */
  readonly externalId?: string | undefined;
  /** True if the unit of work replaces its knowledge sources before. */
  readonly hasSources: boolean;
}

/** Merges the changes into an agent and returns it. `updated_at` moves strictly forward, even within a millisecond. */
export function update(
  db: Database,
  workspace: string,
  { id, columns, now, versions, externalId, hasSources }: Update,
  errors: Required<Pick<Expectation, 'orElse' | 'onConflict'>>,
): Statement<StoredAgent> {
  const args = {
    id,
    workspace,
    now,
    // No version is -1: an empty list matches nothing.
    versions: versions?.length === 0 ? [-1] : versions,
    had: externalId,
    // By name: it takes a fraction of the time of a copy, and all updates have one shape.
    name: columns.name,
    description: columns.description,
    system_prompt: columns.system_prompt,
    model: columns.model,
    fallback_models: columns.fallback_models,
    status: columns.status,
    name_folded: columns.name_folded,
    description_folded: columns.description_folded,
    temperature: columns.temperature,
    answer_mode: columns.answer_mode,
    grounding_judge: columns.grounding_judge,
    rerank: columns.rerank,
    knowledge_filter: columns.knowledge_filter,
    tools: columns.tools,
    handover: columns.handover,
    external_id: columns.external_id,
    metadata: columns.metadata,
    facets: columns.facets,
  };
  return statement(updateRow(db, args, hasSources ? 'replaced' : 'same'), {
    rows: 1,
    orElse: errors.orElse,
    onConflict: errors.onConflict,
  });
}

/** The columns that changes set; undefined for the others. */
export function columnsOf(changes: AgentChanges) {
  const { name, description, systemPrompt, model, temperature, status, rerank, knowledgeFilter, tools, metadata } =
    changes;
  return {
    name,
    description,
    system_prompt: systemPrompt,
    model,
    fallback_models: changes.fallbackModels === undefined ? undefined : JSON.stringify(changes.fallbackModels),
    status,
    name_folded: name === undefined ? undefined : fold(name),
    description_folded: description === undefined ? undefined : fold(description),
    temperature: temperature === undefined ? undefined : JSON.stringify(temperature),
    answer_mode: changes.answerMode,
    grounding_judge: changes.groundingJudge,
    rerank: rerank === undefined ? undefined : rerank ? 1 : 0,
    knowledge_filter: knowledgeFilter === undefined ? undefined : filterText(knowledgeFilter),
    tools: tools === undefined ? undefined : toolsText(toolsOf(tools)),
    handover: changes.handover === undefined ? undefined : handoverText(handoverOf(changes.handover)),
    external_id: changes.externalId,
    metadata: metadata === undefined ? undefined : JSON.stringify(metadata),
    facets: metadata === undefined ? undefined : facetsOf(metadata),
  };
}

type UpdateArguments = { readonly [Column in keyof AgentRow]?: Selectable<AgentRow>[Column] | undefined } & {
  readonly id: string;
  readonly workspace: string;
  readonly now: number;
  readonly versions: readonly number[] | undefined;
  /** The external ID that the row must have; any if undefined. */
  readonly had: string | undefined;
};

const updateRow = prepared(
  (db, { id, workspace, now, versions, had, ...columns }: UpdateArguments, sources: 'replaced' | 'same') => {
    const changed = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
    const all = db.query
      .updateTable('agents')
      .set(changed)
      .set((of) => {
        const updatedAt = monotonicTime(of.ref('updated_at'), now);
        return {
          version: of('version', '+', 1),
          updated_at: updatedAt,
          ...changedText(db, of, { columns: changed, updatedAt, sources: sources === 'replaced' }),
        };
      })
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('deleted_at', 'is', null);
    const query = had === undefined ? all : all.where('external_id', '=', had);
    return (versions === undefined ? query : query.where('version', 'in', versions)).returning(stored(db));
  },
);

/** A condition for statements before the update: the agent has another status. */
export function statusDiffers(
  db: Database,
  workspace: string,
  { id, status }: Pick<Agent, 'status'> & { id: string },
): Condition {
  const found = db.query
    .selectFrom('agents')
    .select('id')
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where('status', '<>', status);
  return sql<boolean>`exists ${found}`;
}

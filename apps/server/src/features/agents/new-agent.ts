import type { Actor } from '../../access/actor.ts';
import { externalIdTaken } from '../../access/external-ids.ts';
import { workspaceMissing } from '../../access/workspace-for.ts';
import type { Along, Statement } from '../../storage/unit.ts';
import { handoverOf } from './handover/store.ts';
import type { AgentNeeds, CreatedAgent } from './needs.ts';
import type { Agent, AgentDraft } from './schema.ts';
import { replaceSources } from './sources/replace-store.ts';
import * as store from './store.ts';
import { demandTools, toolsOf } from './tools/store.ts';

/** The fields of a new agent; active unless set. */
export type NewAgent = AgentDraft & Partial<Pick<Agent, 'status'>>;

/** The fields of a new agent that its draft doesn't have; `time` is ISO 8601. */
interface Given {
  readonly id: string;
  readonly workspace: string;
  readonly model: string;
  readonly fallbackModels: readonly string[];
  readonly time: string;
}

/** Returns a new agent, with the defaults of what its draft leaves out. */
export const newAgent = (draft: NewAgent, { id, workspace, model, fallbackModels, time }: Given): Agent => ({
  _id: id,
  name: draft.name,
  description: draft.description ?? '',
  systemPrompt: draft.systemPrompt ?? '',
  model,
  temperature: draft.temperature ?? 0.7,
  status: draft.status ?? 'active',
  workspace,
  knowledgeSources: draft.knowledgeSources ?? [],
  fallbackModels: [...fallbackModels],
  answerMode: draft.answerMode ?? 'open',
  groundingJudge: draft.groundingJudge ?? 'rules',
  rerank: draft.rerank ?? false,
  knowledgeFilter: draft.knowledgeFilter ?? null,
  tools: toolsOf(draft.tools ?? []),
  handover: handoverOf(draft.handover),
  externalId: draft.externalId ?? null,
  metadata: draft.metadata ?? {},
  createdAt: time,
  updatedAt: time,
});

/** The error of another agent with the same external ID. */
export const agentIdTaken = () => externalIdTaken('agent of the workspace');

/** Statements to add to the unit of work, and the errors of what the workspace doesn't have; sources and tools by index. */
interface Insertion {
  readonly along: Along<CreatedAgent>;
  readonly sourceMissing: (index: number) => Error;
  readonly toolMissing: (index: number) => Error;
  readonly teamMissing: () => Error;
}

/** Creates the function that stores a new agent, with its event and its place in the plan. */
export const createInsertion =
  ({ db, record, room, demandTeam }: Pick<AgentNeeds, 'db' | 'record' | 'room' | 'demandTeam'>) =>
  async (
    actor: Actor,
    agent: Agent,
    { along, sourceMissing, toolMissing, teamMissing }: Insertion,
  ): Promise<CreatedAgent> => {
    const { _id: id, workspace, knowledgeSources: sources } = agent;
    const { team } = agent.handover;
    const created = { agent, version: 1 };
    const attached: Statement[] =
      sources.length === 0 ? [] : replaceSources(db, workspace, { id, sources }, sourceMissing);
    await db.write({
      team: team === null ? [] : demandTeam(workspace, team, teamMissing),
      tools: demandTools(db, workspace, agent.tools, toolMissing),
      agent: store.insert(db, workspace, agent, { onMissing: workspaceMissing, onConflict: agentIdTaken }),
      sources: attached,
      event: record(actor, { type: 'agent.created', workspace, data: { agent: id } }),
      room: room('agents', { workspace }),
      along: along(created),
    });
    return created;
  };

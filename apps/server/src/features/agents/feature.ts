import type { Actor, Reach } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import type { Belongings } from '../../storage/belongings.ts';
import { withScans } from '../../storage/scans/with-scans.ts';
import type { Statement } from '../../storage/unit.ts';
import { findAnswering, nameOf } from './answering-store.ts';
import { attachedSource } from './changes/changes-store.ts';
import { createDuplicate } from './duplicate.ts';
import { forgetTeam } from './handover/store.ts';
import type { AgentNeeds } from './needs.ts';
import { insertHidden } from './removal/delete-store.ts';
import { purge, purgeJobs } from './removal/purge.ts';
import * as ofWorkspace from './removal/workspace-store.ts';
import { agentEndpoints } from './routes.ts';
import { maxSources } from './schema.ts';
import { createAgents } from './service.ts';
import { attachSource } from './sources/attach-store.ts';
import { detachSource } from './sources/source-store.ts';
import { createUpsert } from './upsert.ts';

/** Dependencies of the functions of agents for other features. */
type AgentAccessNeeds = Pick<AgentNeeds, 'db' | 'now' | 'newId' | 'enqueue' | 'record'>;

/** Dependencies of the feature. */
export interface AgentFeatureNeeds extends AgentNeeds {
  /** The statements that delete the next part of an agent's conversations; none if nothing is left. */
  nextPart(workspace: string, agent: string): Promise<readonly Statement[]>;
}

/** Functions of agents for features on which agents depend: they need nothing of those. */
export function agentAccess({ db, now, newId, enqueue, record }: AgentAccessNeeds) {
  return {
    /** Returns the statements that create a hidden agent, and the job that deletes it with what was moved to it. */
    hidden: (workspace: string) => {
      const id = newId('agent');
      const job = enqueue(workspace, { kind: purge, payload: { agent: id }, key: id });
      return { id, statements: [insertHidden(db, workspace, { id, now: now() }), job] };
    },
    /** The statements that attach a source to an agent, at the end. They throw if the agent is gone, or has 100. */
    attachSource: (actor: Actor, workspace: string, { agent, source }: Attached) => {
      const data = { agent, fields: ['knowledgeSources'] };
      const changes = attachedSource(agent, source);
      const event = record(actor, { type: 'agent.updated', workspace, data, changes });
      return attachSource(db, workspace, { agent, source, now: now(), most: maxSources, event }, cannotAttach);
    },
    /** The statements that take a source away from all agents that use it. `event` is written while they still do. */
    detachSource: (workspace: string, source: string, event: Statement) =>
      detachSource(db, workspace, { source, now: now(), event }),
    /** Returns the statement that removes a team from the rules of agents, for the unit that deletes it, after that. */
    forgetTeam: (workspace: string, team: string) => forgetTeam(db, workspace, { team, now: now() }),
    /** Finds an agent in some workspaces, with its settings for replies. */
    findAgent: (reach: Reach, id: string) => findAnswering(db, reach, id),
    /** The name of an agent of a workspace; undefined if it isn't there. */
    nameOf: (workspace: string, id: string) => nameOf(db, workspace, id),
  };
}

/** Agents, their versions, and their deletion with everything that belongs to them. */
export function agentsFeature(needs: AgentFeatureNeeds) {
  const agents = createAgents(needs);
  const { db } = needs;
  return {
    endpoints: agentEndpoints({
      agents,
      upsert: createUpsert({ ...needs, agents }),
      duplicate: createDuplicate({ ...needs, agents }),
    }),
    jobs: purgeJobs(needs),
    agents,
    /** The agents of a workspace, for its deletion. */
    ofWorkspace: {
      count: (workspace, scan) => ofWorkspace.count(withScans(db, scan), workspace),
      next: (workspace) => ofWorkspace.next(db, workspace),
    } satisfies Belongings,
  };
}

/** The agent and the source that it gets. */
interface Attached {
  readonly agent: string;
  readonly source: string;
}

const cannotAttach = () =>
  new AppError('agent_not_found', `There is no such agent, or it has ${maxSources} knowledge sources already.`);

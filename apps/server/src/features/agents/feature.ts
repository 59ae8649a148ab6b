import type { Reach } from '../../access/actor.ts';
import type { Belongings } from '../../storage/belongings.ts';
import { scanning } from '../../storage/scans.ts';
import type { Statement } from '../../storage/unit.ts';
import { insertHidden } from './delete-store.ts';
import { purge, purgeJobs } from './purge.ts';
import { agentEndpoints } from './routes.ts';
import { type AgentNeeds, createAgents } from './service.ts';
import { detachSource } from './source-store.ts';
import * as store from './store.ts';
import * as ofWorkspace from './workspace-store.ts';

/** Dependencies of the feature. */
export interface AgentFeatureNeeds extends AgentNeeds {
  /** The statements that delete the next part of an agent's conversations; none if nothing is left. */
  nextPart(workspace: string, agent: string): Promise<readonly Statement[]>;
}

/** Agents, their versions, and their deletion with everything that belongs to them. */
export function agentsFeature(needs: AgentFeatureNeeds) {
  const agents = createAgents(needs);
  const { db, now, newId, enqueue } = needs;
  return {
    endpoints: agentEndpoints(agents),
    jobs: purgeJobs(needs),
    agents,
    /** The agents of a workspace, for its deletion. */
    ofWorkspace: {
      count: (workspace, scan) => ofWorkspace.count(scanning(db, scan), workspace),
      next: (workspace) => ofWorkspace.next(db, workspace),
    } satisfies Belongings,
    /** Returns the statements that create a hidden agent, and the job that deletes it with what was moved to it. */
    hidden: (workspace: string) => {
      const id = newId('agent');
      const job = enqueue(workspace, { kind: purge, payload: { agent: id }, key: id });
      return { id, statements: [insertHidden(db, workspace, { id, now: now() }), job] };
    },
    /** Returns the statements that take a knowledge source away from all agents that use it. */
    detachSource: (workspace: string, source: string) => detachSource(db, workspace, { source, now: now() }),
    /** Finds an agent in some workspaces, with its settings for replies. */
    findAnswering: (reach: Reach, id: string) => store.findAnswering(db, reach, id),
  };
}

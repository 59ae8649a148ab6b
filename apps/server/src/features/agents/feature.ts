import type { Reach } from '../../access/actor.ts';
import type { Statement } from '../../storage/unit.ts';
import { purgeJobs } from './purge.ts';
import { agentEndpoints } from './routes.ts';
import { type AgentNeeds, createAgents } from './service.ts';
import * as store from './store.ts';

/** Dependencies of the feature. */
export interface AgentFeatureNeeds extends AgentNeeds {
  /** The statements that delete the next part of an agent's conversations; none if nothing is left. */
  nextPart(workspace: string, agent: string): Promise<readonly Statement[]>;
}

/** Agents, their versions, and their deletion with everything that belongs to them. */
export function agentsFeature(needs: AgentFeatureNeeds) {
  const agents = createAgents(needs);
  return {
    endpoints: agentEndpoints(agents),
    jobs: purgeJobs(needs),
    agents,
    /** Finds an agent in some workspaces, with its settings for replies. */
    findAnswering: (reach: Reach, id: string) => store.findAnswering(needs.db, reach, id),
  };
}

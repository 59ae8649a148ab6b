import type { Reach } from '../../access/actor.ts';
import { agentEndpoints } from './routes.ts';
import { type AgentNeeds, createAgents } from './service.ts';
import * as store from './store.ts';

/** Agents, their versions, and their deletion with everything that belongs to them. */
export function agentsFeature(needs: AgentNeeds) {
  const agents = createAgents(needs);
  return {
    endpoints: agentEndpoints(agents),
    agents,
    /** Finds an agent in some workspaces, with its settings for replies. */
    findAnswering: (reach: Reach, id: string) => store.findAnswering(needs.db, reach, id),
  };
}

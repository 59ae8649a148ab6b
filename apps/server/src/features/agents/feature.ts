import { agentEndpoints } from './routes.ts';
import { type AgentNeeds, createAgents } from './service.ts';

/** Agents, their versions and their deletion with all that belongs to them. */
export function agentsFeature(needs: AgentNeeds) {
  const agents = createAgents(needs);
  return { endpoints: agentEndpoints(agents), agents };
}

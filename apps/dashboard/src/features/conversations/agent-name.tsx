import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';

/** Agents whose names are loaded together; others are loaded one by one. */
const known = 100;

/** The first 100 agents of a workspace, by name. */
export const knownAgents = (workspaceId: string) =>
  queries.agents({ workspaceId, limit: known, sort: 'name', includeTotal: false });

/** The name of an agent; undefined until it has loaded. */
export function useAgentName(workspaceId: string, agentId: string): string | undefined {
  const { data: agents } = useQuery(knownAgents(workspaceId));
  const listed = agents?.items.find(({ _id }) => _id === agentId)?.name;
  const isElsewhere = agents !== undefined && listed === undefined;
  const { data } = useQuery({ ...queries.agent(agentId), enabled: isElsewhere });
  return listed ?? data?.agent.name;
}

/** The name of an agent, as text. */
export function AgentName({ workspaceId, agentId }: { workspaceId: string; agentId: string }) {
  return useAgentName(workspaceId, agentId) ?? '…';
}

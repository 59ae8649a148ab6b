import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';

/** Agents whose names come at once; those of others are asked for one by one. */
const known = 100;

/** The agents of a workspace to choose from, by name: the first hundred. */
export const knownAgents = (workspaceId: string) =>
  queries.agents({ workspaceId, limit: known, sort: 'name', includeTotal: false });

/** The name of an agent; undefined until it has come. */
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

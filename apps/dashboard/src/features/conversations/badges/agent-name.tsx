import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { Seal } from '../../../ui/code/seal.tsx';

/** Agents whose names are loaded together; others are loaded one by one. */
const known = 100;

/** The first 100 agents of a workspace, by name. */
export const knownAgents = (workspaceId: string) =>
  queries.agents({ workspaceId, limit: known, sort: 'name', includeTotal: false });

/** The name of an agent; undefined until it has loaded. */
export const useAgentName = (workspaceId: string, agentId: string): string | undefined =>
  useAgent(workspaceId, agentId)?.name;

/** An agent as lists have it; undefined until it has loaded. */
export function useAgent(workspaceId: string, agentId: string) {
  const { data: agents } = useQuery(knownAgents(workspaceId));
  const listed = agents?.items.find(({ _id }) => _id === agentId);
  const isElsewhere = agents !== undefined && listed === undefined;
  const { data } = useQuery({ ...queries.agent(agentId), enabled: isElsewhere });
  return listed ?? data?.agent;
}

/** The seal and the name of an agent, in a line of text. */
export function AgentName({ workspaceId, agentId }: { workspaceId: string; agentId: string }) {
  const name = useAgentName(workspaceId, agentId) ?? '…';
  return (
    <>
      <Seal id={agentId} size={16} inline />
      {name}
    </>
  );
}

/** The seal of an agent alone, in a list; its name is a tooltip. */
export function AgentMark({ workspaceId, agentId }: { workspaceId: string; agentId: string }) {
  const name = useAgentName(workspaceId, agentId) ?? '…';
  return (
    <span title={name}>
      <Seal id={agentId} size={14} inline />
      <VisuallyHidden component="span">{name}</VisuallyHidden>
    </span>
  );
}

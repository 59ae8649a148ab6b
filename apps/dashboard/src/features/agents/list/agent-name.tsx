import { Named, Seal } from '../../../ui/code/seal.tsx';
import { useAgentName } from '../../conversations/badges/agent-name.tsx';

/** The seal and the name of an agent in the seal's colour, in a line of text. */
export function AgentName({ workspaceId, agentId }: { workspaceId: string; agentId: string }) {
  const name = useAgentName(workspaceId, agentId) ?? '…';
  return (
    <>
      <Seal id={agentId} size={16} inline />
      <Named id={agentId}>{name}</Named>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { toolCallQueries } from '../../api/queries/tool-queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { WaitingNumber } from '../../ui/page/waiting-number.tsx';

/** The number of tool calls that wait for a decision; nothing if none does. */
export function ApprovalsCount() {
  const { data = 0 } = useQuery(toolCallQueries.count(useWorkspace().workspace._id));
  return <WaitingNumber count={data} />;
}

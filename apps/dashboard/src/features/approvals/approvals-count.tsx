import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { toolCallQueries } from '../../api/queries/tool-queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import css from './approvals-count.module.css';

/** The number of tool calls that wait for a decision; nothing if none does. */
export function ApprovalsCount() {
  const { data } = useQuery(toolCallQueries.count(useWorkspace().workspace._id));
  if (data === undefined || data === 0) return null;
  return (
    <span className={css['count']}>
      {data.toLocaleString('en')}
      <VisuallyHidden> waiting</VisuallyHidden>
    </span>
  );
}

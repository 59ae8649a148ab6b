import { SegmentedControl } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useWorkspace } from '../../api/workspace.ts';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { Page } from '../../ui/page/page.tsx';

const Queue = lazyNamed(() => import('./queue.tsx').then((module) => module.Queue));
const History = lazyNamed(() => import('./history.tsx').then((module) => module.History));

const views = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'history', label: 'History' },
];

/** Approvals: the tool calls that wait for a decision, and those that were decided. */
export function ApprovalsPage() {
  const { workspace } = useWorkspace();
  const [view, setView] = useState('waiting');
  return (
    <Page
      title="Approvals"
      lead="Tool calls that agents may make only after a person has agreed. What you see is exactly what runs."
      actions={<SegmentedControl aria-label="Calls" data={views} value={view} onChange={setView} />}
    >
      <Suspense fallback={<TableSkeleton rows={3} />}>
        {view === 'waiting' ? <Queue workspaceId={workspace._id} /> : <History workspaceId={workspace._id} />}
      </Suspense>
    </Page>
  );
}

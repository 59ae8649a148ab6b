import { SegmentedControl } from '@mantine/core';
import { Suspense, useState } from 'react';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import css from './approvals.module.css';
import { Queue } from './queue.tsx';

const History = lazyNamed(() => import('./history.tsx').then((module) => module.History));

const views = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'history', label: 'History' },
];

/** The calls that wait, or those that were decided. */
export function Approvals({ workspaceId }: { workspaceId: string }) {
  const [view, setView] = useState('waiting');
  return (
    <>
      <div className={css['filters']}>
        <SegmentedControl aria-label="Calls" data={views} value={view} onChange={setView} />
      </div>
      {view === 'waiting' ? (
        <Queue workspaceId={workspaceId} />
      ) : (
        <Suspense fallback={<TableSkeleton rows={4} />}>
          <History workspaceId={workspaceId} />
        </Suspense>
      )}
    </>
  );
}

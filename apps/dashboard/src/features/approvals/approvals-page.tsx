import { Suspense } from 'react';
import { useWorkspace } from '../../api/workspace.ts';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { Page } from '../../ui/page/page.tsx';

const Approvals = lazyNamed(() => import('./approvals.tsx').then((module) => module.Approvals));

/** Approvals: the tool calls that wait for a decision, and those that were decided. */
export function ApprovalsPage() {
  const { workspace } = useWorkspace();
  return (
    <Page
      title="Approvals"
      lead="Tool calls that agents may make only after a person has agreed. They run exactly as you see them."
    >
      <Suspense fallback={<TableSkeleton rows={3} />}>
        <Approvals workspaceId={workspace._id} />
      </Suspense>
    </Page>
  );
}

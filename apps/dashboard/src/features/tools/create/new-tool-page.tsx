import { Suspense } from 'react';
import { useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { FormSkeleton } from '../../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { BackLink } from '../../../ui/page/back-link.tsx';
import { Page } from '../../../ui/page/page.tsx';
import css from '../tools.module.css';

const NewToolForm = lazyNamed(() => import('./new-tool-form.tsx').then((module) => module.NewToolForm));

/** Creates a tool in steps: its kind, what it is for, what is its own, then approval. */
export function NewToolPage() {
  const { workspace, may } = useWorkspace();
  return (
    <Page title="New tool" narrow above={<BackLink to={paths.tools}>Tools</BackLink>}>
      {may('agents:write') ? (
        <Suspense fallback={<FormSkeleton fields={3} />}>
          <NewToolForm key={workspace._id} workspaceId={workspace._id} />
        </Suspense>
      ) : (
        <p className={css['hint']}>Your role here can view tools, not create them.</p>
      )}
    </Page>
  );
}

import { Suspense } from 'react';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { createStore, useStore } from '../../ui/loading/store.ts';

const CodesDialog = lazyNamed(() => import('./codes-dialog.tsx').then((module) => module.CodesDialog));

/** New recovery codes, until the user has kept them. */
export const shownCodes = createStore<readonly string[] | undefined>(undefined);

/**
 * Shows new recovery codes, once. Not part of a page: with a first second step, workspaces come into reach, and the page
 * around changes.
 */
export function ShownCodes() {
  const codes = useStore(shownCodes);
  return (
    <Suspense>
      {codes !== undefined && <CodesDialog codes={codes} onClose={() => shownCodes.set(undefined)} />}
    </Suspense>
  );
}

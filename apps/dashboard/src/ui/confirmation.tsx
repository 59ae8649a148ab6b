import { Suspense } from 'react';
import { asked } from './confirm.ts';
import { lazyNamed } from './lazy-named.ts';
import { useStore } from './store.ts';

const ConfirmDialog = lazyNamed(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog));

/** Shows the open question, if there is one. */
export function Confirmation() {
  const question = useStore(asked);
  return <Suspense>{question !== undefined && <ConfirmDialog {...question} />}</Suspense>;
}

import { Suspense } from 'react';
import { lazyNamed } from '../loading/lazy-named.ts';
import { useStore } from '../loading/store.ts';
import { asked } from './confirm.ts';

const load = () => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog);
const ConfirmDialog = lazyNamed(load);

/** Loads the code of the dialog before a question is likely, so that it opens at once, also without a connection. */
export const prepareConfirmation = (): void => void load().catch(() => undefined);

/** Shows the open question, if there is one. */
export function Confirmation() {
  const question = useStore(asked);
  return <Suspense>{question !== undefined && <ConfirmDialog {...question} />}</Suspense>;
}

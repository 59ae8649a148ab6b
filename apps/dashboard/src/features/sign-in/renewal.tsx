import { Suspense } from 'react';
import { renewals } from '../../api/renewal.ts';
import { lazyNamed } from '../../ui/lazy-named.ts';
import { useStore } from '../../ui/store.ts';

const RenewDialog = lazyNamed(() => import('./renew-dialog.tsx').then((module) => module.RenewDialog));

/** Shows the dialog to sign in again when a session has ended; most never need its code. */
export function Renewal() {
  const isWanted = useStore(renewals).length > 0;
  return <Suspense>{isWanted && <RenewDialog />}</Suspense>;
}

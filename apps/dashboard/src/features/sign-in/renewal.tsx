import { Suspense } from 'react';
import { renewals } from '../../api/renewal.ts';
import { lazyNamed } from '../../ui/lazy-named.ts';
import { useStore } from '../../ui/store.ts';

const RenewDialog = lazyNamed(() => import('./renew-dialog.tsx').then((module) => module.RenewDialog));

/** Shows the dialog to sign in again once a session has ended. Its code is loaded only then. */
export function Renewal() {
  const isWanted = useStore(renewals).length > 0;
  return <Suspense>{isWanted && <RenewDialog />}</Suspense>;
}

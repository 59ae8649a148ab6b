import { Suspense } from 'react';
import { confirmation, renewal } from '../../api/proofs.ts';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { useStore } from '../../ui/loading/store.ts';

const RenewDialog = lazyNamed(() => import('./renew-dialog.tsx').then((module) => module.RenewDialog));
const ProveDialog = lazyNamed(() => import('../two-step/prove-dialog.tsx').then((module) => module.ProveDialog));

/**
 * Shows the dialog for which calls wait: to sign in again once a session has ended, or else to confirm that it is the
 * user. Its code is loaded only then.
 */
export function Renewal() {
  const isEnded = useStore(renewal.waiting).length > 0;
  const isUnconfirmed = useStore(confirmation.waiting).length > 0;
  return (
    <Suspense>
      {isEnded && <RenewDialog />}
      {!isEnded && isUnconfirmed && <ProveDialog />}
    </Suspense>
  );
}

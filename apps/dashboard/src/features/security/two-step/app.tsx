import { Button } from '@mantine/core';
import type { NewTotp, SecondFactor } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { callApi } from '../../../api/client.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { toastDone, toastProblem } from '../../../ui/toasts/toast.ts';
import { countOf, keptBy } from './factors.ts';
import { Kind } from './kind.tsx';
import { reloadFactors } from './reload-factors.ts';
import css from './two-step.module.css';

const AppDialog = lazyNamed(() => import('./app-dialog.tsx').then((module) => module.AppDialog));

/** The authenticator app of the user. */
export function App({ factors }: { factors: SecondFactor }) {
  const { totp } = factors;
  const [started, setStarted] = useState<NewTotp>();
  const reason = useId();
  const kept = totp === null ? undefined : keptBy(factors);
  // Started here and not by the dialog, which could open twice: each start has a new secret.
  const start = useMutation({
    mutationFn: () => callApi((client) => client.secondFactor.startTotp()),
    onSuccess: setStarted,
    onError: toastProblem,
    gcTime: 0,
  });
  const remove = useMutation({
    mutationFn: () => callApi((client) => client.secondFactor.removeTotp()),
    onSuccess: async ({ message }) => {
      await reloadFactors();
      toastDone(message);
    },
    onError: toastProblem,
  });
  const askToRemove = async () => {
    const isSure = await confirm({
      title: 'Remove the authenticator app?',
      body:
        countOf(factors) > 1
          ? 'Its codes stop working. Signing in still asks for a passkey or a recovery code.'
          : 'Its codes and your recovery codes stop working. Signing in then takes only your password.',
      action: 'Remove app',
    });
    if (isSure) remove.mutate();
  };
  return (
    <Kind
      icon="phone"
      isOn={totp !== null}
      title="Authenticator app"
      state={
        totp === null ? (
          'An app on your phone, or your password manager, shows a new code every 30 seconds.'
        ) : (
          <>
            Added <RelativeTime iso={totp.createdAt} />.
          </>
        )
      }
      actions={
        <>
          <Button size="xs" variant="default" loading={start.isPending} onClick={() => start.mutate()}>
            {totp === null ? 'Set up app' : 'Replace app'}
          </Button>
          {totp !== null && (
            <Button
              size="xs"
              variant="default"
              loading={remove.isPending}
              disabled={kept !== undefined}
              {...(kept !== undefined && { 'aria-describedby': reason })}
              onClick={() => void askToRemove()}
            >
              Remove app
            </Button>
          )}
        </>
      }
    >
      {kept !== undefined && (
        <p className={css['why']} id={reason}>
          {kept}
        </p>
      )}
      <Suspense>
        {started !== undefined && <AppDialog started={started} onClose={() => setStarted(undefined)} />}
      </Suspense>
    </Kind>
  );
}

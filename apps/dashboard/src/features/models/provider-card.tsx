import { Badge, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ModelProvider } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { Suspense } from 'react';
import { callApi } from '../../api/client.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { Outcome } from '../../ui/page/outcome.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { RelativeTime } from '../../ui/time/time.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';
import css from './models-page.module.css';
import { acceptedBy, originOf, titleOf } from './provider-words.ts';
import { refreshProviders } from './refresh.ts';

const KeyDialog = lazyNamed(() => import('./key-dialog.tsx').then((module) => module.KeyDialog));

/** A provider: if it can be used, the origin of its key, and the actions for it. */
export function ProviderCard({ provider }: { provider: ModelProvider }) {
  const { name, usable, source } = provider;
  const title = titleOf(name);
  const [isEntering, entering] = useDisclosure(false);
  const test = useMutation({ mutationFn: () => callApi((client) => client.models.providers.test(name)) });
  const remove = useMutation({
    mutationFn: () => callApi((client) => client.models.providers.deleteKey(name)),
    onSuccess: async ({ message }) => {
      test.reset();
      await refreshProviders();
      toastDone(message);
    },
  });
  const problem = test.error ?? remove.error;
  return (
    <section className={css['card']} aria-label={title}>
      <About provider={provider} />
      <div className={css['actions']}>
        {usable && (
          <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            Test
          </Button>
        )}
        {source !== 'environment' && (
          <Button size="xs" variant={usable ? 'default' : 'filled'} onClick={entering.open}>
            {source === 'stored' ? 'Replace key' : 'Add key'}
          </Button>
        )}
        {source === 'stored' && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            loading={remove.isPending}
            onClick={async () => {
              if (await isSureToDelete(title)) remove.mutate();
            }}
          >
            Delete key
          </Button>
        )}
      </div>
      {(test.data !== undefined || problem !== null) && (
        <div className={css['result']}>
          {test.data && <Outcome words={acceptedBy(title, test.data.models)} failure={test.data.failure} />}
          {problem !== null && <ProblemNotice error={problem} />}
        </div>
      )}
      <Suspense>
        {isEntering && (
          <KeyDialog
            provider={provider}
            onClose={() => {
              test.reset();
              entering.close();
            }}
          />
        )}
      </Suspense>
    </section>
  );
}

const isSureToDelete = (title: string): Promise<boolean> =>
  confirm({
    title: `Delete the key of ${title}?`,
    body: 'Agents that use its models can’t reply from then on. The key still works at the provider: revoke it there.',
    action: 'Delete key',
  });

function About({ provider }: { provider: ModelProvider }) {
  const { name, usable, source, reason, setAt, address } = provider;
  const isUnusable = source === 'stored' && !usable;
  return (
    <div className={css['words']}>
      <div className={css['name']}>
        {titleOf(name)}
        <Badge variant="light" color={usable ? 'green' : 'gray'}>
          {usable ? 'Ready' : isUnusable ? 'Key unusable' : 'No key'}
        </Badge>
      </div>
      <p className={css['about']}>
        {isUnusable ? reason : originOf(provider)}
        {source === 'stored' && setAt !== null && (
          <>
            {' '}
            Stored <RelativeTime iso={setAt} />.
          </>
        )}
      </p>
      {address !== null && <p className={css['about']}>{address}</p>}
    </div>
  );
}

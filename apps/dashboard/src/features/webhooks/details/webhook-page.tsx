import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Webhook } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { webhookQueries } from '../../../api/queries/webhook-queries.ts';
import { paths } from '../../../paths.ts';
import { CopyableId } from '../../../ui/code/copy.tsx';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { FormSkeleton } from '../../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { BackLink } from '../../../ui/page/back-link.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { toastDone, toastProblem } from '../../../ui/toasts/toast.ts';
import { TestRequest } from '../test-request.tsx';
import { webhookCalls } from '../webhook-calls.ts';
import { WebhookStatus } from '../webhook-status.tsx';
import { stateOf, troubles } from '../webhook-words.ts';
import css from '../webhooks.module.css';
import { Deliveries } from './deliveries.tsx';
import { SettingsForm } from './settings-form.tsx';

const RotateDialog = lazyNamed(() => import('./rotate-dialog.tsx').then((module) => module.RotateDialog));

/** One webhook: whether it works, its deliveries, its settings, and its secret. */
export function WebhookPage() {
  const { webhookId } = useParams({ from: '/signed-in/settings/webhooks/$webhookId' });
  const { data, error, refetch } = useQuery(webhookQueries.one(webhookId));
  const above = <BackLink to={paths.webhooks}>Webhooks</BackLink>;
  if (data === undefined) {
    return (
      <Page title="Webhook" above={above}>
        {error === null ? <FormSkeleton fields={4} /> : <ProblemNotice error={error} retry={() => void refetch()} />}
      </Page>
    );
  }
  return <Stored key={data._id} webhook={data} above={above} />;
}

function Stored({ webhook, above }: { webhook: Webhook; above: React.ReactNode }) {
  const { _id, url, status } = webhook;
  const [isRotating, rotating] = useDisclosure(false);
  const isEnabled = status === 'enabled';
  const turn = useMutation({
    mutationFn: () => webhookCalls.update(_id, { status: isEnabled ? 'disabled' : 'enabled' }),
    onSuccess: () => toastDone(isEnabled ? 'Webhook disabled. Events wait.' : 'Webhook enabled.'),
    onError: toastProblem,
  });
  const button = (
    <Button variant={isEnabled ? 'default' : 'filled'} loading={turn.isPending} onClick={() => turn.mutate()}>
      {isEnabled ? 'Disable' : 'Enable'}
    </Button>
  );
  return (
    <Page
      title="Webhook"
      heading={<span className={css['url']}>{url}</span>}
      above={above}
      lead={<Facts webhook={webhook} />}
      actions={button}
    >
      <Trouble webhook={webhook} />
      <Section title="Deliveries" lead="Newest first. Each event is tried up to ten times over about 75 hours.">
        <Deliveries webhook={webhook} />
      </Section>
      <Section title="Settings">
        <SettingsForm webhook={webhook} />
      </Section>
      <Section title="Test">
        <TestRequest id={_id} />
      </Section>
      <Section
        title="Signing secret"
        lead="Rotate it if it has leaked, or regularly. The old one can also sign for up to 7 days."
        action={
          <Button variant="default" leftSection={<Icon name="rotate" />} onClick={rotating.open}>
            Rotate secret
          </Button>
        }
      >
        {webhook.oldSecretUntil !== null && (
          <p className={css['facts']}>
            <span>
              The old secret signs until <RelativeTime iso={webhook.oldSecretUntil} isAhead />.
            </span>
          </p>
        )}
      </Section>
      <Section
        title="Delete"
        lead="Nothing more is sent, and its deliveries are deleted."
        action={<Delete webhook={webhook} />}
      />
      <Suspense>{isRotating && <RotateDialog webhook={webhook} onClose={rotating.close} />}</Suspense>
    </Page>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { _id, lastSuccessAt, pending, missedThrough } = webhook;
  return (
    <div className={css['facts']}>
      <WebhookStatus webhook={webhook} />
      <span>
        {lastSuccessAt === null ? (
          'No success yet'
        ) : (
          <>
            Last success <RelativeTime iso={lastSuccessAt} />
          </>
        )}
      </span>
      {pending > 0 && <span>{pending.toLocaleString('en')} waiting</span>}
      {missedThrough !== null && (
        <span>
          Events until <RelativeTime iso={missedThrough} /> expired unsent
        </span>
      )}
      <CopyableId id={_id} what="webhook ID" />
    </div>
  );
}

/** Why a webhook doesn't work, and what happens once it does. */
function Trouble({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook);
  if (state === 'working') return null;
  const isMild = state === 'failing' || state === 'manual';
  return (
    <div role="alert" className={css['notice']} data-mild={isMild || undefined}>
      <Icon name="warning" />
      <span className={css['noticeWords']}>
        {troubles[state]}{' '}
        {webhook.failingSince !== null && (
          <>
            It first failed <RelativeTime iso={webhook.failingSince} />.
          </>
        )}
        <span className={css['advice']}>
          {state === 'failing'
            ? 'See the replies below, and send a test once the receiver is mended.'
            : 'Events wait in the log for 90 days. “Enable” sends those that were missed, in order, then the new ones.'}
        </span>
      </span>
    </div>
  );
}

function Delete({ webhook: { _id, url } }: { webhook: Webhook }) {
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => webhookCalls.delete(_id),
    onSuccess: async () => {
      await navigate({ to: paths.webhooks });
      toastDone('Webhook deleted.');
    },
    onError: toastProblem,
  });
  const ask = async () => {
    const body = `${url} gets no more events, not even those that wait. This can’t be undone.`;
    if (await confirm({ title: 'Delete this webhook?', body, action: 'Delete webhook' })) remove.mutate();
  };
  return (
    <Button variant="default" leftSection={<Icon name="trash" />} loading={remove.isPending} onClick={() => void ask()}>
      Delete webhook
    </Button>
  );
}

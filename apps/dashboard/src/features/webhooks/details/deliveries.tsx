import { Button, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Webhook, WebhookDelivery } from '@parley/sdk';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { webhookQueries } from '../../../api/queries/webhook-queries.ts';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import table from '../../../ui/lists/table.module.css';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { ActionsHeader } from '../../../ui/page/actions-header.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { RelativeTime, useNow } from '../../../ui/time/time.tsx';
import { toastDone, toastProblem } from '../../../ui/toasts/toast.ts';
import { webhookCalls } from '../webhook-calls.ts';
import { replyText } from '../webhook-words.ts';
import css from '../webhooks.module.css';

const ResendDialog = lazyNamed(() => import('./resend-dialog.tsx').then((module) => module.ResendDialog));

const labels: Readonly<Record<WebhookDelivery['state'], string>> = {
  pending: 'Waiting',
  succeeded: 'Succeeded',
  failed: 'Failed',
};
const filters = [{ value: 'all', label: 'All' }, ...Object.entries(labels).map(([value, label]) => ({ value, label }))];

/** The deliveries of a webhook, newest first, and ways to send them again. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const [state, setState] = useState<WebhookDelivery['state']>();
  const [isAsking, asking] = useDisclosure(false);
  const query = useInfiniteQuery(webhookQueries.deliveries(webhook._id, state));
  const { data, error } = query;
  return (
    <>
      <div className={css['filters']}>
        <SegmentedControl
          aria-label="State"
          data={filters}
          value={state ?? 'all'}
          onChange={(next) => setState(next === 'all' ? undefined : (next as WebhookDelivery['state']))}
        />
        <Button variant="default" onClick={asking.open}>
          Send again since…
        </Button>
      </div>
      {error !== null && <ProblemNotice error={error} retry={() => void query.refetch()} />}
      {data === undefined && error === null && <TableSkeleton rows={4} />}
      {data?.items.length === 0 && (
        <EmptyState icon="send" title="No deliveries">
          {state === undefined
            ? 'The next event that it wants appears here.'
            : `No delivery is in the state “${labels[state]}”.`}
        </EmptyState>
      )}
      {data !== undefined && data.items.length > 0 && (
        <>
          <Table deliveries={data.items} />
          <LoadMore key={state} pages={query} shown={data.items.length} total={data.total} />
        </>
      )}
      <Suspense>{isAsking && <ResendDialog id={webhook._id} onClose={asking.close} />}</Suspense>
    </>
  );
}

function Table({ deliveries }: { deliveries: readonly WebhookDelivery[] }) {
  return (
    <div className={table['frame']}>
      <table className={`${table['table']} ${css['deliveries']}`}>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col" className={table['wide']}>
              State
            </th>
            <th scope="col" className={table['wide']}>
              Reply
            </th>
            <th scope="col" className={table['wide']}>
              Time
            </th>
            <ActionsHeader />
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <Row key={delivery._id} delivery={delivery} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ delivery }: { delivery: WebhookDelivery }) {
  const { _id, webhook, type, attempts, error, reply, replayed, createdAt } = delivery;
  const again = useMutation({
    mutationFn: () => webhookCalls.redeliver(webhook, { deliveryId: _id }),
    onSuccess: () => toastDone('It is sent again.'),
    onError: toastProblem,
  });
  const answer = isUnsent(delivery) ? 'Not sent yet' : replyText(delivery);
  const tried = attempts > 0 && `${attempts.toLocaleString('en')} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  return (
    <tr className={table['row']}>
      <td className={table['name']}>
        <span className={css['type']}>{type}</span>
        <span className={table['sub']}>{[tried, replayed && 'sent again'].filter(Boolean).join(', ')}</span>
        <span className={`${table['sub']} ${table['slim']}`}>
          <State delivery={delivery} /> · {answer} · <RelativeTime iso={createdAt} />
        </span>
        {(error !== null || (reply !== null && reply !== '')) && (
          <details className={css['details']}>
            <summary>{error ?? 'Reply'}</summary>
            <pre className={css['reply']}>{reply === null || reply === '' ? 'No reply' : reply}</pre>
          </details>
        )}
      </td>
      <td className={`${table['quiet']} ${table['wide']}`}>
        <State delivery={delivery} />
      </td>
      <td className={`${table['quiet']} ${table['wide']}`}>{answer}</td>
      <td className={`${table['quiet']} ${table['wide']}`}>
        <RelativeTime iso={createdAt} />
      </td>
      <td className={`${table['end']} ${table['actions']}`}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Send again: ${type}`}
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          Send again
        </Button>
      </td>
    </tr>
  );
}

const isUnsent = ({ attempts, status, error }: WebhookDelivery) => attempts === 0 && status === null && error === null;

/** The state of a delivery. One that waits behind another, or for its webhook, has no time of its own. */
function State({ delivery: { state, dueAt } }: { delivery: WebhookDelivery }) {
  const isAhead = Date.parse(dueAt ?? '') > useNow();
  return (
    <>
      <span className={css['state']} data-state={state}>
        {labels[state]}
      </span>
      {state === 'pending' && dueAt !== null && isAhead && (
        <>
          {', due '}
          <RelativeTime iso={dueAt} isAhead />
        </>
      )}
    </>
  );
}

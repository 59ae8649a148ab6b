import { Button } from '@mantine/core';
import type { Webhook } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { webhookQueries } from '../../api/queries/webhook-queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import table from '../../ui/lists/table.module.css';
import { Icon } from '../../ui/page/icons.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { RelativeTime } from '../../ui/time/time.tsx';
import { AdminsOnly } from '../events/admins-only.tsx';
import { WebhookStatus } from './webhook-status.tsx';
import { typesText } from './webhook-words.ts';
import css from './webhooks.module.css';

/** Developers → Webhooks. For admins. */
export function WebhooksPage() {
  const { workspace, may } = useWorkspace();
  const isAdmin = may('workspace:admin');
  const add = (
    <Button leftSection={<Icon name="plus" />} renderRoot={(root) => <Link to={paths.newWebhook} {...root} />}>
      New webhook
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      lead="Each event is sent to these addresses as a signed request, in order, and retried until it arrives."
      actions={isAdmin && add}
    >
      {isAdmin ? <Webhooks workspaceId={workspace._id} add={add} /> : <AdminsOnly what="a webhook" />}
    </Page>
  );
}

function Webhooks({ workspaceId, add }: { workspaceId: string; add: React.ReactNode }) {
  const { data, error, refetch } = useQuery(webhookQueries.list(workspaceId));
  if (data === undefined)
    return error === null ? <TableSkeleton rows={3} /> : <ProblemNotice error={error} retry={() => void refetch()} />;
  if (data.length === 0) {
    return (
      <EmptyState icon="send" title="No webhooks yet" action={add}>
        Let your own programs know when a conversation waits, a reply fails, or anything else happens here.
      </EmptyState>
    );
  }
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Status</th>
            <th scope="col" className={table['wide']}>
              Last success
            </th>
            <th scope="col" className={`${table['wide']} ${table['end']}`}>
              Waiting
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((webhook) => (
            <Row key={webhook._id} webhook={webhook} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ webhook }: { webhook: Webhook }) {
  const { _id, url, description, lastSuccessAt, pending } = webhook;
  const time = lastSuccessAt !== null && <RelativeTime iso={lastSuccessAt} />;
  const waiting = pending.toLocaleString('en');
  return (
    <tr className={table['row']}>
      <td className={table['name']}>
        <Link to={paths.webhook} params={{ webhookId: _id }} className={`${table['main']} ${css['address']}`}>
          {url}
        </Link>
        <span className={table['sub']}>{description === '' ? typesText(webhook) : description}</span>
        <span className={`${table['sub']} ${table['slim']}`}>
          {time ? <>Last success {time}</> : 'No success yet'}
          {pending > 0 && `, ${waiting} waiting`}
        </span>
      </td>
      <td>
        <WebhookStatus webhook={webhook} />
      </td>
      <td className={`${table['quiet']} ${table['wide']}`}>{time || 'Never'}</td>
      <td className={`${table['quiet']} ${table['wide']} ${table['end']}`}>{waiting}</td>
    </tr>
  );
}

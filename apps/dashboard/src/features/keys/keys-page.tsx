import { Button, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ApiKey } from '@parley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { queries } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { lazyNamed } from '../../ui/lazy-named.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { keyStatuses, readKeySearch } from './key-status.ts';
import css from './keys-page.module.css';
import { KeysTable } from './keys-table.tsx';

const NewKeyDialog = lazyNamed(() => import('./new-key-dialog.tsx').then((module) => module.NewKeyDialog));
const RotateDialog = lazyNamed(() => import('./rotate-dialog.tsx').then((module) => module.RotateDialog));

/** Settings → API Keys. */
export function KeysPage() {
  const { workspaces } = useWorkspace();
  const mayManage = workspaces.some(({ permissions }) => permissions.includes('workspace:admin'));
  const [isCreating, creating] = useDisclosure(false);
  const generate = (
    <Button leftSection={<Icon name="plus" />} onClick={creating.open}>
      Generate New Key
    </Button>
  );
  const lead =
    'Keys let programs call the API as you, with the scopes you choose. Keep them out of browsers, repositories and logs.';
  if (!mayManage) {
    return (
      <Page title="API Keys" lead={lead}>
        <EmptyState icon="key" title="Keys are managed by owners and admins">
          Your role cannot manage keys. Ask an owner or admin to change your role or to create a key for you.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title="API Keys" lead={lead} actions={generate}>
      <Keys generate={generate} />
      <Suspense>{isCreating && <NewKeyDialog onClose={creating.close} />}</Suspense>
    </Page>
  );
}

function Keys({ generate }: { generate: React.ReactNode }) {
  const { status = 'active' } = useSearch({ from: '/signed-in/settings/api-keys' });
  const keys = useInfiniteQuery(queries.keys(status));
  const { data, error, refetch } = keys;
  const [rotated, setRotated] = useState<ApiKey>();
  return (
    <>
      <StatusFilter status={status} total={data?.total} />
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <TableSkeleton rows={3} />}
      {data?.items.length === 0 && <NoKeys status={status} generate={generate} />}
      {data !== undefined && data.items.length > 0 && (
        <>
          <KeysTable status={status} keys={data.items} onRotate={setRotated} />
          <LoadMore key={status} pages={keys} shown={data.items.length} total={data.total} />
        </>
      )}
      <Suspense>
        {rotated !== undefined && <RotateDialog apiKey={rotated} onClose={() => setRotated(undefined)} />}
      </Suspense>
    </>
  );
}

/** Active, expired and revoked keys are separate lists, so that keys in use are not buried under ended ones. */
function StatusFilter({ status, total }: { status: ApiKey['status']; total: number | undefined }) {
  const navigate = useNavigate({ from: paths.keys });
  return (
    <div className={css['filters']}>
      <SegmentedControl
        className={css['statuses'] ?? ''}
        aria-label="Status"
        data={[...keyStatuses]}
        value={status}
        onChange={(next) => void navigate({ search: readKeySearch({ status: next }) })}
      />
      <span className={css['total']} role="status">
        {total === undefined ? '' : `${total.toLocaleString('en')} ${status} ${total === 1 ? 'key' : 'keys'}`}
      </span>
    </div>
  );
}

function NoKeys({ status, generate }: { status: ApiKey['status']; generate: React.ReactNode }) {
  if (status !== 'active') {
    return (
      <EmptyState icon="key" title={`No ${status} keys`}>
        {status === 'expired'
          ? 'Keys that have reached their expiry date are listed here.'
          : 'Keys that were revoked or replaced are listed here.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="key" title="No active keys" action={generate}>
      A program sends its key with every request. The key identifies the caller and limits what it may do.
    </EmptyState>
  );
}

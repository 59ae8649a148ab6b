import { Button, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ApiKey } from '@parley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { queries } from '../../api/queries.ts';
import { useMe, useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { Icon } from '../../ui/page/icons.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { keyStatuses, readKeySearch } from './key-status.ts';
import css from './keys-page.module.css';
import { KeysTable } from './keys-table.tsx';
import { readScopes, usualScopes } from './scopes.ts';

const NewKeyDialog = lazyNamed(() => import('./new-key-dialog.tsx').then((module) => module.NewKeyDialog));
const EditKeyDialog = lazyNamed(() => import('./edit-key-dialog.tsx').then((module) => module.EditKeyDialog));
const RotateDialog = lazyNamed(() => import('./rotate-dialog.tsx').then((module) => module.RotateDialog));

/** Settings → API Keys. */
export function KeysPage() {
  const { scopes, ...filters } = useSearch({ from: '/signed-in/settings/api-keys' });
  const navigate = useNavigate({ from: paths.keys });
  const [isCreating, creating] = useDisclosure(scopes !== undefined);
  const close = () => {
    creating.close();
    if (scopes !== undefined) void navigate({ search: filters, replace: true });
  };
  const generate = (
    <Button leftSection={<Icon name="plus" />} onClick={creating.open}>
      Generate New Key
    </Button>
  );
  return (
    <Page
      title="API Keys"
      lead="Keys let programs call the API as you, with the scopes you choose. Keep them out of browsers, repositories and logs."
      actions={generate}
    >
      <Keys generate={generate} />
      <Suspense>
        {isCreating && (
          <NewKeyDialog preset={scopes === undefined ? usualScopes : readScopes(scopes)} onClose={close} />
        )}
      </Suspense>
    </Page>
  );
}

/** A key in a dialog. */
type Opened = { readonly dialog: 'edit' | 'rotate'; readonly apiKey: ApiKey };

function Keys({ generate }: { generate: React.ReactNode }) {
  const { status = 'active', mine } = useSearch({ from: '/signed-in/settings/api-keys' });
  const { workspaces } = useWorkspace();
  const me = useMe();
  const seesOthers = workspaces.some(({ permissions }) => permissions.includes('workspace:admin'));
  const keys = useInfiniteQuery(queries.keys(status, seesOthers && mine === true ? me.user._id : undefined));
  const { data, error, refetch } = keys;
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <>
      <Filters total={data?.total} seesOthers={seesOthers} />
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <TableSkeleton rows={3} />}
      {data?.items.length === 0 && <NoKeys status={status} generate={generate} />}
      {data !== undefined && data.items.length > 0 && (
        <>
          <KeysTable
            status={status}
            keys={data.items}
            showsPeople={seesOthers}
            onOpen={(dialog, apiKey) => setOpened({ dialog, apiKey })}
          />
          <LoadMore key={`${status} ${mine}`} pages={keys} shown={data.items.length} total={data.total} />
        </>
      )}
      <Suspense>
        {opened?.dialog === 'rotate' && <RotateDialog apiKey={opened.apiKey} onClose={close} />}
        {opened?.dialog === 'edit' && <EditKeyDialog apiKey={opened.apiKey} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Each status is a list of its own, so that keys in use are not buried under ended ones. */
function Filters({ total, seesOthers }: { total: number | undefined; seesOthers: boolean }) {
  const { status = 'active', mine } = useSearch({ from: '/signed-in/settings/api-keys' });
  const navigate = useNavigate({ from: paths.keys });
  return (
    <div className={css['filters']}>
      <div className={css['choices']}>
        <SegmentedControl
          className={css['statuses'] ?? ''}
          aria-label="Status"
          data={[...keyStatuses]}
          value={status}
          onChange={(next) => void navigate({ search: readKeySearch({ mine, status: next }) })}
        />
        {seesOthers && (
          <SegmentedControl
            aria-label="Whose keys"
            data={[
              { value: 'all', label: 'Everyone’s' },
              { value: 'mine', label: 'Mine' },
            ]}
            value={mine === true ? 'mine' : 'all'}
            onChange={(next) => void navigate({ search: readKeySearch({ status, mine: next === 'mine' }) })}
          />
        )}
      </div>
      <span className={css['total']} role="status">
        {total === undefined ? '' : `${total.toLocaleString('en')} ${status} ${total === 1 ? 'key' : 'keys'}`}
      </span>
    </div>
  );
}

/** Explanations of the empty lists of keys. */
const emptyLists = {
  inactive: 'Keys of people who are suspended, or who left the workspaces that the key reaches, are listed here.',
  expired: 'Keys that have reached their expiry date are listed here.',
  revoked: 'Keys that were revoked or replaced are listed here.',
} as const;

function NoKeys({ status, generate }: { status: ApiKey['status']; generate: React.ReactNode }) {
  if (status !== 'active') {
    return (
      <EmptyState icon="key" title={`No ${status} keys`}>
        {emptyLists[status]}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="key" title="No active keys" action={generate}>
      A program sends its key with every request. The key identifies the caller and limits what it may do.
    </EmptyState>
  );
}

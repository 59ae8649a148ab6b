import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ApiKey } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queries } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { lazyNamed } from '../../ui/lazy-named.ts';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { KeysTable } from './keys-table.tsx';

const NewKeyDialog = lazyNamed(() => import('./new-key-dialog.tsx').then((module) => module.NewKeyDialog));
const RotateDialog = lazyNamed(() => import('./rotate-dialog.tsx').then((module) => module.RotateDialog));

/** Settings → API Keys. */
export function KeysPage() {
  const { workspaces } = useWorkspace();
  const mayManage = workspaces.some(({ permissions }) => permissions.includes('workspace:admin'));
  const [isMaking, making] = useDisclosure(false);
  const generate = (
    <Button leftSection={<Icon name="plus" />} onClick={making.open}>
      Generate New Key
    </Button>
  );
  const lead =
    'Keys let programs call the API as you, with the scopes that you choose. Keep them out of browsers, repositories and logs.';
  if (!mayManage) {
    return (
      <Page title="API Keys" lead={lead}>
        <EmptyState icon="key" title="Keys are made by owners and admins">
          Your role does not manage keys. Ask an owner or admin of a workspace to change it, or to make a key for you.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title="API Keys" lead={lead} actions={generate}>
      <Keys empty={generate} />
      <Suspense>{isMaking && <NewKeyDialog onClose={making.close} />}</Suspense>
    </Page>
  );
}

function Keys({ empty }: { empty: React.ReactNode }) {
  const { data, error, refetch } = useQuery(queries.keys());
  const [rotated, setRotated] = useState<ApiKey>();
  if (error !== null && data === undefined) return <ProblemNotice error={error} retry={() => void refetch()} />;
  if (data === undefined) return <TableSkeleton rows={3} />;
  if (data.items.length === 0) {
    return (
      <EmptyState icon="key" title="No keys yet" action={empty}>
        A program shows its key with every request, so that the service knows who calls and what they may do.
      </EmptyState>
    );
  }
  return (
    <>
      <KeysTable keys={data.items} onRotate={setRotated} />
      <Suspense>
        {rotated !== undefined && <RotateDialog apiKey={rotated} onClose={() => setRotated(undefined)} />}
      </Suspense>
    </>
  );
}

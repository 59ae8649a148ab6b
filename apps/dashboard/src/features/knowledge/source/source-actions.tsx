import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { KnowledgeSource } from '@parley/sdk';
import { Suspense } from 'react';
import { isBusy } from '../../../api/queries/knowledge-queries.ts';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { ActionMenu, deletion } from '../../../ui/overlays/action-menu.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { useSync } from './syncs/use-sync.ts';

const DeleteDialog = lazyNamed(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog));

/** Actions for a source: read it again, delete it. */
export function SourceActions(props: { source: KnowledgeSource; mayWrite: boolean; mayDelete: boolean }) {
  const { source, mayWrite, mayDelete } = props;
  const [isDeleting, deleting] = useDisclosure(false);
  const { mutate, isPending } = useSync(source._id);
  return (
    <>
      {mayWrite && (
        <Button
          variant="default"
          leftSection={<Icon name="rotate" />}
          loading={isPending}
          disabled={isBusy(source)}
          onClick={() => mutate()}
        >
          {isBusy(source) ? 'Syncing' : 'Sync now'}
        </Button>
      )}
      <ActionMenu entries={[deletion('Delete', mayDelete, deleting.open)]}>
        <ActionIcon variant="default" size={36} aria-label="Actions for the source">
          <Icon name="dots" />
        </ActionIcon>
      </ActionMenu>
      <Suspense>{isDeleting && <DeleteDialog source={source} onClose={deleting.close} />}</Suspense>
    </>
  );
}

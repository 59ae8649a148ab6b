import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Channel, ChannelType } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { paths } from '../../../paths.ts';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { ActionMenu, deletion } from '../../../ui/overlays/action-menu.tsx';
import { Icon } from '../../../ui/page/icons.tsx';

const DeleteDialog = lazyNamed(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog));
const RotateDialog = lazyNamed(() => import('./rotate-dialog.tsx').then((module) => module.RotateDialog));

/** The link to the channel's conversations, and its actions. */
export function ChannelMenu(props: { channel: Channel; kind: ChannelType; isAdmin: boolean }) {
  const { channel, kind, isAdmin } = props;
  const [isDeleting, deleting] = useDisclosure(false);
  const [isRotating, rotating] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="inbox" />}
        renderRoot={(root) => (
          <Link to={paths.conversations} search={{ agent: channel.agent, channel: channel._id }} {...root} />
        )}
      >
        Conversations
      </Button>
      <ActionMenu
        entries={[
          ...(kind.secret === null
            ? []
            : [{ label: 'Rotate secret…', icon: 'rotate', isDisabled: !isAdmin, onClick: rotating.open } as const]),
          deletion('Delete', isAdmin, deleting.open),
        ]}
      >
        <ActionIcon variant="default" size={36} aria-label="Actions for the channel">
          <Icon name="dots" />
        </ActionIcon>
      </ActionMenu>
      <Suspense>
        {isDeleting && <DeleteDialog channel={channel} onClose={deleting.close} />}
        {isRotating && <RotateDialog channel={channel} kind={kind} onClose={rotating.close} />}
      </Suspense>
    </>
  );
}

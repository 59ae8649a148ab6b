import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Channel, ChannelType } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { paths } from '../../../paths.ts';
import { Icon } from '../../../ui/icons.tsx';
import { lazyNamed } from '../../../ui/lazy-named.ts';

const DeleteDialog = lazyNamed(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog));
const RotateDialog = lazyNamed(() => import('./rotate-dialog.tsx').then((module) => module.RotateDialog));

/** The link to the channel's conversations, and what can be done to it. */
export function ChannelMenu(props: { channel: Channel; kind: ChannelType; mayWrite: boolean; mayDelete: boolean }) {
  const { channel, kind, mayWrite, mayDelete } = props;
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
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="Actions for the channel">
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {kind.secret !== null && (
            <Menu.Item leftSection={<Icon name="rotate" />} disabled={!mayWrite} onClick={rotating.open}>
              Rotate secret…
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="trash" />} color="red" disabled={!mayDelete} onClick={deleting.open}>
            {mayDelete ? 'Delete…' : 'Delete (owners and admins)'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {isDeleting && <DeleteDialog channel={channel} onClose={deleting.close} />}
        {isRotating && <RotateDialog channel={channel} kind={kind} onClose={rotating.close} />}
      </Suspense>
    </>
  );
}

import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMatchRoute, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useMe, useSwitchWorkspace, useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import css from './sidebar.module.css';

const CreateWorkspaceDialog = lazyNamed(() =>
  import('../workspaces/create-workspace-dialog.tsx').then((module) => module.CreateWorkspaceDialog),
);

/** Shows and switches the workspace. */
export function WorkspaceSwitcher() {
  const { workspace, workspaces, may } = useWorkspace();
  const { lockedWorkspaces } = useMe();
  const switchTo = useSwitchWorkspace();
  const navigate = useNavigate();
  const isOnAgent = useMatchRoute()({ to: paths.agent, fuzzy: true }) !== false;
  const [isCreating, creating] = useDisclosure(false);
  return (
    <>
      <ActionMenu
        position="bottom-start"
        width="target"
        entries={[
          { heading: 'Workspaces' },
          ...workspaces.map((each) => ({
            key: each._id,
            label: each.name,
            isChosen: each._id === workspace._id,
            onClick: () => void switchTo(each, isOnAgent ? paths.agents : undefined),
          })),
          ...(lockedWorkspaces.length > 0 ? [{ heading: 'Need two-step sign-in' }] : []),
          ...lockedWorkspaces.map(({ _id, name }) => ({
            ...{ key: _id, label: name, icon: 'lock' as const },
            onClick: () => void navigate({ to: paths.security }),
          })),
          ...(may('workspace:admin')
            ? (['divider', { label: 'New workspace', icon: 'plus', onClick: creating.open }] as const)
            : []),
        ]}
      >
        <UnstyledButton className={css['switcher']}>
          <span className={css['badge']} aria-hidden="true">
            {workspace.name.trim().slice(0, 1).toUpperCase()}
          </span>
          <span className={`${css['grow']} ${css['strong']}`}>{workspace.name}</span>
          <VisuallyHidden>: change workspace</VisuallyHidden>
          <Icon name="chevrons" />
        </UnstyledButton>
      </ActionMenu>
      <Suspense>{isCreating && <CreateWorkspaceDialog onClose={creating.close} />}</Suspense>
    </>
  );
}

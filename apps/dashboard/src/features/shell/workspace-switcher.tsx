import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMatchRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSwitchWorkspace, useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { Icon } from '../../ui/icons.tsx';
import { lazyNamed } from '../../ui/lazy-named.ts';
import css from './sidebar.module.css';

const CreateWorkspaceDialog = lazyNamed(() =>
  import('../workspaces/create-workspace-dialog.tsx').then((module) => module.CreateWorkspaceDialog),
);

/** Shows and switches the workspace. */
export function WorkspaceSwitcher() {
  const { workspace, workspaces, may } = useWorkspace();
  const switchTo = useSwitchWorkspace();
  const isOnAgent = useMatchRoute()({ to: paths.agent, fuzzy: true }) !== false;
  const [isCreating, creating] = useDisclosure(false);
  return (
    <>
      <Menu position="bottom-start" width="target">
        <Menu.Target>
          <UnstyledButton className={css['switcher']}>
            <span className={css['badge']} aria-hidden="true">
              {workspace.name.trim().slice(0, 1).toUpperCase()}
            </span>
            <span className={`${css['grow']} ${css['strong']}`}>{workspace.name}</span>
            <VisuallyHidden>: change workspace</VisuallyHidden>
            <Icon name="chevrons" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Workspaces</Menu.Label>
          {workspaces.map((each) => (
            <Menu.Item
              key={each._id}
              onClick={() => void switchTo(each, isOnAgent ? paths.agents : undefined)}
              rightSection={each._id === workspace._id ? <Icon name="check" /> : null}
            >
              {each.name}
            </Menu.Item>
          ))}
          {may('workspace:admin') && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<Icon name="plus" />} onClick={creating.open}>
                New workspace
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>{isCreating && <CreateWorkspaceDialog onClose={creating.close} />}</Suspense>
    </>
  );
}

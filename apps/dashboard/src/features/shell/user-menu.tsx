import { UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useMe } from '../../api/workspace.ts';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import { schemes } from './color-schemes.ts';
import { palette } from './palette/palette-store.ts';
import css from './sidebar.module.css';
import { useSignOut } from './use-sign-out.ts';

/** The signed-in user, the colour scheme, help on shortcuts if there are any, and sign-out. */
export function UserMenu({ hasShortcuts = true }: { hasShortcuts?: boolean }) {
  const { user } = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const name = user.name || user.email;
  return (
    <ActionMenu
      position="top-start"
      width="target"
      entries={[
        { heading: user.email },
        'divider',
        { heading: 'Theme' },
        ...schemes.map(({ value, label, icon }) => ({
          label,
          icon,
          isChosen: colorScheme === value,
          staysOpen: true,
          onClick: () => setColorScheme(value),
        })),
        'divider',
        ...(hasShortcuts ? [{ label: 'Keyboard shortcuts', icon: 'help', onClick: palette.openHelp } as const] : []),
        { label: 'Sign out', icon: 'signOut', onClick: signOut },
      ]}
    >
      <UnstyledButton className={css['user']}>
        <span className={css['badge']} data-round aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span className={css['grow']}>{name}</span>
        <VisuallyHidden>: account menu</VisuallyHidden>
        <Icon name="dots" />
      </UnstyledButton>
    </ActionMenu>
  );
}

import { Menu, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useMe } from '../../api/workspace.ts';
import { Icon } from '../../ui/icons.tsx';
import { schemes } from './color-schemes.ts';
import { palette } from './palette-store.ts';
import css from './sidebar.module.css';
import { useSignOut } from './use-sign-out.ts';

/** The signed-in user, the colour scheme, help on shortcuts if there are any, and sign-out. */
export function UserMenu({ hasShortcuts = true }: { hasShortcuts?: boolean }) {
  const { user } = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const name = user.name || user.email;
  return (
    <Menu position="top-start" width="target">
      <Menu.Target>
        <UnstyledButton className={css['user']}>
          <span className={css['badge']} data-round aria-hidden="true">
            {name.slice(0, 1).toUpperCase()}
          </span>
          <span className={css['grow']}>{name}</span>
          <VisuallyHidden>: account menu</VisuallyHidden>
          <Icon name="dots" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {schemes.map(({ value, label, icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon name={icon} />}
            rightSection={colorScheme === value ? <Icon name="check" /> : null}
            closeMenuOnClick={false}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {hasShortcuts && (
          <Menu.Item leftSection={<Icon name="help" />} onClick={palette.openHelp}>
            Keyboard shortcuts
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="signOut" />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

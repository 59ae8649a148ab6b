import { Menu, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callSignedOut, isSignedOut } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { noteSignedIn, useMe } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { Icon } from '../../ui/icons.tsx';
import { toastProblem } from '../../ui/toast.ts';
import { forgetDrafts } from '../chat/drafts.ts';
import { palette } from './palette-store.ts';
import css from './sidebar.module.css';

const schemes = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'auto', label: 'System default', icon: 'screen' },
] as const;

/** The signed-in user, the colour scheme, help on shortcuts if there are any, and sign-out. */
export function UserMenu({ hasShortcuts = true }: { hasShortcuts?: boolean }) {
  const { user } = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const { mutate: signOut } = useMutation({
    mutationFn: () => callSignedOut((client) => client.sessions.signOut()),
    onError: (error) => {
      if (!isSignedOut(error)) toastProblem(error);
    },
    onSettled: async (_data, error) => {
      if (error !== null && !isSignedOut(error)) return;
      noteSignedIn(false);
      await navigate({ to: paths.signIn, search: {} });
      queryClient.clear();
      forgetDrafts();
    },
  });
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
            Keyboard
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="signOut" />} onClick={() => signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

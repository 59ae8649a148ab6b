import { Kbd, useMantineColorScheme } from '@mantine/core';
import type { SpotlightActionData } from '@mantine/spotlight';
import { useMatchRoute, useNavigate } from '@tanstack/react-router';
import { useSwitchWorkspace, useWorkspace } from '../../api/workspace.ts';
import { apiReference, paths } from '../../paths.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { schemes } from './color-schemes.ts';
import css from './palette.module.css';
import { palette } from './palette-store.ts';
import { goTargets } from './shortcuts.ts';
import { useSignOut } from './use-sign-out.ts';

/** An entry of the palette that is there before anything is searched. */
export interface Command extends SpotlightActionData {
  readonly label: string;
  /** Other words by which people look for it. */
  readonly also?: string;
}

/** Whether each word of a query is in what a command says, in any order. */
export function isAbout({ label, also = '' }: Command, query: string): boolean {
  const text = `${label} ${also}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The pages and the other commands of the palette that the user may use. */
export function useCommands(): { pages: Command[]; actions: Command[] } {
  return { pages: usePages(), actions: [...useCreating(), ...useSwitching(), ...useAccount()] };
}

const entry = (label: string, icon: IconName, onClick: () => void, also = ''): Command => ({
  id: label,
  label,
  leftSection: <Icon name={icon} />,
  onClick,
  also,
});

function usePages(): Command[] {
  const navigate = useNavigate();
  const page = (label: string, to: string, icon: IconName): Command => ({
    ...entry(label, icon, () => void navigate({ to })),
    rightSection: <Keys to={to} />,
  });
  return [
    page('Home', paths.home, 'home'),
    page('Agents', paths.agents, 'agent'),
    page('Knowledge', paths.knowledge, 'book'),
    page('Conversations', paths.conversations, 'inbox'),
    page('General', paths.general, 'sliders'),
    page('API Keys', paths.keys, 'key'),
    page('Members', paths.members, 'people'),
    page('Plan & usage', paths.usage, 'gauge'),
    page('Security', paths.security, 'shield'),
    entry('API reference', 'code', () => window.open(apiReference, '_blank', 'noreferrer'), 'docs documentation'),
  ];
}

function useCreating(): Command[] {
  const navigate = useNavigate();
  const { may } = useWorkspace();
  return [
    ...(may('agents:write')
      ? [
          entry('New agent', 'plus', () => void navigate({ to: paths.newAgent }), 'create'),
          entry('Add knowledge', 'plus', () => void navigate({ to: paths.newSource }), 'new source'),
        ]
      : []),
    entry('New API key', 'key', () => palette.goOn('key'), 'create generate'),
    ...(may('workspace:admin')
      ? [
          entry('Invite a person', 'people', () => palette.goOn('invitation'), 'member'),
          entry('New workspace', 'plus', () => palette.goOn('workspace'), 'create'),
        ]
      : []),
  ];
}

function useSwitching(): Command[] {
  const { workspace, workspaces } = useWorkspace();
  const switchTo = useSwitchWorkspace();
  const isOnAgent = useMatchRoute()({ to: paths.agent, fuzzy: true }) !== false;
  return workspaces
    .filter(({ _id }) => _id !== workspace._id)
    .map((each) => ({
      ...entry(`Switch to ${each.name}`, 'chevrons', () => void switchTo(each, isOnAgent ? paths.agents : undefined)),
      id: each._id,
      also: 'workspace',
    }));
}

function useAccount(): Command[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return [
    ...schemes
      .filter(({ value }) => value !== colorScheme)
      .map(({ value, label, icon }) =>
        entry(`Theme: ${label.toLowerCase()}`, icon, () => setColorScheme(value), 'colours colors mode'),
      ),
    entry('Keyboard shortcuts', 'help', () => palette.goOn('help')),
    entry('Sign out', 'signOut', signOut, 'log out'),
  ];
}

/** The shortcut that works without the palette. */
function Keys({ to }: { to: string }) {
  const target = goTargets.find((each) => each.to === to);
  if (target === undefined) return null;
  return (
    <span className={css['keys']}>
      <Kbd size="xs">g</Kbd>
      <Kbd size="xs">{target.key}</Kbd>
    </span>
  );
}

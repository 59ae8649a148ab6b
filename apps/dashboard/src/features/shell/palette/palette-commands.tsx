import { Kbd, useMantineColorScheme } from '@mantine/core';
import type { SpotlightActionData } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useMatchRoute, useNavigate } from '@tanstack/react-router';
import { viewQueries } from '../../../api/queries/view-queries.ts';
import { useSwitchWorkspace, useWorkspace } from '../../../api/workspace.ts';
import { apiReference, paths } from '../../../paths.ts';
import { useStore } from '../../../ui/loading/store.ts';
import { Icon, type IconName } from '../../../ui/page/icons.tsx';
import { type InboxSearch, views } from '../../conversations/filters/list-search.ts';
import { openCommands } from '../../conversations/inbox/commands/open-commands.ts';
import { viewLabels } from '../../conversations/saved-views/view-labels.ts';
import { schemes } from '../color-schemes.ts';
import { useSettingsGroups } from '../settings/settings-list.tsx';
import { goTargets } from '../shortcuts.ts';
import { useSignOut } from '../use-sign-out.ts';
import css from './palette.module.css';
import { openedOverlay, palette } from './palette-store.ts';

/** An entry of the palette that is there before anything is searched. */
export interface Command extends SpotlightActionData {
  readonly label: string;
  /** Other words by which people look for it. */
  readonly also?: string;
}

/** True if a command's words contain each word of a query, in any order. */
export function isAbout({ label, also = '' }: Command, query: string): boolean {
  const text = `${label} ${also}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The pages and the other commands of the palette that the user may use. */
export function useCommands(): { pages: Command[]; actions: Command[] } {
  return { pages: [...usePages(), ...useViews()], actions: [...useCreating(), ...useSwitching(), ...useAccount()] };
}

/** The actions for the open conversation, with the names and keys that its page gives them. */
export function useOpenCommands(): Command[] {
  return useStore(openCommands).map(({ label, also, hotkey, run }) => ({
    ...{ id: label, label, also, leftSection: <Icon name="inbox" /> },
    onClick: () => afterClosing(run),
    rightSection: (
      <span className={css['keys']}>
        {hotkey.split('+').map((key) => (
          <Kbd key={key} size="xs">
            {key.length === 1 ? key.toLowerCase() : 'Shift'}
          </Kbd>
        ))}
      </span>
    ),
  }));
}

/** Runs something once the palette is closed and has given the focus back. */
function afterClosing(run: () => void): void {
  const leave = openedOverlay.subscribe(() => {
    leave();
    requestAnimationFrame(() => requestAnimationFrame(run));
  });
}

/** `names` are the label, and other words by which people look for it. */
const entry = (
  names: string | readonly [label: string, also: string],
  icon: IconName,
  onClick: () => void,
): Command => {
  const [label, also] = typeof names === 'string' ? [names, ''] : names;
  return { id: label, label, also, leftSection: <Icon name={icon} />, onClick };
};

function usePages(): Command[] {
  const settings = useSettingsGroups();
  const navigate = useNavigate();
  const page = (label: string, to: string, icon: IconName): Command => ({
    ...entry(label, icon, () => void navigate({ to })),
    rightSection: <Keys to={to} />,
  });
  return [
    page('Home', paths.home, 'home'),
    page('Agents', paths.agents, 'agent'),
    page('Knowledge', paths.knowledge, 'book'),
    page('Tools', paths.tools, 'tool'),
    page('Conversations', paths.conversations, 'inbox'),
    page('Approvals', paths.approvals, 'checks'),
    ...settings.flatMap(({ pages }) => pages).map(({ to, label, icon }) => page(label, to, icon)),
    entry(['API reference', 'docs documentation'], 'code', () => window.open(apiReference, '_blank', 'noreferrer')),
  ];
}

/** The views of the inbox: the built-in ones and the saved ones. */
function useViews(): Command[] {
  const navigate = useNavigate();
  const { workspace } = useWorkspace();
  const { data: saved = [] } = useQuery(viewQueries.list(workspace._id));
  const view = (name: string, id: string, search: InboxSearch): Command => ({
    ...entry(
      [`Go to view: ${name}`, 'conversations inbox'],
      'inbox',
      () => void navigate({ to: paths.conversations, search }),
    ),
    id,
  });
  return [
    ...views.map((each) => view(viewLabels[each], each, { view: each })),
    ...saved.map(({ _id, name }) => view(name, _id, { saved: _id })),
  ];
}

function useCreating(): Command[] {
  const navigate = useNavigate();
  const { may } = useWorkspace();
  return [
    ...(may('agents:write')
      ? [
          entry(['New agent', 'create'], 'plus', () => void navigate({ to: paths.newAgent })),
          entry(['Add knowledge', 'new source'], 'plus', () => void navigate({ to: paths.newSource })),
          entry(['New tool', 'create'], 'plus', () => void navigate({ to: paths.newTool })),
        ]
      : []),
    entry(['Generate new key', 'API create'], 'key', () => palette.goOn('key')),
    ...(may('workspace:admin')
      ? [
          entry(['Invite a person', 'member'], 'people', () => palette.goOn('invitation')),
          entry(['New workspace', 'create'], 'plus', () => palette.goOn('workspace')),
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
        entry([`Theme: ${label.toLowerCase()}`, 'colours colors mode'], icon, () => setColorScheme(value)),
      ),
    entry('Keyboard shortcuts', 'help', () => palette.goOn('help')),
    entry(['Sign out', 'log out'], 'signOut', signOut),
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

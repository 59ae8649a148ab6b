import '@mantine/spotlight/styles.css';
import { Kbd, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { Icon } from '../../ui/icons.tsx';
import { useFocusBack } from '../../ui/last-focus.ts';
import css from './palette.module.css';
import { usePaletteResults } from './palette-results.tsx';
import { palette } from './palette-store.ts';
import { goTargets } from './shortcuts.ts';

const [store, spotlight] = createSpotlight();

/** Pause in typing after which the search starts, in ms. */
const pause = 150;

/** Shown if there are no results. */
const nothing = 'No results. Try an agent’s name, words of a conversation, a complete user ID, or a page.';

/** The command palette: pages, commands, agents by name, and conversations by their words and user. */
export function Palette() {
  useFocusBack();
  const [query, setQuery] = useState('');
  const typed = query.trim();
  const [wanted] = useDebouncedValue(typed, pause);
  const { agents, conversations, isSearching, problem } = usePaletteResults(typed, wanted);
  const commands = useCommands();
  useEffect(() => spotlight.open(), []);
  const matching = commands.filter(({ label = '' }) => label.toLowerCase().includes(typed.toLowerCase()));
  const groups: SpotlightActionGroupData[] = [
    { group: 'Agents', actions: agents },
    { group: 'Commands', actions: matching },
    { group: 'Conversations', actions: conversations },
  ].filter(({ actions }) => actions.length > 0);
  const hasMoved = useMark(groups.flatMap(({ actions }) => actions.map(({ id }) => id)).join(' '));
  return (
    <Spotlight
      store={store}
      actions={groups}
      filter={(_query, all) => all}
      query={query}
      onQueryChange={(next) => {
        hasMoved.current = false;
        setQuery(next);
      }}
      onSpotlightClose={palette.close}
      shortcut={null}
      nothingFound={isSearching ? 'Searching…' : (problem ?? nothing)}
      limit={30}
      scrollable
      maxHeight={480}
      centered={false}
      yOffset="14vh"
      overlayProps={{ backgroundOpacity: 0.45, blur: 0 }}
      radius="lg"
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
      classNames={{ actionsGroup: css['group'] ?? '', action: css['action'] ?? '' }}
      searchProps={{
        leftSection: <Icon name="search" />,
        placeholder: 'Search or jump to…',
        maxLength: 200,
        'aria-label': 'Search agents, conversations, pages and commands',
        onKeyDown: ({ key }) => {
          if (key.startsWith('Arrow')) hasMoved.current = true;
        },
      }}
    />
  );
}

/**
 * Selects the first result, so that Enter opens it; Mantine selects only results that are there while the user types. A
 * selection made with the arrow keys stays, even if later results move it.
 */
function useMark(results: string) {
  const hasMoved = useRef(false);
  useEffect(() => {
    const list = document.getElementById(store.getState().listId);
    if (results === '' || list === null) return;
    const actions = [...list.querySelectorAll('[data-action]')];
    const marked = actions.findIndex((action) => action.hasAttribute('data-selected'));
    const selected = hasMoved.current && marked !== -1 ? marked : 0;
    actions[marked]?.removeAttribute('data-selected');
    actions[selected]?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected }));
  }, [results]);
  return hasMoved;
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

function useCommands(): SpotlightActionData[] {
  const navigate = useNavigate();
  const { may } = useWorkspace();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isDark = colorScheme === 'dark';
  const page = (label: string, to: string, icon: Parameters<typeof Icon>[0]['name']): SpotlightActionData => ({
    id: to,
    label,
    leftSection: <Icon name={icon} />,
    rightSection: <Keys to={to} />,
    onClick: () => void navigate({ to }),
  });
  return [
    ...(may('agents:write') ? [page('New agent', paths.newAgent, 'plus')] : []),
    ...(may('agents:write') ? [page('Add knowledge', paths.newSource, 'plus')] : []),
    page('Home', paths.home, 'home'),
    page('Agents', paths.agents, 'agent'),
    page('Knowledge', paths.knowledge, 'book'),
    page('Conversations', paths.conversations, 'inbox'),
    page('API Keys', paths.keys, 'key'),
    page('Members', paths.members, 'people'),
    page('Plan & usage', paths.usage, 'gauge'),
    page('General', paths.general, 'sliders'),
    page('Security', paths.security, 'shield'),
    {
      id: 'scheme',
      label: isDark ? 'Light colours' : 'Dark colours',
      leftSection: <Icon name={isDark ? 'sun' : 'moon'} />,
      onClick: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'help',
      label: 'Keyboard shortcuts',
      leftSection: <Icon name="help" />,
      onClick: () => setTimeout(palette.openHelp),
    },
  ];
}

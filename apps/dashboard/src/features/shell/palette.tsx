import '@mantine/spotlight/styles.css';
import { Kbd, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queries } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { Icon } from '../../ui/icons.tsx';
import css from './palette.module.css';
import { palette } from './palette-store.ts';
import { goTargets } from './shortcuts.ts';

const [store, spotlight] = createSpotlight();

/** Agents that a search shows. */
const maxAgents = 6;

/** The pause in typing after which agents are searched, in milliseconds. */
const pause = 150;

/** The command palette: pages, commands, and agents by name. */
export function Palette() {
  const [query, setQuery] = useState('');
  const { agents, isSearching } = useAgentActions(query.trim());
  const commands = useCommands();
  useEffect(() => spotlight.open(), []);
  const matching = commands.filter(({ label = '' }) => label.toLowerCase().includes(query.trim().toLowerCase()));
  const groups: SpotlightActionGroupData[] = [
    { group: 'Agents', actions: agents },
    { group: 'Go to and do', actions: matching },
  ].filter(({ actions }) => actions.length > 0);
  useFirstMarked(groups.flatMap(({ actions }) => actions.map(({ id }) => id)).join(' '));
  return (
    <Spotlight
      store={store}
      actions={groups}
      filter={(_query, all) => all}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={palette.close}
      shortcut={null}
      nothingFound={isSearching ? 'Searching…' : 'Nothing found. Try an agent’s name, or a page.'}
      limit={20}
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
        placeholder: 'Search agents, pages and commands',
        'aria-label': 'Search agents, pages and commands',
      }}
    />
  );
}

/** Marks the first of the results, so that Enter opens it: the list itself marks only what is there as one types. */
function useFirstMarked(results: string): void {
  useEffect(() => {
    const list = document.getElementById(store.getState().listId);
    if (results === '' || list === null || list.querySelector('[data-selected]') !== null) return;
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [results]);
}

function useAgentActions(query: string): { agents: SpotlightActionData[]; isSearching: boolean } {
  const navigate = useNavigate();
  const { workspace } = useWorkspace();
  const [wanted] = useDebouncedValue(query, pause);
  const { data, isFetching } = useQuery({
    ...queries.agents({ workspaceId: workspace._id, q: wanted, limit: maxAgents, includeTotal: false }),
    enabled: wanted !== '',
  });
  const isSearching = query !== '' && (wanted !== query || isFetching);
  if (query === '' || data === undefined) return { agents: [], isSearching };
  const agents = data.items.map(({ _id, name, description }) => ({
    id: _id,
    label: name,
    ...(description !== '' && { description }),
    leftSection: <Icon name="agent" />,
    onClick: () => void navigate({ to: paths.agent, params: { agentId: _id } }),
  }));
  return { agents, isSearching };
}

/** The keys that lead somewhere without the palette. */
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
    page('Home', paths.home, 'home'),
    page('Agents', paths.agents, 'agent'),
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

import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { useEffect, useRef, useState } from 'react';
import { useFocusBack } from '../../../ui/focus/last-focus.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import css from './palette.module.css';
import { type Command, isAbout, useCommands, useOpenCommands } from './palette-commands.tsx';
import { usePaletteResults } from './palette-results.tsx';
import { palette } from './palette-store.ts';

const [store, spotlight] = createSpotlight();

/** Pause in typing after which the search starts, in ms. */
const pause = 150;

/** Shown if there are no results. */
const nothing = 'No results. Try an agent’s name, words of a conversation, a complete user ID, a page or a command.';

/** The command palette: pages, commands, agents by name, and conversations by their words and user. */
export function Palette() {
  useFocusBack();
  const [query, setQuery] = useState('');
  const typed = query.trim();
  const [wanted] = useDebouncedValue(typed, pause);
  const { agents, conversations, isSearching, problem } = usePaletteResults(typed, wanted);
  const commands = useCommands();
  const ofConversation = useOpenCommands();
  useEffect(() => spotlight.open(), []);
  const matching = (of: readonly Command[]) => of.filter((each) => isAbout(each, typed));
  const groups: SpotlightActionGroupData[] = [
    { group: 'This conversation', actions: matching(ofConversation) },
    { group: 'Agents', actions: agents },
    { group: 'Pages', actions: matching(commands.pages) },
    { group: 'Commands', actions: matching(commands.actions) },
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
    let frame = 0;
    const mark = () => {
      const list = document.getElementById(store.getState().listId);
      // The list comes a few frames after the palette.
      if (list === null) {
        frame = requestAnimationFrame(mark);
        return;
      }
      const actions = [...list.querySelectorAll('[data-action]')];
      const marked = actions.findIndex((action) => action.hasAttribute('data-selected'));
      const selected = hasMoved.current && marked !== -1 ? marked : 0;
      actions[marked]?.removeAttribute('data-selected');
      actions[selected]?.setAttribute('data-selected', 'true');
      store.updateState((state) => ({ ...state, selected }));
    };
    if (results !== '') mark();
    return () => cancelAnimationFrame(frame);
  }, [results]);
  return hasMoved;
}

import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { type Filters, isFiltered, type View } from '../filters/list-search.ts';

interface NothingProps extends Filters {
  /** True if the address names a saved view that isn't there. */
  readonly isGone: boolean;
  readonly onClear: () => void;
}

/** A list without conversations: why, and what leads on. */
export function Nothing({ search, isGone, onChange, onClear }: NothingProps) {
  if (!isGone && isFiltered(search)) return <NoMatch onClear={onClear} />;
  if (search.view === undefined && search.saved === undefined) return <NoConversations />;
  const { title, text } = isGone ? gone : nothing[search.view ?? 'saved'];
  return (
    <EmptyState
      icon="inbox"
      title={title}
      action={
        <Button variant="default" onClick={() => onChange({ view: undefined, saved: undefined })}>
          Show all
        </Button>
      }
    >
      {text}
    </EmptyState>
  );
}

const gone = {
  title: 'There is no such view',
  text: 'It was deleted, or its author keeps it for themselves.',
} as const;

const nothing = {
  saved: {
    title: 'No conversations in this view',
    text: 'New ones appear here as soon as they match its filters.',
  },
  waiting: {
    title: 'No conversations wait',
    text: 'A conversation waits if it was handed over to people, or if its user spoke last while a person has it.',
  },
  mine: {
    title: 'No conversations are yours',
    text: 'A conversation is yours if you have taken it over or it was assigned to you, until you give it back.',
  },
  unassigned: {
    title: 'No conversations without a person',
    text: 'A conversation is here if it waits and no person is responsible for it yet.',
  },
  resting: {
    title: 'No conversations rest',
    text: 'A conversation rests until the time that you choose, or until its user writes.',
  },
  failed: {
    title: 'No failed replies',
    text: 'A conversation is here if its latest reply failed, until the reply is retried, a person writes or it is closed.',
  },
  negative: {
    title: 'No bad feedback',
    text: 'A conversation is here if the feedback on its latest rated reply is bad.',
  },
} as const satisfies Record<View | 'saved', { title: string; text: string }>;

function NoConversations() {
  return (
    <EmptyState
      icon="inbox"
      title="No conversations yet"
      action={
        <Button component={Link} to={paths.agents}>
          Talk to an agent
        </Button>
      }
    >
      The messages between people and your agents appear here, from every channel. Talk to one of your agents, or use
      the code on its Code tab. Trials in the playground are shown by “Trials”.
    </EmptyState>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const { workspace } = useWorkspace();
  return (
    <EmptyState
      icon="search"
      title="No conversation matches"
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Nothing in {workspace.name} matches this search and these filters.
    </EmptyState>
  );
}

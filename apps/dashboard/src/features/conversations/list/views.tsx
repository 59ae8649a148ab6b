import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import type { ConversationSearch, View } from '../filters/list-search.ts';
import css from './views.module.css';

const labels: Record<View, string> = {
  waiting: 'Waiting',
  mine: 'Mine',
  failed: 'Failed',
  negative: 'Bad feedback',
};

/** The saved views of the list, as tabs. Filters and order stay. */
export function Views() {
  return (
    <nav className={css['views']} aria-label="Views">
      <ViewLink view={undefined}>All</ViewLink>
      <ViewLink view="waiting">{labels.waiting}</ViewLink>
      <ViewLink view="mine">{labels.mine}</ViewLink>
      <ViewLink view="failed">{labels.failed}</ViewLink>
      <ViewLink view="negative">{labels.negative}</ViewLink>
    </nav>
  );
}

function ViewLink({ view, children }: { view: View | undefined; children: string }) {
  return (
    <Link
      to={paths.conversations}
      search={(old: ConversationSearch) => ({ ...old, view })}
      className={css['view']}
      activeOptions={{ exact: true }}
    >
      {children}
    </Link>
  );
}

const nothing = {
  waiting: {
    title: 'No conversations wait',
    text: 'A conversation waits if a person has to write next: its user wrote after a takeover, or its agent failed to reply.',
  },
  mine: {
    title: 'No conversations are yours',
    text: 'A conversation is yours if you have taken it over, until you give it back to the agent or close it.',
  },
  failed: {
    title: 'No failed replies',
    text: 'A conversation is here if its latest reply failed, until the reply is retried or a person writes.',
  },
  negative: {
    title: 'No bad feedback',
    text: 'A conversation is here if the feedback on its latest rated reply is bad.',
  },
} as const satisfies Record<View, { title: string; text: string }>;

/** A view without conversations. */
export function NothingIn({ view }: { view: View }) {
  const { title, text } = nothing[view];
  return (
    <EmptyState icon="inbox" title={title}>
      {text}
    </EmptyState>
  );
}

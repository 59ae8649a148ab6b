import { VisuallyHidden } from '@mantine/core';
import type { ListedConversation } from '@parley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useConversationChanges } from '../../../api/conversation-changes.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { SelectAllBox } from '../bulk/select-box.tsx';
import { type Selection, useSelection } from '../bulk/selection.ts';
import type { ConversationSearch, ConversationSearchChanges, InboxSearch } from '../filters/list-search.ts';
import { ListHead } from './head/list-head.tsx';
import { Summary } from './head/summary.tsx';
import css from './list-pane.module.css';
import { Nothing } from './nothing.tsx';
import { Row } from './row.tsx';
import type { LoadedList } from './use-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { useTabTitle } from './use-tab-title.ts';

const BulkBar = lazyNamed(() => import('../bulk/bar.tsx').then((module) => module.BulkBar));

interface ListPaneProps {
  /** The open conversation. */
  readonly current: string | undefined;
  /** True if a conversation is shown beside the list. */
  readonly isSplit: boolean;
  readonly search: ConversationSearch;
  readonly list: LoadedList;
}

/** The list of conversations below its filters, which change in place while a conversation is open. */
export function ListPane({ current, isSplit, search, list }: ListPaneProps) {
  const { workspace } = useWorkspace();
  useConversationChanges(workspace._id);
  const navigate = useNavigate();
  const change = (changes: ConversationSearchChanges) =>
    void navigate({
      to: '.',
      search: (old: InboxSearch) => ({ ...old, ...changes }) as InboxSearch,
      replace: current !== undefined || 'q' in changes || 'user' in changes || 'tag' in changes,
    });
  const clear = () => void navigate({ to: '.', search: { view: search.view, saved: search.saved, sort: search.sort } });
  const { query, conversations = [], total, isLoading, error } = list;
  const isEmpty = !isLoading && conversations.length === 0 && !query.hasNextPage;
  const selection = useSelectionIn(conversations, search);
  const box = useListKeys({ current, isSplit, selection });
  return (
    <section className={css['pane']} aria-label="List of conversations">
      {current === undefined && <Heading />}
      <ListHead search={search} list={list} isEmpty={isEmpty} onChange={change} />
      <Summary search={search} total={total} onChange={change} onClear={clear}>
        {selection !== undefined && conversations.length > 0 && (
          <SelectAllBox count={selection.ids.size} of={conversations.length} onToggle={selection.toggleAll} />
        )}
      </Summary>
      <div ref={box} className={css['scroll']} data-scroll-restoration-id="conversations">
        {error !== null && <ProblemNotice error={error} retry={list.retry} />}
        {isLoading && error === null && <TableSkeleton rows={8} />}
        {isEmpty && <Nothing search={search} isGone={list.saved.isGone} onChange={change} onClear={clear} />}
        {!isLoading && !isEmpty && (
          <ul
            className={css['list']}
            aria-label="Conversations"
            data-stale={query.isPlaceholderData || undefined}
            data-selecting={(selection?.ids.size ?? 0) > 0 || undefined}
          >
            {conversations.map((each) => (
              <Row key={each._id} conversation={each} isCurrent={each._id === current} selection={selection} />
            ))}
          </ul>
        )}
        {!isLoading && !isEmpty && (
          <LoadMore key={JSON.stringify(search)} pages={query} shown={conversations.length} total={total} />
        )}
      </div>
      {selection !== undefined && <Selected conversations={conversations} selection={selection} />}
    </section>
  );
}

/** The selection among the loaded conversations, until other ones are listed. A user without the right to change any has none. */
function useSelectionIn(conversations: readonly ListedConversation[], search: ConversationSearch) {
  const { may } = useWorkspace();
  const selection = useSelection(conversations.map(({ _id }) => _id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters end the selection, and only they.
  useEffect(selection.clear, [JSON.stringify(search)]);
  return may('conversations:write') ? selection : undefined;
}

/** The actions for the selected conversations. */
function Selected({
  conversations,
  selection,
}: {
  conversations: readonly ListedConversation[];
  selection: Selection;
}) {
  const selected = conversations.filter(({ _id }) => selection.ids.has(_id));
  if (selected.length === 0) return null;
  const tags = [...new Set(conversations.flatMap((each) => each.tags))].sort();
  return (
    <Suspense>
      <BulkBar selected={selected} tags={tags} onClear={selection.clear} />
    </Suspense>
  );
}

/** The heading of the page, and the title of its tab, while no conversation is open. */
function Heading() {
  useTabTitle('Conversations');
  return (
    <VisuallyHidden component="h1" data-heading>
      Conversations
    </VisuallyHidden>
  );
}

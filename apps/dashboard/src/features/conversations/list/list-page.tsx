import { Button } from '@mantine/core';
import type { ListedConversation } from '@parley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentProps, Suspense, useEffect } from 'react';
import { useConversationChanges } from '../../../api/conversation-changes.ts';
import { conversationQueries } from '../../../api/queries/conversation-queries.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { Page } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { useSelection } from '../bulk/selection.ts';
import { ListFilters } from '../filters/list-filters.tsx';
import {
  type ConversationSearch,
  type ConversationSearchChanges,
  isFiltered,
  lastSearch,
  toFilters,
} from '../filters/list-search.ts';
import { ConversationsTable } from './conversations-table.tsx';
import { ListActions } from './list-actions.tsx';
import { useListed } from './use-listed.ts';
import { NothingIn, Views } from './views.tsx';

const BulkBar = lazyNamed(() => import('../bulk/bar.tsx').then((module) => module.BulkBar));

/** The conversations of a workspace from every channel. Filters and order are kept in the address. */
export function ConversationsPage() {
  const { workspace } = useWorkspace();
  const { workspace: _, ...search } = useSearch({ from: '/signed-in/conversations' });
  const navigate = useNavigate({ from: paths.conversations });
  useEffect(() => lastSearch.set(search));
  useConversationChanges(workspace._id);
  const filters = toFilters(workspace._id, search);
  const query = useInfiniteQuery(conversationQueries.list({ ...filters, sort: search.sort ?? '-lastMessageAt' }));
  const change = (changes: ConversationSearchChanges) =>
    void navigate({
      search: (old: ConversationSearch) => ({ ...old, ...changes }),
      replace: 'q' in changes || 'user' in changes || 'tag' in changes,
    });
  const clear = () => void navigate({ search: { view: search.view, sort: search.sort } });
  const { conversations, total } = useListed(query.data?.pages);
  // An empty answer to earlier filters says nothing about these.
  const isLoading = conversations === undefined || (query.isPlaceholderData && conversations.length === 0);
  const isEmpty = !isLoading && conversations.length === 0 && !query.hasNextPage;
  const filtered = isFiltered(search);
  const { view } = search;
  return (
    <Page
      title="Conversations"
      actions={<ListActions workspaceId={workspace._id} filters={filters} isEmpty={isEmpty} />}
    >
      {(filtered || view !== undefined || !isEmpty) && <Views />}
      {(filtered || !isEmpty) && <ListFilters search={search} total={total} onChange={change} onClear={clear} />}
      {query.error !== null && <ProblemNotice error={query.error} retry={() => void query.refetch()} />}
      {isLoading && query.error === null && <TableSkeleton rows={8} />}
      {isEmpty && filtered && <NoMatch workspaceName={workspace.name} onClear={clear} />}
      {isEmpty && !filtered && (view === undefined ? <NoConversations /> : <NothingIn view={view} />)}
      {!isLoading && !isEmpty && (
        <List key={JSON.stringify(search)} conversations={conversations} query={query} total={total} />
      )}
    </Page>
  );
}

/** The loaded conversations, and the selection among them. A user who may not change conversations can't select any. */
function List(props: {
  conversations: readonly ListedConversation[];
  query: ComponentProps<typeof LoadMore>['pages'] & { readonly isPlaceholderData: boolean };
  total: number | undefined;
}) {
  const { conversations, query, total } = props;
  const { may } = useWorkspace();
  const selection = useSelection(conversations.map(({ _id }) => _id));
  const selected = conversations.filter(({ _id }) => selection.ids.has(_id));
  return (
    <>
      <ConversationsTable
        conversations={conversations}
        isStale={query.isPlaceholderData}
        selection={may('conversations:write') ? selection : undefined}
      />
      <LoadMore pages={query} shown={conversations.length} total={total} />
      {selected.length > 0 && (
        <Suspense>
          <BulkBar
            selected={selected}
            tags={[...new Set(conversations.flatMap(({ tags }) => tags))].sort()}
            onClear={selection.clear}
          />
        </Suspense>
      )}
    </>
  );
}

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
      the code on its Code tab.
    </EmptyState>
  );
}

function NoMatch({ workspaceName, onClear }: { workspaceName: string; onClear: () => void }) {
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
      Nothing in {workspaceName} matches this search and these filters.
    </EmptyState>
  );
}

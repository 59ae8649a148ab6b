import { Button, Menu } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { conversationQueries } from '../../api/conversation-queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { ConversationsTable } from './conversations-table.tsx';
import { ListFilters } from './list-filters.tsx';
import {
  type ConversationSearch,
  type ConversationSearchChanges,
  exportAddress,
  isFiltered,
  lastSearch,
  toFilters,
} from './list-search.ts';
import { NothingIn, Views } from './views.tsx';

/** The conversations of a workspace from every channel. Filters and order are kept in the address. */
export function ConversationsPage() {
  const { workspace } = useWorkspace();
  const { workspace: _, ...search } = useSearch({ from: '/signed-in/conversations' });
  const navigate = useNavigate({ from: paths.conversations });
  useEffect(() => lastSearch.set(search));
  const filters = toFilters(workspace._id, search);
  const query = useInfiniteQuery(conversationQueries.list({ ...filters, sort: search.sort ?? '-lastMessageAt' }));
  const change = (changes: ConversationSearchChanges) =>
    void navigate({
      search: (old: ConversationSearch) => ({ ...old, ...changes }),
      replace: 'q' in changes || 'user' in changes || 'tag' in changes,
    });
  const clear = () => void navigate({ search: { view: search.view, sort: search.sort } });
  const conversations = query.data?.pages.flatMap(({ items }) => items);
  // An empty answer to earlier filters says nothing about these.
  const isLoading = conversations === undefined || (query.isPlaceholderData && conversations.length === 0);
  const isEmpty = !isLoading && conversations.length === 0;
  const filtered = isFiltered(search);
  const { view } = search;
  return (
    <Page title="Conversations" actions={!isEmpty && <ExportMenu filters={filters} />}>
      {(filtered || view !== undefined || !isEmpty) && <Views />}
      {(filtered || !isEmpty) && (
        <ListFilters search={search} total={query.data?.pages[0]?.total} onChange={change} onClear={clear} />
      )}
      {query.error !== null && <ProblemNotice error={query.error} retry={() => void query.refetch()} />}
      {isLoading && query.error === null && <TableSkeleton rows={8} />}
      {isEmpty && filtered && <NoMatch workspaceName={workspace.name} onClear={clear} />}
      {isEmpty && !filtered && (view === undefined ? <NoConversations /> : <NothingIn view={view} />)}
      {!isLoading && !isEmpty && (
        <>
          <ConversationsTable conversations={conversations} isStale={query.isPlaceholderData} />
          <LoadMore
            key={JSON.stringify(search)}
            pages={query}
            shown={conversations.length}
            total={query.data?.pages[0]?.total}
          />
        </>
      )}
    </Page>
  );
}

function ExportMenu({ filters }: { filters: ReturnType<typeof toFilters> }) {
  return (
    <Menu position="bottom-end" width={250} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>The filtered conversations, with all messages</Menu.Label>
        <Menu.Item component="a" href={exportAddress(filters, 'jsonl')} download>
          JSON Lines: one conversation per line
        </Menu.Item>
        <Menu.Item component="a" href={exportAddress(filters, 'csv')} download>
          CSV: one message per line
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
          Clear the filters
        </Button>
      }
    >
      Nothing in {workspaceName} matches this search and these filters.
    </EmptyState>
  );
}

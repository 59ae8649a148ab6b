import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { queries } from '../../../api/queries.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { AgentsTable } from './agents-table.tsx';
import { ListFilters } from './list-filters.tsx';
import type { AgentSearch } from './list-search.ts';

/** The list of agents. Search, filters and order are kept in the address. */
export function AgentsPage() {
  const { workspace, may } = useWorkspace();
  const { workspace: _, ...search } = useSearch({ from: '/signed-in/agents' });
  const navigate = useNavigate({ from: paths.agents });
  const query = useInfiniteQuery(queries.agentPages({ workspaceId: workspace._id, ...search }));
  const change = (changes: { [Field in keyof AgentSearch]?: AgentSearch[Field] | undefined }) =>
    void navigate({
      search: (old: AgentSearch) => ({ ...old, ...changes }),
      replace: 'q' in changes,
    });
  const isFiltered = search.q !== undefined || search.status !== undefined || search.model !== undefined;
  const newAgent = may('agents:write') && (
    <Button component={Link} to={paths.newAgent} leftSection={<Icon name="plus" />}>
      New agent
    </Button>
  );
  // An empty answer to earlier filters says nothing about these.
  const agents = query.data?.items;
  const isLoading = agents === undefined || (query.isPlaceholderData && agents.length === 0);
  const isEmpty = !isLoading && agents.length === 0;
  const isFirst = isEmpty && !isFiltered;
  return (
    <Page title="Agents" actions={!isFirst && newAgent}>
      {!isFirst && <ListFilters search={search} total={query.data?.total} onChange={change} />}
      {query.error !== null && <ProblemNotice error={query.error} retry={() => void query.refetch()} />}
      {isLoading && query.error === null && <TableSkeleton rows={8} />}
      {isFirst && (
        <EmptyState icon="agent" title="No agents yet" action={newAgent}>
          An agent replies to people with the prompt and the model you give it. Start from a template or from a blank
          page.
        </EmptyState>
      )}
      {isEmpty && isFiltered && (
        <EmptyState
          icon="search"
          title="No agent matches"
          action={
            <Button variant="default" onClick={() => change({ q: undefined, status: undefined, model: undefined })}>
              Clear filters
            </Button>
          }
        >
          Nothing in {workspace.name} matches this search and these filters.
        </EmptyState>
      )}
      {!isLoading && !isEmpty && (
        <>
          <AgentsTable agents={agents} isStale={query.isPlaceholderData} />
          <LoadMore key={JSON.stringify(search)} pages={query} shown={agents.length} total={query.data?.total} />
        </>
      )}
    </Page>
  );
}

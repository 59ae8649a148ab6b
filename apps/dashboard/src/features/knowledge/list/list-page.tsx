import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { knowledgeQueries } from '../../../api/queries/knowledge-queries.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { FirstSource } from './first-source.tsx';
import { ListFilters } from './list-filters.tsx';
import type { SourceSearch, SourceSearchChanges } from './list-search.ts';
import { SourcesTable } from './sources-table.tsx';

/** The knowledge of a workspace. Search, filters and order are kept in the address. */
export function KnowledgePage() {
  const { workspace, may } = useWorkspace();
  const { workspace: _, ...search } = useSearch({ from: '/signed-in/knowledge' });
  const navigate = useNavigate({ from: paths.knowledge });
  const query = useInfiniteQuery(knowledgeQueries.list({ workspaceId: workspace._id, ...search }));
  const change = (changes: SourceSearchChanges) =>
    void navigate({ search: (old: SourceSearch) => ({ ...old, ...changes }), replace: 'q' in changes });
  const isFiltered = search.q !== undefined || search.type !== undefined || search.status !== undefined;
  const sources = query.data?.items;
  // An empty answer to earlier filters says nothing about these.
  const isLoading = sources === undefined || (query.isPlaceholderData && sources.length === 0);
  const isEmpty = !isLoading && sources.length === 0;
  const isFirst = isEmpty && !isFiltered;
  const add = may('agents:write') && (
    <Button component={Link} to={paths.newSource} leftSection={<Icon name="plus" />}>
      Add knowledge
    </Button>
  );
  return (
    <Page title="Knowledge" lead="The sources that your agents answer from and quote." actions={!isFirst && add}>
      {!isFirst && <ListFilters search={search} total={query.data?.total} onChange={change} />}
      {query.error !== null && <ProblemNotice error={query.error} retry={() => void query.refetch()} />}
      {isLoading && query.error === null && <TableSkeleton rows={6} />}
      {isFirst && <FirstSource mayAdd={may('agents:write')} />}
      {isEmpty && isFiltered && (
        <NoMatch
          workspaceName={workspace.name}
          onClear={() => change({ q: undefined, type: undefined, status: undefined })}
        />
      )}
      {!isLoading && !isEmpty && (
        <>
          <SourcesTable sources={sources} isStale={query.isPlaceholderData} />
          <LoadMore key={JSON.stringify(search)} pages={query} shown={sources.length} total={query.data?.total} />
        </>
      )}
    </Page>
  );
}

function NoMatch({ workspaceName, onClear }: { workspaceName: string; onClear: () => void }) {
  return (
    <EmptyState
      icon="search"
      title="No source matches"
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

import { Button, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { AdminsOnly } from './admins-only.tsx';
import { EventFilters } from './event-filters.tsx';
import { eventPages, type EventFilters as Filters, type LoggedEvent } from './event-queries.ts';
import { type EventSearch, type EventSearchChanges, eventExport, isFiltered, toEventFilters } from './event-search.ts';
import { typesOf } from './event-words.ts';
import { EventsTable } from './events-table.tsx';
import { NoEvents } from './no-events.tsx';

const EventPanel = lazyNamed(() => import('./event-panel.tsx').then((module) => module.EventPanel));

/** Settings → Audit log: who did what, newest first. For admins. */
export function AuditPage() {
  const { workspace, may } = useWorkspace();
  const { workspace: _, ...search } = useSearch({ from: '/signed-in/settings/audit-log' });
  const filters = toEventFilters(workspace._id, search, typesOf(search.group));
  const isAdmin = may('workspace:admin');
  return (
    <Page
      title="Audit log"
      lead="Every change of the last 90 days: who, what and from where."
      actions={isAdmin && <ExportMenu filters={filters} />}
    >
      {isAdmin ? <Log filters={filters} /> : <AdminsOnly what="the audit log" />}
    </Page>
  );
}

function ExportMenu({ filters }: { filters: Filters }) {
  return (
    <ActionMenu
      entries={[
        { label: 'JSON Lines: one event per line', download: eventExport(filters, 'jsonl') },
        { label: 'CSV: one event per line', download: eventExport(filters, 'csv') },
      ]}
    >
      <Button variant="default" leftSection={<Icon name="download" />}>
        Export
      </Button>
    </ActionMenu>
  );
}

function Log({ filters }: { filters: Filters }) {
  const { workspace: _, ...search } = useSearch({ from: '/signed-in/settings/audit-log' });
  const navigate = useNavigate({ from: paths.auditLog });
  const [opened, setOpened] = useState<LoggedEvent>();
  const query = useInfiniteQuery(eventPages(filters));
  const { data: events, error } = query;
  const change = (changes: EventSearchChanges) =>
    void navigate({ search: (old: EventSearch) => ({ ...old, ...changes }), replace: true });
  return (
    <>
      <EventFilters search={search} onChange={change}>
        <SegmentedControl
          size="xs"
          aria-label="Scope"
          data={[
            { value: 'workspace', label: 'This workspace' },
            { value: 'account', label: 'Whole account' },
          ]}
          value={search.scope ?? 'workspace'}
          onChange={(next) => change({ scope: next === 'account' ? next : undefined })}
        />
      </EventFilters>
      {error !== null && <ProblemNotice error={error} retry={() => void query.refetch()} />}
      {events === undefined && error === null && <TableSkeleton rows={8} />}
      {events?.length === 0 && !query.hasNextPage && <NoEvents isFiltered={isFiltered(search)} />}
      {events !== undefined && events.length > 0 && <EventsTable events={events} onOpen={setOpened} />}
      {events !== undefined && (
        <LoadMore key={JSON.stringify(filters)} pages={query} shown={events.length} total={undefined} />
      )}
      <Suspense>{opened !== undefined && <EventPanel event={opened} onClose={() => setOpened(undefined)} />}</Suspense>
    </>
  );
}

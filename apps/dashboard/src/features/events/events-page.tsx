import { Switch } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { Page } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { AdminsOnly } from './admins-only.tsx';
import { EventFilters } from './event-filters.tsx';
import { eventPages, type EventFilters as Filters, type LoggedEvent } from './event-queries.ts';
import { type EventSearch, type EventSearchChanges, isFiltered, toEventFilters } from './event-search.ts';
import { typesOf } from './event-words.ts';
import css from './events.module.css';
import { EventsTable } from './events-table.tsx';
import { NoEvents } from './no-events.tsx';
import { type LiveState, maxLive, useLiveEvents } from './use-live-events.ts';

const EventPanel = lazyNamed(() => import('./event-panel.tsx').then((module) => module.EventPanel));

const states: Readonly<Record<LiveState, string>> = {
  waiting: 'New events appear at the top.',
  hidden: 'Paused while this tab is hidden.',
  interrupted: 'Interrupted. Reconnecting…',
  refused: 'You may no longer read this log.',
};

/** Developers → Events: the events that programs read, as they are. For admins. */
export function EventsPage() {
  const { workspace, may } = useWorkspace();
  const { workspace: _, ...search } = useSearch({ from: '/signed-in/settings/events' });
  const filters = toEventFilters(workspace._id, search, typesOf(search.group));
  return (
    <Page title="Events" lead="The events that the API lists, streams and sends to webhooks. Kept for 90 days.">
      {may('workspace:admin') ? <Log key={workspace._id} filters={filters} /> : <AdminsOnly what="its events" />}
    </Page>
  );
}

function Log({ filters }: { filters: Filters }) {
  const { workspace: _, ...search } = useSearch({ from: '/signed-in/settings/events' });
  const navigate = useNavigate({ from: paths.events });
  const [opened, setOpened] = useState<LoggedEvent>();
  const [isLive, setLive] = useState(false);
  // Read again while events come in, the stored ones would be out of step with them.
  const query = useInfiniteQuery({
    ...eventPages(filters),
    enabled: ({ state }) => !isLive || state.data === undefined,
  });
  const { data: stored, error } = query;
  const live = useLiveEvents(filters, isLive && stored !== undefined, stored?.[0]?._id);
  const shown = stored === undefined ? undefined : joined(live.events, stored, isLive);
  const change = (changes: EventSearchChanges) =>
    void navigate({ search: (old: EventSearch) => ({ ...old, ...changes }), replace: true });
  const turn = async (isOn: boolean) => {
    setLive(isOn);
    if (isOn) return;
    await query.refetch();
    live.clear();
  };
  return (
    <>
      <EventFilters search={search} onChange={change}>
        <div className={css['live']}>
          <Switch label="Live" checked={isLive} onChange={(event) => void turn(event.currentTarget.checked)} />
          <span role="status">{isLive && states[live.state]}</span>
        </div>
      </EventFilters>
      {error !== null && <ProblemNotice error={error} retry={() => void query.refetch()} />}
      {shown === undefined && error === null && <TableSkeleton rows={8} />}
      {shown?.length === 0 && !query.hasNextPage && <NoEvents isFiltered={isFiltered(search)} />}
      {shown !== undefined && shown.length > 0 && <EventsTable events={shown} technical onOpen={setOpened} />}
      {shown !== undefined && !isLive && (
        <LoadMore key={JSON.stringify(filters)} pages={query} shown={shown.length} total={undefined} />
      )}
      <Suspense>{opened !== undefined && <EventPanel event={opened} onClose={() => setOpened(undefined)} />}</Suspense>
    </>
  );
}

/** New events above the stored ones, each once; at most `maxLive` while new ones come in. */
function joined(live: readonly LoggedEvent[], stored: readonly LoggedEvent[], isLive: boolean): readonly LoggedEvent[] {
  const known = new Set(stored.map(({ _id }) => _id));
  const all = [...live.filter(({ _id }) => !known.has(_id)), ...stored];
  return isLive ? all.slice(0, maxLive) : all;
}

import { ActionIcon, UnstyledButton } from '@mantine/core';
import type { ListedView } from '@parley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useWorkspace } from '../../../../api/workspace.ts';
import { SearchFilter } from '../../../../ui/lists/typed-filter.tsx';
import { lazyNamed } from '../../../../ui/loading/lazy-named.ts';
import { ActionMenu } from '../../../../ui/overlays/action-menu.tsx';
import { Popup } from '../../../../ui/overlays/popup.tsx';
import { Icon } from '../../../../ui/page/icons.tsx';
import { exportAddress, type Filters, filtersIn, type View } from '../../filters/list-search.ts';
import { useMarkAllRead } from '../../list/use-mark-all-read.ts';
import { WaitingBell } from '../../waiting/bell.tsx';
import { filtersToKeep, type LoadedList } from '../use-list.ts';
import css from './list-head.module.css';

const FilterFields = lazyNamed(() => import('../../filters/filter-fields.tsx').then((module) => module.FilterFields));
const ViewDialog = lazyNamed(() => import('../../saved-views/view-dialog.tsx').then((module) => module.ViewDialog));
const ViewMenu = lazyNamed(() => import('./view-menu.tsx').then((module) => module.ViewMenu));

/** The names of the views, as buttons have them. */
const labels: Record<View, string> = {
  waiting: 'Waiting',
  mine: 'Mine',
  unassigned: 'Unassigned',
  resting: 'Resting',
  failed: 'Failed',
  negative: 'Bad feedback',
};

/** One row: the view, search, filters, notices, and what can be done with the list as a whole. */
export function ListHead(props: Filters & { list: LoadedList; isEmpty: boolean }) {
  const { search, onChange, list, isEmpty } = props;
  const set = filtersIn(search);
  const { workspace } = useWorkspace();
  const [edited, setEdited] = useState<ListedView | 'new'>();
  const navigate = useNavigate();
  const name = search.saved === undefined ? viewName(search.view) : (list.saved.view?.name ?? 'View');
  return (
    <div className={css['head']}>
      <Popup
        label="Views"
        width={280}
        position="bottom-start"
        content={(close) => (
          <Suspense>
            <ViewMenu search={search} list={list} onChoose={close} onEdit={setEdited} />
          </Suspense>
        )}
      >
        <UnstyledButton className={css['view']} aria-label={`View: ${name}`} data-views>
          <span dir="auto">{name}</span>
          <Icon name="chevrons" size={13} />
        </UnstyledButton>
      </Popup>
      <SearchFilter
        className={css['search'] ?? ''}
        label="Search conversations"
        placeholder="Search messages"
        value={search.q}
        onChange={(q) => onChange({ q })}
      />
      <Popup
        label="Filters"
        width={380}
        position="bottom-end"
        content={() => (
          <Suspense>
            <FilterFields search={search} onChange={onChange} />
          </Suspense>
        )}
      >
        <ActionIcon
          className={css['filter'] ?? ''}
          variant="default"
          size={32}
          aria-label={set === 0 ? 'Filters' : `Filters (${set})`}
          title="Filters and order"
        >
          <Icon name="sliders" />
          {set > 0 && <span className={css['set']} />}
        </ActionIcon>
      </Popup>
      <WaitingBell />
      <ListMenu list={list} isEmpty={isEmpty} />
      <Suspense>
        {edited !== undefined && (
          <ViewDialog
            workspaceId={workspace._id}
            view={edited === 'new' ? undefined : edited}
            filters={filtersToKeep(list)}
            onSaved={({ _id }) => void navigate({ to: '.', search: { saved: _id } })}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}

const viewName = (view: View | undefined) => (view === undefined ? 'All' : labels[view]);

/** Marks all as read, and exports what is listed. */
function ListMenu({ list: { filters }, isEmpty }: { list: LoadedList; isEmpty: boolean }) {
  const { workspace } = useWorkspace();
  const markAllRead = useMarkAllRead(workspace._id);
  return (
    <ActionMenu
      width={270}
      entries={[
        { label: 'Mark all as read', icon: 'checks', onClick: markAllRead },
        ...(isEmpty
          ? []
          : [
              'divider' as const,
              { heading: 'Export the listed ones, with all messages' },
              { label: 'JSON Lines: one conversation per line', download: exportAddress(filters, 'jsonl') },
              { label: 'CSV: one message per line', download: exportAddress(filters, 'csv') },
            ]),
      ]}
    >
      <ActionIcon variant="default" size={32} aria-label="Actions for the list">
        <Icon name="dots" />
      </ActionIcon>
    </ActionMenu>
  );
}

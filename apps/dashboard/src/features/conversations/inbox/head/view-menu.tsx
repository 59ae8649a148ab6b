import { UnstyledButton } from '@mantine/core';
import type { ListedView } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { inboxQueries } from '../../../../api/queries/inbox-queries.ts';
import { viewQueries } from '../../../../api/queries/view-queries.ts';
import { useWorkspace } from '../../../../api/workspace.ts';
import { Icon, type IconName } from '../../../../ui/page/icons.tsx';
import {
  type ConversationSearch,
  type InboxSearch,
  isFiltered,
  toFilters,
  type View,
  views,
} from '../../filters/list-search.ts';
import { viewLabels } from '../../saved-views/view-labels.ts';
import { filtersToKeep, type LoadedList } from '../use-list.ts';
import css from './view-menu.module.css';

interface ViewMenuProps {
  readonly search: ConversationSearch;
  readonly list: LoadedList;
  readonly onChoose: () => void;
  /** Asks for the name of a new view, or of one that is there. */
  readonly onEdit: (view: ListedView | 'new') => void;
}

/** The views of the list, with how many conversations each has, and what can be done with the open one. */
export function ViewMenu({ search, list, onChoose, onEdit }: ViewMenuProps) {
  const { workspace } = useWorkspace();
  const { data: saved = [] } = useQuery(viewQueries.counted(workspace._id));
  return (
    <>
      <nav aria-label="Views" className={css['views']}>
        {([undefined, ...views] as const).map((each) => (
          <Link
            key={each ?? 'all'}
            to="."
            // Filters and order stay.
            search={(old: InboxSearch): InboxSearch => {
              const { view: _, saved: __, ...others } = old;
              return each === undefined ? others : { ...others, view: each };
            }}
            className={css['view']}
            aria-current={search.saved === undefined && each === search.view ? 'page' : undefined}
            activeProps={{}}
            activeOptions={{ exact: true }}
            onClick={onChoose}
          >
            {each === undefined ? 'All' : viewLabels[each]}
            <Count view={each} />
          </Link>
        ))}
        <SavedViews
          title="Shared"
          views={saved.filter(({ isShared }) => isShared)}
          open={search.saved}
          onChoose={onChoose}
        />
        <SavedViews
          title="Only yours"
          views={saved.filter(({ isShared }) => !isShared)}
          open={search.saved}
          onChoose={onChoose}
        />
      </nav>
      <Actions search={search} list={list} onChoose={onChoose} onEdit={onEdit} />
    </>
  );
}

function Count({ view }: { view: View | undefined }) {
  const { workspace } = useWorkspace();
  const filters = toFilters(workspace._id, view === undefined ? {} : { view });
  const { data } = useQuery(inboxQueries.count(filters));
  return <span className={css['count']}>{data?.toLocaleString('en')}</span>;
}

/** The number at which the counts of saved views stop. */
const maxCount = 100;

interface SavedViewsProps {
  readonly title: string;
  readonly views: readonly ListedView[];
  /** The ID of the open one. */
  readonly open: string | undefined;
  readonly onChoose: () => void;
}

function SavedViews({ title, views: saved, open, onChoose }: SavedViewsProps) {
  if (saved.length === 0) return null;
  return (
    <section className={css['saved']} aria-label={title}>
      <h2 className={css['title']}>{title}</h2>
      {saved.map(({ _id, name, count }) => (
        <Link
          key={_id}
          to="."
          search={{ saved: _id }}
          className={css['view']}
          aria-current={_id === open ? 'page' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true }}
          onClick={onChoose}
        >
          <span className={css['name']} dir="auto">
            {name}
          </span>
          <span className={css['count']}>{count === maxCount ? '100+' : count}</span>
        </Link>
      ))}
    </section>
  );
}

/** Keeps the filters as a view; renames, shares, changes and deletes the open one. */
function Actions({ search, list, onChoose, onEdit }: ViewMenuProps) {
  const { may } = useWorkspace();
  const navigate = useNavigate();
  const { view } = list.saved;
  const open = (id: string | undefined) => void navigate({ to: '.', search: id === undefined ? {} : { saved: id } });
  const hasMore = isFiltered(search) || search.sort !== undefined || search.playground !== undefined;
  if (!may('conversations:write') || (view === undefined && !hasMore && search.view === undefined)) return null;
  const act = (run: () => void) => () => {
    onChoose();
    run();
  };
  const replace = async (of: ListedView) => {
    const { replaceFilters } = await import('../../saved-views/view-actions.ts');
    if (await replaceFilters(of, filtersToKeep(list))) open(of._id);
  };
  return (
    <div className={css['actions']}>
      {(view === undefined || hasMore) && (
        <ActionRow icon="plus" label="Save as view…" onClick={act(() => onEdit('new'))} />
      )}
      {view !== undefined && hasMore && (
        <ActionRow icon="check" label={`Keep these filters in ${view.name}`} onClick={act(() => void replace(view))} />
      )}
      {view !== undefined && (
        <>
          <ActionRow icon="pencil" label="Rename or share…" onClick={act(() => onEdit(view))} />
          <ActionRow
            icon="trash"
            label="Delete view"
            onClick={act(
              () => void import('../../saved-views/view-actions.ts').then(({ deleteView }) => deleteView(view, open)),
            )}
          />
        </>
      )}
    </div>
  );
}

function ActionRow({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <UnstyledButton className={css['action']} onClick={onClick}>
      <Icon name={icon} size={14} />
      <span className={css['name']}>{label}</span>
    </UnstyledButton>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { inboxQueries } from '../../../../api/queries/inbox-queries.ts';
import { useWorkspace } from '../../../../api/workspace.ts';
import { type InboxSearch, toFilters, type View, views } from '../../filters/list-search.ts';
import css from './view-menu.module.css';

const labels: Record<View, string> = {
  waiting: 'Waiting for a person',
  mine: 'Mine',
  unassigned: 'Unassigned',
  resting: 'Resting',
  failed: 'Failed replies',
  negative: 'Bad feedback',
};

/** The views of the list, with how many conversations each has. Filters and order stay. */
export function ViewMenu({ view, onChoose }: { view: View | undefined; onChoose: () => void }) {
  return (
    <nav aria-label="Views" className={css['views']}>
      {([undefined, ...views] as const).map((each) => (
        <Link
          key={each ?? 'all'}
          to="."
          search={(old: InboxSearch): InboxSearch => {
            const { view: _, ...others } = old;
            return each === undefined ? others : { ...others, view: each };
          }}
          className={css['view']}
          aria-current={each === view ? 'page' : undefined}
          activeProps={{}}
          onClick={onChoose}
        >
          {each === undefined ? 'All' : labels[each]}
          <Count view={each} />
        </Link>
      ))}
    </nav>
  );
}

function Count({ view }: { view: View | undefined }) {
  const { workspace } = useWorkspace();
  const filters = toFilters(workspace._id, view === undefined ? {} : { view });
  const { data } = useQuery(inboxQueries.count(filters));
  return <span className={css['count']}>{data?.toLocaleString('en')}</span>;
}

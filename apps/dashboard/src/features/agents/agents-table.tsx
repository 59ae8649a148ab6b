import { Button } from '@mantine/core';
import type { Agent, Page } from '@parley/sdk';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Icon } from '../../ui/icons.tsx';
import { Sealed } from '../../ui/seal.tsx';
import table from '../../ui/table.module.css';
import { RelativeTime } from '../../ui/time.tsx';
import css from './agents-table.module.css';
import type { AgentSearch } from './list-search.ts';
import { StatusDot } from './status.tsx';

/** One page of agents, with links to the other pages. */
export function AgentsTable(props: {
  page: Page<Agent>;
  search: AgentSearch;
  isStale: boolean;
  onChange: (changes: { cursor?: string | undefined }) => void;
}) {
  const { page, search, isStale } = props;
  return (
    <>
      <div className={`${table['frame']} ${css['frame']}`} data-stale={isStale || undefined}>
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Status</th>
              <th scope="col" className={table['wide']}>
                Model
              </th>
              <th scope="col" className={table['wide']}>
                Changed
              </th>
            </tr>
          </thead>
          <tbody>
            {page.items.map((agent) => (
              <AgentRow key={agent._id} agent={agent} />
            ))}
          </tbody>
        </table>
      </div>
      <Paging nextCursor={page.nextCursor} cursor={search.cursor} />
    </>
  );
}

function AgentRow({ agent: { _id, name, description, status, model, updatedAt } }: { agent: Agent }) {
  return (
    <tr className={`${table['row']} ${css['row']}`}>
      <td className={table['name']}>
        <Sealed id={_id}>
          <Link to={paths.agent} params={{ agentId: _id }} className={`${table['main']} ${css['link']}`}>
            {name}
          </Link>
          <span className={table['sub']}>{description || 'No description'}</span>
        </Sealed>
      </td>
      <td>
        <StatusDot status={status} />
      </td>
      <td className={`${table['mono']} ${table['quiet']} ${table['wide']}`}>{model}</td>
      <td className={`${table['quiet']} ${table['wide']}`}>
        <RelativeTime iso={updatedAt} />
      </td>
    </tr>
  );
}

/**
 * Pages follow each other by cursor: there is a link to the next and the first page; the previous page is in the
 * history.
 */
function Paging({ nextCursor, cursor }: { nextCursor: string | null; cursor: string | undefined }) {
  const { history } = useRouter();
  const cameByNext = useLocation({ select: ({ state }) => 'paged' in state });
  if (nextCursor === null && cursor === undefined) return null;
  return (
    <nav className={css['paging']} aria-label="Pages of the list">
      {cursor !== undefined && cameByNext && (
        <Button variant="default" leftSection={<Icon name="arrowLeft" />} onClick={() => history.back()}>
          Previous
        </Button>
      )}
      {cursor !== undefined && !cameByNext && (
        <Button variant="default" component={Link} to="." search={withCursor(undefined)}>
          First page
        </Button>
      )}
      {nextCursor !== null && (
        <Button
          variant="default"
          component={Link}
          to="."
          search={withCursor(nextCursor)}
          state={{ paged: true }}
          rightSection={<Icon name="arrowRight" />}
        >
          Next
        </Button>
      )}
    </nav>
  );
}

const withCursor = (cursor: string | undefined) => ((old: object) => ({ ...old, cursor })) as never;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the page was reached by "Next", so that "Previous" can go back. */
    paged?: true;
  }
}

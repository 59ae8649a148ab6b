import { Button } from '@mantine/core';
import type { Tool } from '@parley/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { toolQueries } from '../../api/queries/tool-queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import table from '../../ui/lists/table.module.css';
import { Icon } from '../../ui/page/icons.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { RelativeTime } from '../../ui/time/time.tsx';
import { knownAgents } from '../conversations/badges/agent-name.tsx';
import { kinds } from './tool-words.ts';
import css from './tools.module.css';

/** Tools: what the agents of the workspace can call besides their models. */
export function ToolsPage() {
  const { workspace, may } = useWorkspace();
  const add = may('agents:write') && (
    <Button leftSection={<Icon name="plus" />} renderRoot={(root) => <Link to={paths.newTool} {...root} />}>
      New tool
    </Button>
  );
  return (
    <Page title="Tools" lead="Agents can do more than answer: look something up, or change it." actions={add}>
      <Tools workspaceId={workspace._id} add={add} />
    </Page>
  );
}

function Tools({ workspaceId, add }: { workspaceId: string; add: React.ReactNode }) {
  const query = useInfiniteQuery(toolQueries.list(workspaceId));
  const { data: agents } = useQuery(knownAgents(workspaceId));
  const { data, error, refetch } = query;
  if (data === undefined)
    return error === null ? <TableSkeleton rows={3} /> : <ProblemNotice error={error} retry={() => void refetch()} />;
  if (data.items.length === 0) {
    return (
      <EmptyState icon="tool" title="No tools yet" action={add}>
        With a tool an agent can act: find an order, book a time, ask your own program. You say what it does, the agent
        decides when to call it, and you may require that a person approves each call.
      </EmptyState>
    );
  }
  // Only if these are all agents of the workspace are the names complete.
  const all = agents?.nextCursor === null ? agents.items : undefined;
  return (
    <>
      <div className={table['frame']}>
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" className={table['wide']}>
                Kind
              </th>
              {all !== undefined && (
                <th scope="col" className={table['wide']}>
                  Agents
                </th>
              )}
              <th scope="col" className={`${table['wide']} ${table['end']}`}>
                Updated
              </th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((tool) => (
              <Row
                key={tool._id}
                tool={tool}
                users={all?.filter(({ tools }) => tools.some(({ id }) => id === tool._id)).map(({ name }) => name)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <LoadMore pages={query} shown={data.items.length} total={data.total} />
    </>
  );
}

function Row({ tool, users }: { tool: Tool; users: readonly string[] | undefined }) {
  const { _id, name, description, type, updatedAt } = tool;
  const { title } = kinds[type];
  return (
    <tr className={table['row']}>
      <td className={table['name']}>
        <Link to={paths.tool} params={{ toolId: _id }} className={`${table['main']} ${css['toolName']}`}>
          {name}
        </Link>
        <span className={table['sub']}>{description}</span>
        <span className={`${table['sub']} ${table['slim']}`}>
          {title} · <RelativeTime iso={updatedAt} />
        </span>
      </td>
      <td className={`${table['quiet']} ${table['wide']}`}>{title}</td>
      {users !== undefined && (
        <td className={`${table['quiet']} ${table['wide']} ${css['users']}`}>{usersText(users)}</td>
      )}
      <td className={`${table['quiet']} ${table['wide']} ${table['end']}`}>
        <RelativeTime iso={updatedAt} />
      </td>
    </tr>
  );
}

function usersText(names: readonly string[]): string {
  const [first, ...others] = names;
  if (first === undefined) return 'None';
  return others.length === 0 ? first : `${first} and ${others.length.toLocaleString('en')} more`;
}

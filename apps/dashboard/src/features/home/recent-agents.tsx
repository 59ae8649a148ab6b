import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { Sealed } from '../../ui/code/seal.tsx';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import table from '../../ui/lists/table.module.css';
import { RelativeTime } from '../../ui/time/time.tsx';

/** The agents that were changed last. */
export function RecentAgents() {
  const { workspace } = useWorkspace();
  const { data } = useQuery(queries.agents({ workspaceId: workspace._id, limit: 5, sort: '-updatedAt' }));
  if (data === undefined) return <TableSkeleton rows={3} />;
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className={table['end']}>
              Changed
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map(({ _id, name, description, updatedAt }) => (
            <tr key={_id} className={table['row']}>
              <td className={table['name']}>
                <Sealed id={_id}>
                  <Link to={paths.agent} params={{ agentId: _id }} className={table['main']}>
                    {name}
                  </Link>
                  <span className={table['sub']}>{description || 'No description'}</span>
                </Sealed>
              </td>
              <td className={`${table['quiet']} ${table['end']}`}>
                <RelativeTime iso={updatedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

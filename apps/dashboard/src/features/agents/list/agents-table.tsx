import type { ListedAgent } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { Named, Sealed } from '../../../ui/code/seal.tsx';
import table from '../../../ui/lists/table.module.css';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { StatusDot } from '../status.tsx';
import css from './agents-table.module.css';

/** The agents of a workspace. */
export function AgentsTable({ agents, isStale }: { agents: readonly ListedAgent[]; isStale: boolean }) {
  return (
    <div className={`${table['frame']} ${css['frame']}`} data-stale={isStale || undefined}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Status</th>
            <th scope="col" className={table['roomy']}>
              Model
            </th>
            <th scope="col" className={table['wide']}>
              Last 30 days
            </th>
            <th scope="col" className={table['wide']}>
              Last activity
            </th>
            <th scope="col" className={table['roomy']}>
              Changed
            </th>
          </tr>
        </thead>
        <tbody>
          {agents.map((agent) => (
            <AgentRow key={agent._id} agent={agent} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AgentRow({ agent }: { agent: ListedAgent }) {
  const { _id, name, description, status, model, updatedAt, activity } = agent;
  return (
    <tr className={`${table['row']} ${css['row']}`}>
      <td className={table['name']}>
        <Sealed id={_id}>
          <Link to={paths.agent} params={{ agentId: _id }} className={`${table['main']} ${css['link']}`}>
            <Named id={_id}>{name}</Named>
          </Link>
          <span className={table['sub']}>{description || 'No description'}</span>
        </Sealed>
      </td>
      <td>
        <StatusDot status={status} />
      </td>
      <td className={`${table['mono']} ${table['quiet']} ${table['roomy']}`}>{model}</td>
      <td className={`${table['quiet']} ${table['wide']} ${css['volume']}`}>{activity && volumeOf(activity)}</td>
      <td className={`${table['quiet']} ${table['wide']}`}>
        {activity && (activity.lastActiveAt === null ? 'None yet' : <RelativeTime iso={activity.lastActiveAt} />)}
      </td>
      <td className={`${table['quiet']} ${table['roomy']}`}>
        <RelativeTime iso={updatedAt} />
      </td>
    </tr>
  );
}

const volumeOf = ({ conversations }: NonNullable<ListedAgent['activity']>) =>
  conversations === 1 ? '1 conversation' : `${conversations.toLocaleString('en')} conversations`;

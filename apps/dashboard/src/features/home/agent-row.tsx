import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { homeQueries } from '../../api/queries/home-queries.ts';
import { queries } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { Named, Seal } from '../../ui/code/seal.tsx';
import css from './agent-row.module.css';
import { latestCount } from './talking.ts';

/** The agents that were changed last, as a row of seals. The seal of one that writes a reply now has a pulse. */
export function AgentRow() {
  const { workspace } = useWorkspace();
  const { data } = useQuery(queries.agents({ workspaceId: workspace._id, limit: 5, sort: '-updatedAt' }));
  const { data: latest } = useQuery(homeQueries.latest(workspace._id, latestCount));
  const talking = new Set(latest?.items.filter(({ turn }) => turn !== null).map(({ agent }) => agent));
  return (
    <ul className={css['row']} aria-label="Recently changed agents">
      {data?.items.map(({ _id, name }) => (
        <li key={_id}>
          <Link to={paths.agent} params={{ agentId: _id }} className={css['agent']}>
            <span className={css['seal']} data-talks={talking.has(_id) || undefined}>
              <Seal id={_id} size={28} />
            </span>
            <span className={css['name']}>
              <Named id={_id}>{name}</Named>
            </span>
            {talking.has(_id) && <VisuallyHidden> replies now</VisuallyHidden>}
          </Link>
        </li>
      ))}
      {data !== undefined && (
        <li>
          <Link to={paths.agents} className={css['all']}>
            All agents
          </Link>
        </li>
      )}
    </ul>
  );
}

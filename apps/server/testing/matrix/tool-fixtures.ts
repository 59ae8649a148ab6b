import { newToken } from '../../src/access/secrets.ts';
import { row } from '../fixtures/people.ts';
import { connectionRow, toolRow } from '../fixtures/tools.ts';
import type { Draft, Where } from './draft.ts';
import type { World } from './world.ts';

/** A tool of a workspace. */
export const tool = ({ sites }: World, { place }: Where) =>
  ({
    table: 'tools',
    values: toolRow(sites[place].workspace, { description: sites[place].marker }),
  }) satisfies Draft;

/** The account of an end user at the server of a tool of its own, or of `parent`. */
export function toolConnection(world: World, where: Where): Draft {
  const owner = tool(world, where);
  const { workspace, marker } = world.sites[where.place];
  const of = { workspace_id: workspace, tool_id: where.parent ?? owner.values.id };
  const values = connectionRow(of, { user_id: `user:${newToken()}`, end_user: marker, state: 'connected' });
  const first = where.parent === undefined ? [row(world.service.db, 'tools', owner.values)] : [];
  return { table: 'tool_connections', values, first };
}

import type { Person, Service } from '../harness.ts';
import { type Reply, send } from '../request.ts';
import { deskFailures } from './desk-failures.ts';

interface World {
  readonly parley: Service;
  readonly alice: Person;
  /** Alice's key with every scope. */
  readonly key: string;
}

const makeTeam = ({ parley, alice, key }: World, name: string): Promise<Reply> =>
  send(parley.url, {
    ...{ method: 'POST', path: '/api/teams', key },
    body: { name, workspaceId: alice.workspace, members: [{ user: alice.user.id }] },
  });

/** The errors of teams, and of what members keep for their work. */
export const teamFailures = {
  ...deskFailures,
  team_not_found: {
    by: ({ parley, key }: World) => send(parley.url, { path: '/api/teams/team_none', key }),
  },
  team_name_taken: {
    by: async (world: World) => {
      await makeTeam(world, 'Orders');
      return makeTeam(world, 'ORDERS');
    },
  },
};

import type { Belongings } from '../../storage/belongings.ts';
import type { Database } from '../../storage/database.ts';
import { availabilityEndpoints } from './availability/routes.ts';
import { createAvailability } from './availability/service.ts';
import { whoIsHere } from './availability/store.ts';
import { teamEndpoints } from './routes.ts';
import { membersOf, rulesOf } from './routing-store.ts';
import { createTeams, type TeamNeeds } from './service.ts';
import * as store from './store.ts';

/** Teams of workspaces, which share conversations among their members, and the availability of people. */
export function teamsFeature(needs: TeamNeeds) {
  const { db } = needs;
  return {
    endpoints: [...teamEndpoints(createTeams(needs)), ...availabilityEndpoints(createAvailability(needs))],
    /** The members of a team who may write in conversations now, with their limits, in the order of the team. */
    membersOf: (workspace: string, team: string) => membersOf(db, workspace, team),
    /** The rules by which a team gives its conversations to its members; undefined if the workspace has no such team. */
    rulesOf: (workspace: string, team: string) => rulesOf(db, workspace, team),
    /** Which of some people are here, may write in conversations, and are active, in a workspace. */
    whoIsHere: (workspace: string, users: readonly string[]) => whoIsHere(db, workspace, users),
    ofWorkspace: belongingsOf(db),
  };
}

/** The teams of a workspace, for its deletion. */
const belongingsOf = (db: Database): Belongings => ({
  next: async (workspace) => {
    const ids = await store.someOf(db, workspace);
    return ids.length === 0 ? undefined : { statements: [store.removeAll(db, workspace, ids)] };
  },
});

import { invalid } from '../../errors.ts';
import { noSuchTeam } from '../../schemas/team.ts';
import type { Belongings } from '../../storage/belongings.ts';
import type { Database } from '../../storage/database.ts';
import { availabilityEndpoints } from './availability/routes.ts';
import { createAvailability } from './availability/service.ts';
import { teamEndpoints } from './routes.ts';
import { candidatesOf, demandTeam, noteGiven, rulesOf } from './routing-store.ts';
import { createTeams, type TeamNeeds } from './service.ts';
import * as store from './store.ts';

/** Teams of workspaces, which share conversations among their members, and the availability of people. */
export function teamsFeature(needs: TeamNeeds) {
  const { db } = needs;
  return {
    endpoints: [...teamEndpoints(createTeams(needs)), ...availabilityEndpoints(createAvailability(needs))],
    /** The people who are here, with their limits: of a team, or of the whole workspace. */
    candidates: (workspace: string, team: string | null) => candidatesOf(db, workspace, team),
    /** Returns the statement that notes that a person was given a conversation. */
    given: (workspace: string, user: string, time: number) => noteGiven(db, workspace, user, time),
    /** The rules by which a team gives its conversations to its members; undefined if the workspace has no such team. */
    rulesOf: (workspace: string, team: string) => rulesOf(db, workspace, team),
    /**
     * Returns the statements that fail with `validation_failed` if a person may not write in conversations of a
     * workspace, or a team isn't one of it; for those that are set.
     */
    assignable: (
      { assignee, team }: { readonly assignee?: string | null | undefined; readonly team?: string | null | undefined },
      workspace: string,
    ) => [
      ...(assignee == null
        ? []
        : [store.demandAnswering(db, workspace, { users: [assignee], orElse: () => wrong('assignee') })]),
      ...(team == null ? [] : [demandTeam(db, workspace, team, () => wrong('team'))]),
    ],
    hasTeam: async (workspace: string, team: string) => (await rulesOf(db, workspace, team)) !== undefined,
    /** Returns the statement that throws `orElse` if a workspace has no such team, and keeps it until the unit ends. */
    demandTeam: (workspace: string, team: string, orElse: () => Error) => demandTeam(db, workspace, team, orElse),
    /** Returns the statement that throws `orElse` if one of some people is not a member of a workspace. */
    members: (workspace: string, users: readonly string[], orElse: () => Error) =>
      store.demandMembers(db, workspace, { users, orElse }),
    ofWorkspace: belongingsOf(db),
  };
}

const wrong = (path: string) =>
  invalid([
    {
      path,
      message: path === 'assignee' ? 'is not a member of this workspace who may write in conversations' : noSuchTeam,
    },
  ]);

/** The teams of a workspace, for its deletion. */
const belongingsOf = (db: Database): Belongings => ({
  next: async (workspace) => {
    const ids = await store.someOf(db, workspace);
    return ids.length === 0 ? undefined : { statements: [store.removeAll(db, workspace, ids)] };
  },
});

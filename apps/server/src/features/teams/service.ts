import { type Actor, demand, lineOf, reachFor, reachOf } from '../../access/actor.ts';
import { retryIfStale } from '../../access/retry-stale.ts';
import type { Permission } from '../../access/scopes.ts';
import { type NamesOf, workspaceMissing, workspaceWith } from '../../access/workspace-for.ts';
import { changesOf } from '../../events/changes.ts';
import type { RecordEvent } from '../../events/happening.ts';
import type { Database } from '../../storage/database.ts';
import { foldName } from '../../storage/folded-name.ts';
import type { AwaitedAnswer } from '../../storage/scans/scan-queue.ts';
import { holdRow } from '../../storage/sql/lock-rows.ts';
import { type Along, nothingAlong, type Statement } from '../../storage/unit.ts';
import { checkMembers, checkReadOnly } from './checks.ts';
import { failures } from './failures.ts';
import * as listStore from './list-store.ts';
import { readOnlyFields, type Team, type TeamChanges, type TeamDraft, type TeamQuery } from './schema.ts';
import * as store from './store.ts';

/** Dependencies of teams. */
export interface TeamNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'team'): string;
  readonly namesOf: NamesOf;
  readonly record: RecordEvent;
  /** Returns the statement that finds conversations for a person who is here now. */
  arrived(workspace: string): Statement;
  /** Returns the statement that removes a deleted team from the rules of agents. */
  forgetTeam(workspace: string, team: string): Statement;
}

/** A team, and the versions that `If-Match` allows; any if undefined. */
interface Target {
  readonly id: string;
  readonly ifMatch: readonly number[] | undefined;
}

/** A team as JSON text, with its row's version. */
export interface VersionedTeam {
  readonly json: string;
  readonly version: number;
}

/** A team that was just created. */
export interface CreatedTeam {
  readonly team: Team;
  readonly version: number;
}

export type Teams = ReturnType<typeof createTeams>;

/** Teams: create, read, list, update, delete. */
export function createTeams({ db, now, newId, namesOf, record, forgetTeam }: TeamNeeds) {
  /** Gets a team within reach. Throws `team_not_found`, or `insufficient_role` without the permission. */
  const get = async (actor: Actor, id: string, permission: Permission) => {
    const found = await store.find(db, reachOf(actor), id);
    if (found === undefined) throw failures.notFound();
    demand(actor, permission, found.workspace);
    return found;
  };

  /** Gets a team to change. Throws `version_conflict` if it has another version. */
  const getTarget = async (actor: Actor, { id, ifMatch }: Target) => {
    const found = await get(actor, id, 'workspace:admin');
    if (ifMatch !== undefined && !ifMatch.includes(found.version)) throw failures.conflict(found.version);
    return found;
  };

  /** Checks members, and returns the statement that fails if they have lost that right since. */
  const checked = async (workspace: string, members: TeamDraft['members']) => {
    const users = members.map(({ user }) => user);
    checkMembers(members, await store.rolesOf(db, workspace, users));
    return store.demandAnswering(db, workspace, { users, orElse: failures.conflict });
  };

  return {
    create: async (
      actor: Actor,
      { workspaceId: named, ...draft }: TeamDraft,
      along: Along<CreatedTeam> = nothingAlong,
    ): Promise<CreatedTeam> => {
      const workspace = await workspaceWith(actor, { named, permission: 'workspace:admin', namesOf });
      // Tries again if a member leaves in between: then the check names them.
      return retryIfStale(undefined, async () => {
        const allowed = await checked(workspace, draft.members);
        const time = now();
        const team = newTeam(draft, { id: newId('team'), workspace, time: new Date(time).toISOString() });
        const row = { id: team._id, workspace_id: workspace, version: 1, created_at: time, updated_at: time };
        const created = { team, version: 1 };
        await db.write({
          held: holdRow(db, 'workspaces', { id: workspace }),
          allowed,
          team: store.insert(db, { ...row, ...columnsOf(team) }, errors),
          members: store.insertMembers(db, workspace, team),
          event: record(actor, { type: 'team.created', workspace, data: { team: team._id } }),
          room: store.demandRoom(db, workspace, failures.tooMany),
          along: along(created),
        });
        return created;
      });
    },

    read: async (actor: Actor, id: string): Promise<VersionedTeam> => {
      const { json, version } = await get(actor, id, 'conversations:read');
      return { json, version };
    },

    /** Reads a page as JSON text. */
    list: (actor: Actor, query: TeamQuery, awaited?: AwaitedAnswer): Promise<string> =>
      listStore.readTeams(db, reachFor(actor, 'conversations:read', query.workspaceId), {
        ...{ query, account: lineOf(actor), awaited },
      }),

    /** Merges changes into a team. */
    update: (actor: Actor, target: Target, sent: TeamChanges): Promise<VersionedTeam> =>
      retryIfStale(target.ifMatch, async () => {
        const { json, workspace, version } = await getTarget(actor, target);
        const team = JSON.parse(json) as Team;
        checkReadOnly(team, sent);
        const after = merged(team, sent);
        const allowed = sent.members && (await checked(workspace, sent.members));
        const fields = Object.keys(sent).filter((field) => !(readOnlyFields as readonly string[]).includes(field));
        const change = { id: target.id, version, now: now(), columns: columnsOf(after) };
        const { updated } = await db.write({
          // Members before teams, as a person who leaves locks them.
          allowed,
          held: holdRow(db, 'teams', { id: target.id, workspace_id: workspace }),
          members: sent.members && [
            store.removeMembers(db, workspace, target.id),
            store.insertMembers(db, workspace, after),
          ],
          updated: store.update(db, workspace, change, {
            orElse: () => failures.conflict(),
            onConflict: failures.nameTaken,
          }),
          event: record(actor, {
            ...{ type: 'team.updated', workspace, data: { team: target.id, fields } },
            changes: changesOf(workspace, fieldsOf(team, after)),
          }),
        });
        const [row] = updated.rows;
        if (row === undefined) throw failures.notFound();
        return { json: row.json, version: Number(row.version) };
      }),

    remove: (actor: Actor, target: Target): Promise<void> =>
      retryIfStale(target.ifMatch, async () => {
        const { workspace, version } = await getTarget(actor, target);
        await db.write({
          removed: store.remove(db, workspace, { id: target.id, version }, () => failures.conflict()),
          forgotten: forgetTeam(workspace, target.id),
          event: record(actor, { type: 'team.deleted', workspace, data: { team: target.id } }),
        });
      }),
  };
}

const errors = { onMissing: workspaceMissing, onConflict: failures.nameTaken };

const limited = (members: TeamDraft['members']) => members.map(({ user, limit = null }) => ({ user, limit }));

const newTeam = (
  { name, members, assignment = 'round_robin', answerWithin = null }: Omit<TeamDraft, 'workspaceId'>,
  { id, workspace, time }: { readonly id: string; readonly workspace: string; readonly time: string },
): Team => ({
  ...{ _id: id, workspace, name, members: limited(members), assignment, answerWithin },
  ...{ createdAt: time, updatedAt: time },
});

const merged = (team: Team, { name, members, assignment, answerWithin }: TeamChanges): Team => ({
  ...team,
  name: name ?? team.name,
  members: members === undefined ? team.members : limited(members),
  assignment: assignment ?? team.assignment,
  answerWithin: answerWithin === undefined ? team.answerWithin : answerWithin,
});

const columnsOf = ({ name, assignment, answerWithin }: Team) => ({
  ...{ name, name_folded: foldName(name), assignment, answer_within: answerWithin },
});

/** The fields that a caller sets, before and after a change. */
const fieldsOf = (before: Team, after: Team) =>
  (['name', 'members', 'assignment', 'answerWithin'] as const).map((field) => ({
    ...{ field, before: before[field], after: after[field] },
  }));

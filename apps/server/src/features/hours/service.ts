import { type Actor, demand, reachOf } from '../../access/actor.ts';
import type { Permission } from '../../access/scopes.ts';
import { workspaceMissing } from '../../access/workspace-for.ts';
import { invalid } from '../../errors.ts';
import { changesOf } from '../../events/changes.ts';
import type { RecordEvent } from '../../events/happening.ts';
import { inOrder, problemsOf } from '../../hours/check.ts';
import type { Hours } from '../../hours/hours.ts';
import { isOpenAt, nextOpening } from '../../hours/opening.ts';
import type { Database } from '../../storage/database.ts';
import type { WorkingHours, WorkingHoursDraft } from './schema.ts';
import * as store from './store.ts';

/** Dependencies of working hours. */
export interface HoursNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly record: RecordEvent;
}

export type WorkingHoursService = ReturnType<typeof createWorkingHours>;

/** Throws `workspace_not_found`, or `insufficient_role` without the permission. */
function demandIn(actor: Actor, permission: Permission, workspace: string): void {
  if (!reachOf(actor).includes(workspace)) throw workspaceMissing();
  demand(actor, permission, workspace);
}

/** Working hours of workspaces: read, set, remove. */
export function createWorkingHours({ db, now, record }: HoursNeeds) {
  return {
    read: async (actor: Actor, workspace: string): Promise<WorkingHours> => {
      demandIn(actor, 'conversations:read', workspace);
      return shown(workspace, await store.find(db, workspace), now());
    },

    /** Replaces the hours. Throws `validation_failed` with the path of each problem. */
    set: async (actor: Actor, workspace: string, draft: WorkingHoursDraft): Promise<WorkingHours> => {
      demandIn(actor, 'workspace:admin', workspace);
      const given = whole(draft);
      const problems = problemsOf(given);
      if (problems.length > 0) throw invalid(problems);
      const [before, hours, time] = [await store.find(db, workspace), inOrder(given), now()];
      await db.write({
        hours: store.set(db, { workspace, hours, time }, workspaceMissing),
        event: record(actor, {
          ...{ type: 'working_hours.set', workspace, data: { workspace } },
          changes: changesOf(
            workspace,
            (['timeZone', 'days', 'holidays'] as const).map((field) => ({
              ...{ field, before: before?.hours[field], after: hours[field] },
            })),
          ),
        }),
      });
      return shown(workspace, { hours, updatedAt: time }, time);
    },

    /** Removes the hours; also succeeds without any. */
    remove: async (actor: Actor, workspace: string): Promise<void> => {
      demandIn(actor, 'workspace:admin', workspace);
      if ((await store.find(db, workspace)) === undefined) return;
      await db.write({
        hours: store.remove(db, workspace),
        event: record(actor, { type: 'working_hours.removed', workspace, data: { workspace } }),
      });
    },
  };
}

/** A draft with the days and fields that it leaves out. */
function whole({ timeZone, days, holidays = [] }: WorkingHoursDraft): Hours {
  const { monday = [], tuesday = [], wednesday = [], thursday = [], friday = [], saturday = [], sunday = [] } = days;
  return {
    timeZone,
    days: { monday, tuesday, wednesday, thursday, friday, saturday, sunday },
    holidays: holidays.map(({ date, name = '', periods = [] }) => ({ date, name, periods })),
  };
}

function shown(workspace: string, found: store.StoredHours | undefined, now: number): WorkingHours {
  if (found === undefined)
    return { workspace, timeZone: null, days: null, holidays: [], open: true, opensAt: null, updatedAt: null };
  const { hours, updatedAt } = found;
  const open = isOpenAt(hours, now);
  const opening = open ? undefined : nextOpening(hours, now);
  return {
    ...{ workspace, ...(hours as Pick<WorkingHours, 'timeZone' | 'days' | 'holidays'>), open },
    opensAt: opening === undefined ? null : new Date(opening).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

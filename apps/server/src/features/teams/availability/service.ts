import { demand, type Principal } from '../../../access/actor.ts';
import type { Permission } from '../../../access/scopes.ts';
import { workspaceMissing } from '../../../access/workspace-for.ts';
import type { RecordEvent } from '../../../events/happening.ts';
import type { Database } from '../../../storage/database.ts';
import type { Statement } from '../../../storage/unit.ts';
import type { Availability, AvailabilityDraft, AvailabilityList } from './schema.ts';
import * as store from './store.ts';

/** Dependencies of the availability of people. */
export interface AvailabilityNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly record: RecordEvent;
  /** Returns the statement that finds conversations for a person who is here now. */
  arrived(workspace: string): Statement;
}

export type AvailabilityService = ReturnType<typeof createAvailability>;

/** Throws `workspace_not_found`, or `insufficient_role` without the permission. */
function demandIn(actor: Principal, permission: Permission, workspace: string): void {
  if (!actor.memberships.has(workspace)) throw workspaceMissing();
  demand(actor, permission, workspace);
}

/** The availability of people in workspaces: list, and set one's own. */
export function createAvailability({ db, now, record, arrived }: AvailabilityNeeds) {
  return {
    list: async (actor: Principal, workspace: string): Promise<AvailabilityList> => {
      demandIn(actor, 'conversations:read', workspace);
      return { items: (await store.list(db, workspace)).map(toAvailability) };
    },

    /** Sets the state of the person who asks. The same state again keeps its time. */
    set: async (actor: Principal, workspace: string, { state }: AvailabilityDraft): Promise<Availability> => {
      demandIn(actor, 'conversations:write', workspace);
      const { id: user } = actor.user;
      const before = await store.find(db, workspace, user);
      if (before === undefined) throw workspaceMissing();
      if (before.state === state) return toAvailability(before);
      const row = { workspace_id: workspace, user_id: user, state, since: now() };
      await db.write({
        state: store.set(db, row, workspaceMissing),
        ...(state === 'here' && { arrived: arrived(workspace) }),
        event: record(actor, {
          ...{ type: 'member.availability_changed', workspace, data: { user, state } },
          changes: [{ field: 'state', before: before.state ?? 'away', after: state }],
        }),
      });
      return toAvailability({ ...before, state, since: row.since });
    },
  };
}

const toAvailability = ({ user, name, state, since }: store.PersonState): Availability => ({
  ...{ user, name, state: state === 'here' ? 'here' : 'away' },
  since: since === null ? null : new Date(Number(since)).toISOString(),
});

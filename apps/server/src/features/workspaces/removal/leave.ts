import type { Principal } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import type { Database } from '../../../storage/database.ts';
import type { Statement } from '../../../storage/unit.ts';
import * as members from '../members/store.ts';
import { findWorkspace, membershipsOf } from '../store.ts';
import type { RemovalNeeds } from './service.ts';
import * as store from './store.ts';

/** Dependencies of leaving. */
interface LeaveNeeds extends Pick<RemovalNeeds, 'onDeleted'> {
  readonly db: Database;
  /** Returns the statements that hide a workspace, and the job that deletes it. */
  hide(
    principal: Principal,
    row: { readonly id: string; readonly name: string; readonly account_id: string },
  ): readonly Statement[];
}

/** Max workspaces that an error names. */
const maxNamed = 5;

const lastOwner = (names: readonly string[]) =>
  new AppError(
    'last_owner',
    `You are the only owner of ${names.slice(0, maxNamed).join(', ')}` +
      `${names.length > maxNamed ? ' and others' : ''}, which has other members.`,
    { hint: 'Make another member an owner there, or delete the workspace first.' },
  );
const changed = () =>
  new AppError('version_conflict', 'Your workspaces have changed meanwhile.', { hint: 'Look again, then repeat.' });

/** Ends a person's part in all workspaces, and deletes those that have no other member. */
export async function leaveOf({ db, hide, onDeleted }: LeaveNeeds, principal: Principal) {
  const { id: user } = principal.user;
  const sole = await db.read(members.soleOwned(db, user));
  const shared = new Set(
    await store.withOthers(
      db,
      sole.map(({ id }) => id),
      user,
    ),
  );
  if (shared.size > 0)
    throw lastOwner(sole.filter(({ id }) => shared.has(id)).map(({ id, name }) => `“${name}” (${id})`));
  const rows = await Promise.all(sole.map(({ id }) => findWorkspace(db, id)));
  const deleted = rows.filter((row) => row !== undefined);
  const gone = new Set(deleted.map(({ id }) => id));
  const left = [...(await membershipsOf(db, user)).keys()].filter((id) => !gone.has(id));
  const statements = [
    // All locks first, so that a unit that waits for one of them holds no lock that this one waits for.
    ...deleted.flatMap(({ id }) => store.demandAlone(db, id, { user, orElse: changed })),
    ...deleted.flatMap((row) => hide(principal, row)),
    ...members.removeFromAll(db, { user, workspaces: left, changed, lastOwner: changed }),
  ];
  const stopTurns = async () => {
    for (const id of gone) await onDeleted(id);
  };
  return { deleted, left, statements, stopTurns };
}

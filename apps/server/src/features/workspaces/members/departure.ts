import { AppError } from '../../../errors.ts';
import type { Database } from '../../../storage/database.ts';
import type { Statement } from '../../../storage/unit.ts';
import { membershipsOf } from '../store.ts';
import * as store from './store.ts';

/** Memberships that end with the removal of a person. */
export interface Departure {
  /** The IDs of the workspaces. */
  readonly workspaces: readonly string[];
  /** The statements that end the memberships. The caller bumps the authority epoch. */
  readonly statements: readonly Statement[];
}

const changed = () =>
  new AppError('version_conflict', 'The person’s workspaces have changed meanwhile.', {
    hint: 'Run the command again.',
  });

/** Max workspaces that an error names. */
const maxNamed = 5;

const lastOwner = (names: readonly string[]) =>
  new AppError(
    'last_owner',
    `The person is the only owner of ${names.slice(0, maxNamed).join(', ')}` +
      `${names.length > maxNamed ? ' and others' : ''}.`,
    { hint: 'Make another member an owner there first, or give the address back with parley user rename.' },
  );

/** Ends all memberships of a person. Throws `last_owner` if a workspace would be left without an owner. */
export async function departureOf(
  { db, returnHeld }: { readonly db: Database; returnHeld(workspace: string, user: string): Statement },
  user: string,
): Promise<Departure> {
  const owned = (await db.read(store.soleOwned(db, user))).map(({ id, name }) => `“${name}” (${id})`);
  if (owned.length > 0) throw lastOwner(owned);
  const workspaces = [...(await membershipsOf(db, user)).keys()];
  return {
    workspaces,
    statements: [
      ...store.removeFromAll(db, { user, workspaces, changed, lastOwner: () => lastOwner(['a workspace']) }),
      ...workspaces.map((workspace) => returnHeld(workspace, user)),
    ],
  };
}

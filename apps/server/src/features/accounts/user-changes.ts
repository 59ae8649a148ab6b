import type { Principal, SystemActor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import type { Happening, Newcomer, RecordEvent } from '../../events/happening.ts';
import { rowChanges } from '../../storage/changes/row-changes.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import * as store from './store.ts';

/** Actor that changes a person: the operator, the person, or a person whose session begins with the change. */
export type Changer = SystemActor | Principal | Newcomer;

/** A person whose changes are told. */
interface ChangedUser {
  readonly id: string;
  readonly account_id: string;
}

/** Dependencies of events about people. */
export interface UserChangeNeeds {
  readonly db: Database;
  readonly now: () => number;
  /** The workspaces that a person is a member of, in one account or in all. */
  membershipsOf(user: string, account?: string): Promise<ReadonlyMap<string, unknown>>;
  readonly record: RecordEvent;
}

/** A change of a person: who makes it, the field, and its values unless they are secret. */
export interface UserChange {
  readonly by: Changer;
  readonly field: 'name' | 'email' | 'password' | 'verified' | 'secondFactor' | 'status';
  readonly changes?: NonNullable<Happening['changes']>;
}

/** Returns the statements that end every session of a person, with their event. */
export type EndSessions = (
  user: { readonly id: string; readonly account: string },
  end: { readonly by: Changer; readonly reason: 'password_changed' | 'suspended' | 'removed' },
) => readonly Statement[];

/** The error for a person who changed while a change was made. */
export const userConflict = () =>
  new AppError('version_conflict', 'The person has changed meanwhile.', { hint: 'Try again.' });

/**
 * Returns one event in each workspace of a person, or in the account if the person has no workspace: every change has
 * one.
 */
export async function updateEvents(
  { membershipsOf, record }: Pick<UserChangeNeeds, 'membershipsOf' | 'record'>,
  { id, account_id: account }: ChangedUser,
  { by, field, changes }: UserChange,
): Promise<Statement[]> {
  const data = { user: id, fields: [field] };
  const workspaces = [...(await membershipsOf(id)).keys()];
  const values = changes && { changes };
  if (workspaces.length === 0) return [record(by, { type: 'user.updated', account, data, ...values })];
  // Other accounts keep no name or address of a person who leaves, so their events have none.
  const own = values === undefined ? undefined : await membershipsOf(id, account);
  return workspaces.map((workspace) =>
    record(by, { type: 'member.updated', workspace, data, ...(own?.has(workspace) === true && values) }),
  );
}

/** The changes of a person by columns. Their events come before them in the unit of work. */
export const changesOfUser = rowChanges({
  table: 'users',
  fields: {
    name: { field: 'name', look: 'text' },
    email: { field: 'email', look: 'text' },
    status: { field: 'status', look: 'text' },
    owns_instance: { field: 'ownsInstance', look: 'flag' },
  },
});

/** The change of whether an address is verified. */
export const verifiedChange = (after: boolean) => [{ field: 'verified', before: !after, after }];

/** Returns the statements that note a person's address as verified, with their events; none if it already is. */
export async function verifyAddress(
  needs: UserChangeNeeds,
  user: ChangedUser & { readonly email: string; readonly verified_at: number | null },
  { by, orElse = userConflict }: { readonly by: Changer; readonly orElse?: () => Error },
): Promise<Statement[]> {
  if (user.verified_at !== null) return [];
  return [
    store.verify(needs.db, user.id, { email: user.email, now: needs.now() }, orElse),
    ...(await updateEvents(needs, user, { by, field: 'verified', changes: verifiedChange(true) })),
  ];
}

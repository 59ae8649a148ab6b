import type { Principal, SystemActor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import * as store from './store.ts';

/** Actor that changes a person: the operator, the person, or a person whose session begins with the change. */
export type Changer =
  | SystemActor
  | Principal
  | { readonly kind: 'session'; readonly user: { readonly id: string }; readonly account: { readonly id: string } };

/** A person whose changes are told. */
interface ChangedUser {
  readonly id: string;
  readonly account_id: string;
}

/** Dependencies of events about people. */
export interface UserChangeNeeds {
  readonly db: Database;
  readonly now: () => number;
  /** The workspaces that a person is a member of. */
  membershipsOf(user: string): Promise<ReadonlyMap<string, unknown>>;
  record(
    actor: Changer,
    event: {
      readonly type: 'member.updated' | 'member.removed' | 'user.updated' | 'user.removed' | 'password_reset.created';
      readonly workspace?: string;
      readonly account?: string;
      readonly data: Readonly<Record<string, unknown>>;
    },
  ): Statement;
}

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
  { by, field }: { readonly by: Changer; readonly field: 'email' | 'password' | 'verified' | 'secondFactor' },
): Promise<Statement[]> {
  const data = { user: id, fields: [field] };
  const workspaces = [...(await membershipsOf(id)).keys()];
  if (workspaces.length === 0) return [record(by, { type: 'user.updated', account, data })];
  return workspaces.map((workspace) => record(by, { type: 'member.updated', workspace, data }));
}

/** Returns the statements that note a person's address as verified, with their events; none if it already is. */
export async function verifyAddress(
  needs: UserChangeNeeds,
  user: ChangedUser & { readonly email: string; readonly verified_at: number | null },
  { by, orElse = userConflict }: { readonly by: Changer; readonly orElse?: () => Error },
): Promise<Statement[]> {
  if (user.verified_at !== null) return [];
  return [
    store.verify(needs.db, user.id, { email: user.email, now: needs.now() }, orElse),
    ...(await updateEvents(needs, user, { by, field: 'verified' })),
  ];
}

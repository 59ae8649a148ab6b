import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { hasFactor } from '../../storage/sql/has-factor.ts';
import { lockRows } from '../../storage/sql/lock-rows.ts';
import type { PasskeyRow, RecoveryCodeRow, TotpFactorRow } from '../../storage/tables.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';

type OrElse = () => Error;

const personOf = (db: Database, user: string) => db.query.selectFrom('users').select('id').where('id', '=', user);
const has = (user: string) => hasFactor(sql.val(user));

/** Locks a person until the unit of work ends: sign-ins and changes of factors take turns. */
export const hold = (db: Database, user: string): Statement[] => lockRows(db, () => personOf(db, user));

/** Locks a person, and throws `orElse` unless they have a second factor. */
export const demandAny = (db: Database, user: string, orElse: OrElse): Statement[] => [
  ...hold(db, user),
  one(personOf(db, user).where(has(user)), orElse),
];

/** Locks a person, and throws `orElse` if they have a second factor. */
export const demandNone = (db: Database, user: string, orElse: OrElse): Statement[] => [
  ...hold(db, user),
  one(
    personOf(db, user).where((of) => of.not(has(user))),
    orElse,
  ),
];

/**
 * Throws `orElse` if a person has no second factor left, and a workspace requires one. Joined with workspaces and their
 * members, whose requirement it is.
 */
export const demandEnough = (db: Database, user: string, orElse: OrElse): Statement =>
  one(
    personOf(db, user).where((of) =>
      of.or([
        has(user),
        of.not(
          of.exists(
            of
              .selectFrom('members')
              .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
              .select('members.user_id')
              .where('members.user_id', '=', user)
              .where('workspaces.require_second_factor', '=', 1),
          ),
        ),
      ]),
    ),
    orElse,
  );

/** True if a person has a second factor. */
export async function any(db: Database, user: string): Promise<boolean> {
  const [row] = await db.read(personOf(db, user).where(has(user)));
  return row !== undefined;
}

/** Finds the authenticator app of a person, even one that isn't confirmed. */
export async function findTotp(db: Database, user: string): Promise<TotpFactorRow | undefined> {
  const [row] = await db.read(db.query.selectFrom('totp_factors').selectAll().where('user_id', '=', user));
  return row;
}

/** Stores the secret of an authenticator app that waits for its confirmation; it replaces an earlier one. */
export const putPending = (db: Database, user: string, { secret, now }: { secret: string; now: number }): Statement =>
  statement(
    db.query
      .insertInto('totp_factors')
      .values({ user_id: user, secret: null, created_at: null, last_step: 0, pending: secret, pending_at: now })
      .onConflict((earlier) => earlier.column('user_id').doUpdateSet({ pending: secret, pending_at: now })),
  );

/** Confirms the pending secret, which replaces the one before; throws `orElse` if another one is pending. */
export const confirmTotp = (
  db: Database,
  user: string,
  { pending, step, now, orElse }: { pending: string; step: number; now: number; orElse: OrElse },
): Statement =>
  one(
    db.query
      .updateTable('totp_factors')
      .set({ secret: pending, created_at: now, last_step: step, pending: null, pending_at: null })
      .where('user_id', '=', user)
      .where('pending', '=', pending),
    orElse,
  );

/** Notes the time step of an accepted code; throws `orElse` if it or a later one was accepted already. */
export const useStep = (
  db: Database,
  user: string,
  { secret, step, orElse }: { secret: string; step: number; orElse: OrElse },
): Statement =>
  one(
    db.query
      .updateTable('totp_factors')
      .set({ last_step: step })
      .where('user_id', '=', user)
      .where('secret', '=', secret)
      .where('last_step', '<', step),
    orElse,
  );

/** Removes the authenticator app of a person; throws `orElse` if they have none. */
export const removeTotp = (db: Database, user: string, orElse: OrElse): Statement =>
  one(db.query.deleteFrom('totp_factors').where('user_id', '=', user).where('secret', 'is not', null), orElse);

/** Reads the passkeys of a person in the order of their creation. */
export const passkeysOf = (db: Database, user: string): Promise<PasskeyRow[]> =>
  db.read(db.query.selectFrom('passkeys').selectAll().where('user_id', '=', user).orderBy('id'));

/** Finds a passkey by its credential, whosever it is. */
export async function findPasskey(db: Database, credential: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.read(db.query.selectFrom('passkeys').selectAll().where('credential_id', '=', credential));
  return row;
}

/** Inserts a passkey; throws `onConflict` if a person has it, and `full` beyond `most` of them. */
export const insertPasskey = (
  db: Database,
  row: PasskeyRow,
  { most, full, onConflict }: { readonly most: number; readonly full: OrElse; readonly onConflict: OrElse },
): Statement[] => [
  statement(db.query.insertInto('passkeys').values(row), { onConflict }),
  one(
    db.query
      .selectFrom('passkeys')
      .select((of) => of.fn.countAll().as('count'))
      .where('user_id', '=', row.user_id)
      .having((of) => of.fn.countAll(), '<=', most),
    full,
  ),
];

/** Notes the use of a passkey; throws `orElse` if it was used or removed meanwhile. */
export const usePasskey = (
  db: Database,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  { orElse, ...changes }: Pick<PasskeyRow, 'counter' | 'backed_up' | 'last_used_at'> & { readonly orElse: OrElse },
): Statement =>
  one(
    db.query.updateTable('passkeys').set(changes).where('id', '=', id).where('counter', '=', Number(counter)),
    orElse,
  );

/** Renames a passkey of a person. */
export const renamePasskey = (
  db: Database,
  user: string,
  { id, name, orElse }: { readonly id: string; readonly name: string; readonly orElse: OrElse },
): Statement =>
  one(db.query.updateTable('passkeys').set({ name }).where('user_id', '=', user).where('id', '=', id), orElse);

/** Removes a passkey of a person. */
export const removePasskey = (
  db: Database,
  user: string,
  { id, orElse }: { readonly id: string; readonly orElse: OrElse },
): Statement => one(db.query.deleteFrom('passkeys').where('user_id', '=', user).where('id', '=', id), orElse);

/** Counts the recovery codes that a person has left, and when they were created. */
export async function codesOf(db: Database, user: string): Promise<{ readonly left: number; readonly at: number }> {
  const [row] = await db.read(
    db.query
      .selectFrom('recovery_codes')
      .select((of) => [of.fn.countAll().as('left'), of.fn.max('created_at').as('at')])
      .where('user_id', '=', user),
  );
  return { left: Number(row?.left ?? 0), at: Number(row?.at ?? 0) };
}

/** Replaces the recovery codes of a person. */
export const putCodes = (db: Database, user: string, rows: readonly RecoveryCodeRow[]): Statement[] => [
  statement(db.query.deleteFrom('recovery_codes').where('user_id', '=', user)),
  statement(db.query.insertInto('recovery_codes').values(rows)),
];

/** Uses a recovery code up; throws `orElse` if the person has it no more. */
export const useCode = (
  db: Database,
  user: string,
  { id, orElse }: { readonly id: string; readonly orElse: OrElse },
): Statement => one(db.query.deleteFrom('recovery_codes').where('id', '=', id).where('user_id', '=', user), orElse);

/** True if a person has a recovery code, by its digest. */
export async function hasCode(db: Database, user: string, id: string): Promise<boolean> {
  const codes = db.query.selectFrom('recovery_codes').select('id').where('id', '=', id).where('user_id', '=', user);
  return (await db.read(codes)).length > 0;
}

/** Deletes the recovery codes of a person who has no second factor left. */
export const removeCodesIfLast = (db: Database, user: string): Statement =>
  statement(
    db.query
      .deleteFrom('recovery_codes')
      .where('user_id', '=', user)
      .where((of) => of.not(has(user))),
  );

/** Deletes every second factor of a person, and the recovery codes. */
export const removeAllOf = (db: Database, user: string): Statement[] => [
  statement(db.query.deleteFrom('totp_factors').where('user_id', '=', user)),
  statement(db.query.deleteFrom('passkeys').where('user_id', '=', user)),
  statement(db.query.deleteFrom('recovery_codes').where('user_id', '=', user)),
];

/** Reads the workspaces of a person that require a second factor. Joined with members, whose they are. */
export const requiredBy = (db: Database, user: string) =>
  db.read(
    db.query
      .selectFrom('members')
      .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
      .select(['workspaces.id', 'workspaces.name'])
      .where('members.user_id', '=', user)
      .where('workspaces.require_second_factor', '=', 1)
      .orderBy('workspaces.created_at')
      .orderBy('workspaces.id'),
  );

import type { Insertable, Selectable } from 'kysely';
import { bumpAuthority } from '../../storage/authority.ts';
import type { Database } from '../../storage/database.ts';
import { holdRow } from '../../storage/sql/lock-rows.ts';
import type { AccountRow, UserRow } from '../../storage/tables.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';

/** Inserts an account. */
export const insertAccount = (db: Database, row: AccountRow): Statement =>
  statement(db.query.insertInto('accounts').values(row));

/** Inserts a person; throws `onConflict` if the email is taken. The first one owns the instance. */
export const insertUser = (
  db: Database,
  row: Omit<Insertable<UserRow>, 'owns_instance'>,
  onConflict: () => Error,
): Statement =>
  statement(
    db.query.insertInto('users').values((of) => ({
      ...row,
      owns_instance: of
        .case()
        .when(of.exists(of.selectFrom('users').select('id')))
        .then(0)
        .else(1)
        .end(),
    })),
    { onConflict },
  );

/** True if a person owns the instance. */
export async function ownsInstance(db: Database, id: string): Promise<boolean> {
  const [row] = await db.read(db.query.selectFrom('users').select('owns_instance').where('id', '=', id));
  return row?.owns_instance === 1;
}

/** The account of the person who owns the instance; undefined before the first person. */
export async function instanceAccount(db: Database): Promise<string | undefined> {
  const [row] = await db.read(
    db.query.selectFrom('users').select('account_id').where('owns_instance', '=', 1).limit(1),
  );
  return row?.account_id;
}

/** Throws `orElse` unless a person owns the instance. */
export const demandOwner = (db: Database, id: string, orElse: () => Error): Statement =>
  one(db.query.selectFrom('users').select('id').where('id', '=', id).where('owns_instance', '=', 1), orElse);

/** Makes a person the only owner of the instance; throws `orElse` unless they are active. */
export const setOwner = (db: Database, id: string, orElse: () => Error): Statement[] => [
  statement(db.query.updateTable('users').set({ owns_instance: 0 }).where('owns_instance', '=', 1)),
  one(
    db.query.updateTable('users').set({ owns_instance: 1 }).where('id', '=', id).where('status', '=', 'active'),
    orElse,
  ),
];

/** Finds a person by email (any case) or id. */
export async function findUser(
  db: Database,
  by: { email: string } | { id: string },
): Promise<Selectable<UserRow> | undefined> {
  const query = db.query.selectFrom('users').selectAll();
  const [row] = await db.read(
    'email' in by ? query.where('email', '=', by.email.toLowerCase()) : query.where('id', '=', by.id),
  );
  return row;
}

/** Reads people who are not removed, with the plans of their accounts, in the order of their IDs after one. */
export const listUsers = (db: Database, { after, limit }: { after: string; limit: number }) =>
  db.read(
    db.query
      .selectFrom('users')
      .innerJoin('accounts', 'accounts.id', 'users.account_id')
      .select(['users.id', 'email', 'name', 'status', 'verified_at', 'account_id', 'plan', 'users.created_at'])
      .where('users.id', '>', after)
      .where('status', 'not in', gone)
      .orderBy('users.id')
      .limit(limit),
  );

/** True if the instance has any person. */
export async function anyUser(db: Database): Promise<boolean> {
  const [row] = await db.read(db.query.selectFrom('users').select('id').limit(1));
  return row !== undefined;
}

/** Sets a person's password digest. */
export const setPassword = (db: Database, id: string, { digest, now }: { digest: string; now: number }): Statement =>
  statement(db.query.updateTable('users').set({ password_hash: digest, updated_at: now }).where('id', '=', id), {
    rows: 1,
  });

/** The states of people who are removed for good. */
const gone = ['removed', 'deleted'];

/** True if a person is removed for good. */
export const isGone = ({ status }: Pick<UserRow, 'status'>): boolean => gone.includes(status);

/**
 * Sets the name of a person; throws `orElse` if they are removed. Cached callers stay valid, because the name grants no
 * rights.
 */
export const setName = (
  db: Database,
  id: string,
  { name, now, orElse }: { name: string; now: number; orElse: () => Error },
): Statement =>
  one(
    db.query.updateTable('users').set({ name, updated_at: now }).where('id', '=', id).where('status', 'not in', gone),
    orElse,
  );

/** Suspends or reactivates a person who is not removed. */
export const setStatus = (
  db: Database,
  id: string,
  { status, now }: { status: 'active' | 'suspended'; now: number },
): Statement =>
  statement(
    db.query.updateTable('users').set({ status, updated_at: now }).where('id', '=', id).where('status', 'not in', gone),
    { rows: 1 },
  );

/** Notes that a person's address is verified; an earlier time stays. */
export const verify = (db: Database, id: string, { email, now }: { email: string; now: number }, orElse: () => Error) =>
  one(
    db.query
      .updateTable('users')
      .set((of) => ({ verified_at: of.fn.coalesce('verified_at', of.val(now)), updated_at: now }))
      .where('id', '=', id)
      .where('email', '=', email),
    orElse,
  );

/** Notes that a person's address is no longer verified. */
export const unverify = (db: Database, id: string, now: number): Statement =>
  statement(db.query.updateTable('users').set({ verified_at: null, updated_at: now }).where('id', '=', id), {
    rows: 1,
  });

/** A change of a person's address, and its errors. */
interface NewAddress {
  /** Lower case. */
  readonly email: string;
  readonly now: number;
  readonly orElse: () => Error;
  readonly onConflict: () => Error;
}

/** Sets the address of a person who is not removed; whether it is verified stays. */
export const setEmail = (db: Database, id: string, { email, now, ...errors }: NewAddress): Statement =>
  statement(
    db.query.updateTable('users').set({ email, updated_at: now }).where('id', '=', id).where('status', 'not in', gone),
    { rows: 1, ...errors },
  );

/** A removal: the row stays (`removed`, by the operator), or a job deletes it (`deleted`, by the person). */
interface Removal {
  readonly status: 'removed' | 'deleted';
  readonly now: number;
}

/**
 * Removes a person for good and frees the address. If the operator removes the person, the row stays without name,
 * address and password: keys name its ID, and an instance whose only person is removed must not offer its set-up again.
 */
export const remove = (db: Database, id: string, { status, now }: Removal, orElse: () => Error): Statement =>
  one(
    db.query
      .updateTable('users')
      .set({
        status,
        email: `removed-${id}`,
        name: 'Removed user',
        password_hash: '',
        verified_at: null,
        owns_instance: 0,
        updated_at: now,
      })
      .where('id', '=', id)
      .where('status', 'not in', gone),
    orElse,
  );

/** Throws `orElse` unless the person's address is verified or the person began in this account. */
export const demandVerified = (
  db: Database,
  { id, account }: { readonly id: string; readonly account: string },
  orElse: () => Error,
): Statement =>
  one(
    db.query
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where((of) => of.or([of('verified_at', 'is not', null), of('account_id', '=', account)])),
    orElse,
  );

/** Locks a person until the unit of work ends. */
export const hold = (db: Database, id: string): Statement[] => holdRow(db, 'users', { id });

/** Locks a person until the unit of work ends; throws `orElse` unless the person is active. */
export const demandActive = (db: Database, id: string, orElse: () => Error): Statement[] => {
  const person = db.query.selectFrom('users').select('id').where('id', '=', id);
  return [...hold(db, id), one(person.where('status', '=', 'active'), orElse)];
};

/**
 * Throws `orElse` unless the person is active and still has this password digest. Verifying a password takes a while:
 * if the password changes meanwhile, nothing may be committed on the basis of the old one.
 */
export const demandPassword = (
  db: Database,
  { id, digest }: { readonly id: string; readonly digest: string },
  orElse: () => Error,
): Statement[] => {
  const person = db.query.selectFrom('users').select('id').where('id', '=', id);
  const same = person.where('status', '=', 'active').where('password_hash', '=', digest);
  return [...hold(db, id), one(same, orElse)];
};

/** Sets an account's plan. */
export const setPlan = (db: Database, account: string, plan: string): Statement[] => [
  statement(db.query.updateTable('accounts').set({ plan }).where('id', '=', account), { rows: 1 }),
  bumpAuthority(db),
];

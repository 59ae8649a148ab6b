import { bumpAuthority } from '../../storage/authority.ts';
import type { Database } from '../../storage/database.ts';
import type { AccountRow, MemberRow, UserRow, WorkspaceRow } from '../../storage/tables.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';

/** Makes an account. */
export const insertAccount = (db: Database, row: AccountRow): Statement =>
  statement(db.query.insertInto('accounts').values(row));

/** Makes a person; `onConflict` is thrown where the email is taken. */
export const insertUser = (db: Database, row: UserRow, onConflict: () => Error): Statement =>
  statement(db.query.insertInto('users').values(row), { onConflict });

/** Makes an account's first workspace and its owner. */
export const insertHome = (db: Database, workspace: WorkspaceRow, owner: MemberRow): Statement[] => [
  statement(db.query.insertInto('workspaces').values(workspace)),
  statement(db.query.insertInto('members').values(owner)),
  bumpAuthority(db),
];

/** Finds a person by email (any case) or id. */
export async function findUser(db: Database, by: { email: string } | { id: string }): Promise<UserRow | undefined> {
  const query = db.query.selectFrom('users').selectAll();
  const [row] = await db.read(
    'email' in by ? query.where('email', '=', by.email.toLowerCase()) : query.where('id', '=', by.id),
  );
  return row;
}

/** Whether anybody exists at all. */
export async function anyUser(db: Database): Promise<boolean> {
  const [row] = await db.read(db.query.selectFrom('users').select('id').limit(1));
  return row !== undefined;
}

/** Sets a person's password digest. */
export const setPassword = (db: Database, id: string, { digest, now }: { digest: string; now: number }): Statement =>
  statement(db.query.updateTable('users').set({ password_hash: digest, updated_at: now }).where('id', '=', id), {
    rows: 1,
  });

/** Sets a person's name. It is no right: nobody has to be recognised again for it. */
export const setName = (db: Database, id: string, { name, now }: { name: string; now: number }): Statement =>
  statement(db.query.updateTable('users').set({ name, updated_at: now }).where('id', '=', id), { rows: 1 });

/**
 * Suspends a person or lets one in again; takes effect at once on all of the person's keys. Sessions end for good:
 * whoever was signed in signs in again.
 */
export const setStatus = (
  db: Database,
  email: string,
  { status, now }: { status: 'active' | 'suspended'; now: number },
  orElse: () => Error,
): Statement[] => [
  one(db.query.updateTable('users').set({ status, updated_at: now }).where('email', '=', email.toLowerCase()), orElse),
  ...(status === 'active' ? [] : [removeSessions(db, email)]),
  bumpAuthority(db),
];

const removeSessions = (db: Database, email: string): Statement =>
  statement(
    db.query
      .deleteFrom('sessions')
      .where('user_id', 'in', (of) => of.selectFrom('users').select('id').where('email', '=', email.toLowerCase())),
  );

/** Gives an account another plan. */
export const setPlan = (db: Database, account: string, plan: string): Statement[] => [
  statement(db.query.updateTable('accounts').set({ plan }).where('id', '=', account), { rows: 1 }),
  bumpAuthority(db),
];

/** Reads one fact about the instance. */
export async function readSetting(db: Database, name: string): Promise<string | undefined> {
  const [row] = await db.read(db.query.selectFrom('settings').select('value').where('name', '=', name));
  return row?.value;
}

/** Writes one fact about the instance. */
export const writeSetting = (db: Database, name: string, value: string): Statement =>
  statement(
    db.query
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
  );

/** Writes a fact that may be written once only; `onConflict` is thrown where it stands already. */
export const claimSetting = (
  db: Database,
  { name, value }: { name: string; value: string },
  onConflict: () => Error,
): Statement => statement(db.query.insertInto('settings').values({ name, value }), { onConflict });

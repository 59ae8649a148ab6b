import { sql } from 'kysely';
import { bumpAuthority } from '../../storage/authority.ts';
import type { Database } from '../../storage/database.ts';
import { hasFactor } from '../../storage/sql/has-factor.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import { readSorted } from '../../storage/sql/sorted.ts';
import type { NewRow, ReadRow } from '../../storage/tables.ts';
import { type Condition, one, type Statement, statement } from '../../storage/unit.ts';
import type { SessionQuery } from './schema.ts';

/** Max sessions of one person; beyond them the oldest end. */
const maxSessions = 50;

/** Inserts a session, and ends the oldest ones beyond `maxSessions`. */
export const insert = (db: Database, row: NewRow<'sessions'>): Statement[] => [
  statement(db.query.insertInto('sessions').values(row)),
  statement(
    db.query
      .deleteFrom('sessions')
      .where('user_id', '=', row.user_id)
      .where('id', 'not in', (of) =>
        of
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', row.user_id)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(maxSessions),
      ),
  ),
];

/** Joined with person, account and second factors: authentication is one query. */
const byDigest = prepared((db, args: { digest: string }) =>
  db.query
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .selectAll('sessions')
    .select(['users.account_id', 'users.email', 'users.status', 'accounts.plan'])
    .select((of) =>
      of
        .case()
        .when(hasFactor(sql.ref('sessions.user_id')))
        .then(1)
        .else(0)
        .end()
        .as('has_factor'),
    )
    .where('digest', '=', args.digest),
);

/** Finds a session by the digest of its token, with its person. For authentication only. */
export async function findByDigest(db: Database, digest: string) {
  const [row] = await db.read(byDigest(db, { digest }));
  return row;
}

/** Finds a person with what their rights depend on. */
export async function findPerson(db: Database, user: string) {
  const [row] = await db.read(
    db.query
      .selectFrom('users')
      .innerJoin('accounts', 'accounts.id', 'users.account_id')
      .select(['users.id as user_id', 'users.account_id', 'users.email', 'users.status', 'accounts.plan'])
      .select((of) =>
        of
          .case()
          .when(hasFactor(sql.ref('users.id')))
          .then(1)
          .else(0)
          .end()
          .as('has_factor'),
      )
      .where('users.id', '=', user),
  );
  return row;
}

const openOf = (db: Database, user: string, now: number) =>
  db.query.selectFrom('sessions').selectAll().where('user_id', '=', user).where('expires_at', '>', now);

/** Reads a person's open sessions. */
export const readAll = (db: Database, user: string, now: number): Promise<ReadRow<'sessions'>[]> =>
  db.read(openOf(db, user, now));

/** Finds an open session of a person. */
export async function find(db: Database, user: string, { id, now }: { readonly id: string; readonly now: number }) {
  const [row] = await db.read(openOf(db, user, now).where('id', '=', id));
  return row;
}

const sorts = { id: 'id', integers: { createdAt: 'created_at', lastSeenAt: 'last_seen_at' } } as const;

/** Reads a page of a person's open sessions as JSON text: at most `maxSessions`. */
export const list = (
  db: Database,
  user: string,
  { now, ...list }: { readonly now: number; readonly query: SessionQuery; toJson(row: ReadRow<'sessions'>): object },
): Promise<string> => readSorted(db, openOf(db, user, now), { ...list, sorts });

/** The time of the last sign-in of some people, of the sessions that are still stored, by the IDs of the people. */
export async function lastSignIns(db: Database, users: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const query = db.query
    .selectFrom('sessions')
    .select((of) => ['user_id', of.fn.max('created_at').as('at')])
    .where('user_id', 'in', users)
    .groupBy('user_id');
  return new Map((await db.read(query)).map(({ user_id: user, at }) => [user, Number(at)]));
}

/** Notes that a person has just proved who they are; throws `orElse` if the session has ended. */
export const confirm = (
  db: Database,
  user: string,
  { id, now, orElse }: { readonly id: string; readonly now: number; readonly orElse: () => Error },
): Statement =>
  one(
    db.query.updateTable('sessions').set({ confirmed_at: now }).where('user_id', '=', user).where('id', '=', id),
    orElse,
  );

/** Which of a person's sessions a condition is about: one, all but one, or all. */
type Which = { readonly id: string } | { readonly not: string } | undefined;

/** A condition for statements before sessions end: the person has such a session. */
export function anyOf(db: Database, user: string, which?: Which): Condition {
  const all = db.query.selectFrom('sessions').select('id').where('user_id', '=', user);
  const those =
    which === undefined ? all : 'id' in which ? all.where('id', '=', which.id) : all.where('id', '<>', which.not);
  return sql<boolean>`exists ${those}`;
}

/** Ends one session of a person. */
export const remove = (db: Database, user: string, id: string, orElse?: () => Error): Statement[] => [
  statement(
    db.query.deleteFrom('sessions').where('user_id', '=', user).where('id', '=', id),
    orElse === undefined ? {} : { rows: 1, orElse },
  ),
  bumpAuthority(db),
];

/** Ends every session of a person. The caller bumps the authority epoch. */
export const removeAll = (db: Database, user: string): Statement =>
  statement(db.query.deleteFrom('sessions').where('user_id', '=', user));

/** Ends every session of a person but one. */
export const removeOthers = (db: Database, user: string, keep: string): Statement[] => [
  statement(db.query.deleteFrom('sessions').where('user_id', '=', user).where('id', '<>', keep)),
  bumpAuthority(db),
];

/** Writes the last uses of sessions, and their ends without another use. */
export const touch = (db: Database, seen: ReadonlyMap<string, { at: number; until: number }>): Statement[] =>
  [...seen].map(([id, { at, until }]) =>
    statement(
      db.query
        .updateTable('sessions')
        .set({ last_seen_at: at, expires_at: until })
        .where('id', '=', id)
        .where('last_seen_at', '<', at),
    ),
  );

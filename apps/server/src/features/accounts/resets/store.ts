import type { Database } from '../../../storage/database.ts';
import type { PasswordResetRow } from '../../../storage/tables.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';
import { hold } from '../store.ts';

/** Deletes every link of a person. */
export const removeAllOf = (db: Database, user: string): Statement =>
  statement(db.query.deleteFrom('password_resets').where('user_id', '=', user));

/**
 * Stores a link, which replaces earlier ones. Any client can have a link mailed, so a mailed one doesn't replace a link
 * from the operator or an admin.
 */
export const put = (db: Database, row: PasswordResetRow): Statement[] => {
  const earlier = db.query.deleteFrom('password_resets').where('user_id', '=', row.user_id);
  return [
    ...hold(db, row.user_id),
    statement(row.mailed === 1 ? earlier.where('mailed', '=', 1) : earlier),
    statement(db.query.insertInto('password_resets').values(row)),
  ];
};

/** A link to use, by the digest of its token, and the error if it no longer works. */
interface Use {
  readonly digest: string;
  readonly now: number;
  readonly orElse: () => Error;
}

/** The links that work: unexpired, of an active person who still has the address. */
const working = (db: Database, { digest, now }: Omit<Use, 'orElse'>) =>
  db.query
    .selectFrom('password_resets')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'password_resets.user_id').onRef('users.email', '=', 'password_resets.email'),
    )
    .where('password_resets.id', '=', digest)
    .where('password_resets.expires_at', '>', now)
    .where('users.status', '=', 'active');

/** Finds a link that works, with its person. */
export async function find(db: Database, use: Omit<Use, 'orElse'>) {
  const [row] = await db.read(working(db, use).selectAll('users').select(['mailed', 'issued_by']));
  return row;
}

/** Locks the person, and throws `orElse` unless the link still works. Setting the password deletes it. */
export const demand = (db: Database, user: string, { orElse, ...use }: Use): Statement[] => [
  ...hold(db, user),
  one(working(db, use).select('users.id'), orElse),
];

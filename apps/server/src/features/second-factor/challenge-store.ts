import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { FactorChallengeRow, Tables } from '../../storage/tables.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';

/** Why a proof was begun. */
export type ChallengeKind = 'sign-in' | 'confirmation' | 'registration';

/** A challenge to use, by the digest of its token. */
export interface Use {
  readonly id: string;
  readonly kind: ChallengeKind;
  readonly now: number;
  /** Max tries. */
  readonly most: number;
}

/** A condition: it is this challenge, and has tries and time left. */
const isOpen =
  ({ id, kind, now, most }: Use) =>
  (of: ExpressionBuilder<Tables, 'factor_challenges'>) =>
    of.and([of('id', '=', id), of('kind', '=', kind), of('expires_at', '>', now), of('tries', '<', most)]);

/** Inserts a challenge; throws `onConflict` if there is one with the same token. */
export const insert = (db: Database, row: FactorChallengeRow, onConflict?: () => Error): Statement =>
  statement(db.query.insertInto('factor_challenges').values(row), onConflict === undefined ? {} : { onConflict });

/** Finds a challenge that has tries and time left. */
export async function find(db: Database, use: Use): Promise<FactorChallengeRow | undefined> {
  const [row] = await db.read(db.query.selectFrom('factor_challenges').selectAll().where(isOpen(use)));
  return row;
}

/** Sets the challenge that a passkey has to sign; throws `orElse` if the challenge has no tries or time left. */
export const setChallenge = (
  db: Database,
  use: Use,
  { challenge, orElse }: { readonly challenge: string; readonly orElse: () => Error },
): Statement => one(db.query.updateTable('factor_challenges').set({ challenge }).where(isOpen(use)), orElse);

/** Counts a try; throws `orElse` if none is left. */
export const countTry = (db: Database, use: Use, orElse: () => Error): Statement =>
  one(
    db.query
      .updateTable('factor_challenges')
      .set((of) => ({ tries: of('tries', '+', 1) }))
      .where(isOpen(use)),
    orElse,
  );

/** Deletes a challenge; throws `orElse` if another request did. */
export const remove = (db: Database, id: string, orElse: () => Error): Statement =>
  one(db.query.deleteFrom('factor_challenges').where('id', '=', id), orElse);

/** Deletes every challenge of a person. */
export const removeAllOf = (db: Database, user: string): Statement =>
  statement(db.query.deleteFrom('factor_challenges').where('user_id', '=', user));

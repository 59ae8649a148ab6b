import type { Database } from '../../../storage/database.ts';
import type { AddressCodeRow } from '../../../storage/tables.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';

/** Stores a person's code, which replaces an earlier one. */
export const put = (db: Database, row: AddressCodeRow): Statement => {
  const { id: _id, ...rest } = row;
  return statement(
    db.query
      .insertInto('address_codes')
      .values(row)
      .onConflict((earlier) => earlier.column('id').doUpdateSet(rest)),
  );
};

/** The code to confirm, and the error if it can't be. */
interface Use {
  readonly id: string;
  readonly email: string;
  readonly now: number;
  readonly orElse: () => Error;
}

/** Counts a try at a code that is still valid for this address and has tries left. */
export const countTry = (db: Database, { id, email, now, orElse, max }: Use & { readonly max: number }): Statement =>
  one(
    db.query
      .updateTable('address_codes')
      .set((of) => ({ tries: of('tries', '+', 1) }))
      .where('id', '=', id)
      .where('email', '=', email)
      .where('expires_at', '>', now)
      .where('tries', '<', max),
    orElse,
  );

/** Deletes a code if it has this digest. */
export const use = (db: Database, { id, email, now, orElse, digest }: Use & { readonly digest: string }): Statement =>
  one(
    db.query
      .deleteFrom('address_codes')
      .where('id', '=', id)
      .where('email', '=', email)
      .where('expires_at', '>', now)
      .where('digest', '=', digest),
    orElse,
  );

import type { Database } from '../../../storage/database.ts';
import type { ProviderKeyRow } from '../../../storage/tables.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';

/** Reads all stored keys, sealed. */
export const readKeys = (db: Database): Promise<ProviderKeyRow[]> =>
  db.read(db.query.selectFrom('provider_keys').selectAll());

/** Stores a key instead of an earlier one of its provider. */
export const putKey = (db: Database, { provider, ...values }: ProviderKeyRow): Statement =>
  statement(
    db.query
      .insertInto('provider_keys')
      .values({ provider, ...values })
      .onConflict((conflict) => conflict.column('provider').doUpdateSet(values)),
  );

/** Deletes a provider's key; throws `orElse` if none is stored. */
export const deleteKey = (db: Database, provider: string, orElse: () => Error): Statement =>
  one(db.query.deleteFrom('provider_keys').where('provider', '=', provider), orElse);

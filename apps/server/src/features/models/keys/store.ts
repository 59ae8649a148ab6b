import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import type { ProviderKeyRow } from '../../../storage/tables.ts';
import { type Condition, one, type Statement, statement } from '../../../storage/unit.ts';

/** Reads all stored keys, sealed. */
export const readKeys = (db: Database): Promise<ProviderKeyRow[]> =>
  db.read(db.query.selectFrom('provider_keys').selectAll());

/** A condition: a key of a provider is stored. */
export const isStored = (db: Database, provider: string): Condition =>
  sql<boolean>`exists ${db.query.selectFrom('provider_keys').select('provider').where('provider', '=', provider)}`;

/** A condition: no key of a provider is stored. */
export const isNotStored = (db: Database, provider: string): Condition => sql<boolean>`not ${isStored(db, provider)}`;

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

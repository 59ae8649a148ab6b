import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { lowerLatin } from '../../storage/sql/contains.ts';
import { readSorted } from '../../storage/sql/sorted.ts';
import type { ApiKeyQuery } from './schema.ts';
import { belongs, isWithin, type KeyReach, type ShownRow, shownKeys, toApiKey } from './store.ts';

/** The filters of a list, and the time by which a key is active or expired. */
export interface KeyFilters {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly workspace?: string | undefined;
  readonly user?: string | undefined;
  readonly environment?: string | undefined;
  readonly status?: string | undefined;
}

/** The keys of a list. */
interface KeysWanted {
  readonly reach: KeyReach;
  readonly filters: KeyFilters;
}

function filtered(db: Database, { reach, filters: { workspace, user, environment, status, now } }: KeysWanted) {
  let query = shownKeys(db).where(isWithin(reach));
  if (workspace !== undefined) query = query.where('api_keys.workspace_id', '=', workspace);
  if (user !== undefined) query = query.where('api_keys.user_id', '=', user);
  if (environment !== undefined) query = query.where('api_keys.environment', '=', environment);
  if (status === undefined) return query;
  if (status === 'revoked') return query.where('api_keys.revoked_at', 'is not', null);
  query = query.where('api_keys.revoked_at', 'is', null);
  if (status === 'expired') return query.where('api_keys.expires_at', '<=', now);
  return query
    .where((of) => of.or([of('api_keys.expires_at', 'is', null), of('api_keys.expires_at', '>', now)]))
    .where((of) => {
      const accepted = of.and([of('users.status', '=', 'active'), belongs(of)]);
      return status === 'active' ? accepted : of.not(accepted);
    });
}

const sorts = {
  id: 'api_keys.id',
  // A key that was never used comes before all that were.
  integers: { createdAt: 'api_keys.created_at', lastUsedAt: () => sql<number>`coalesce(api_keys.last_used_at, 0)` },
  texts: { name: (db: Database) => lowerLatin(db, sql.ref<string>('api_keys.name')) },
} as const;

/** Reads a page of keys as JSON text. Revoked and expired keys stay, so there may be very many. */
export const list = (db: Database, wanted: KeysWanted, query: ApiKeyQuery): Promise<string> =>
  readSorted(db, filtered(db, wanted), {
    ...{ query, sorts },
    toJson: (row: ShownRow) => toApiKey(row, wanted.filters.now),
  });

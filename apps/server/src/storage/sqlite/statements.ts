import { LRUCache } from 'lru-cache';
import type { Connection, Prepared } from './driver.ts';

/** Max prepared statements per connection. */
const maxStatements = 500;

/** A cache of the prepared statements of one connection, by SQL. */
export interface Statements {
  /** Returns the statement, prepared if it isn't cached. Throws if the SQL is invalid. */
  get(sql: string): Prepared;
  /** Removes all statements, as needed after a schema change. */
  clear(): void;
}

/** Creates a cache of at most `capacity` statements, least recently used out first. */
export function createStatements(connection: Connection, capacity: number = maxStatements): Statements {
  const kept = new LRUCache<string, Prepared>({ max: capacity });
  return {
    get(sql) {
      const known = kept.get(sql);
      if (known !== undefined) return known;
      const prepared = connection.prepare(sql);
      kept.set(sql, prepared);
      return prepared;
    },
    clear: () => kept.clear(),
  };
}

import { LRUCache } from 'lru-cache';
import type { Connection, Prepared } from './driver.ts';

/** Prepared statements kept per connection. */
const maxStatements = 500;

/** Prepared statements of one connection, by their SQL. */
export interface Statements {
  /** Gives the statement, preparing it where it isn't kept. Throws where the SQL is wrong. */
  get(sql: string): Prepared;
  /** Forgets them all, as after a change of the schema. */
  clear(): void;
}

/** Keeps prepared statements, at most `capacity`; the least recently used is removed first. */
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

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

/**
 * Creates a cache of at most `capacity` recently used statements. Two generations approximate LRU: a hit in the young
 * one costs a single look-up. When the young one reaches half the capacity, the old one is dropped.
 */
export function createStatements(connection: Connection, capacity: number = maxStatements): Statements {
  let young = new Map<string, Prepared>();
  let old = new Map<string, Prepared>();

  function keep(sql: string, prepared: Prepared): Prepared {
    if (young.size >= capacity / 2) {
      old = young;
      young = new Map();
    }
    young.set(sql, prepared);
    return prepared;
  }

  return {
    get(sql) {
      return young.get(sql) ?? keep(sql, old.get(sql) ?? connection.prepare(sql));
    },
    clear() {
      young = new Map();
      old = new Map();
    },
  };
}

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

/**
 * Keeps the statements that were used last, at most `capacity`. Two generations stand in for an ordered list:
 * a hit among the young ones costs one look-up and no bookkeeping; when these fill half the room, the old ones go.
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

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

/** Prepared statements that are also known by number. */
export interface NumberedStatements {
  /** Gives the texts the next numbers, from 0 on. */
  number(texts: readonly string[]): void;
  /** Returns the statement of a number or of a text, prepared if it isn't kept. Throws if the SQL is invalid. */
  get(sql: number | string): Prepared;
  textOf(sql: number | string): string;
  /** Removes all statements, as needed after a schema change; numbers keep their texts. */
  clear(): void;
}

/** Creates the prepared statements of a connection: all that have a number, and a cache of the others. */
export function createNumberedStatements(connection: Connection): NumberedStatements {
  const others = createStatements(connection);
  const numbered: string[] = [];
  let kept: (Prepared | undefined)[] = [];
  const textOf = (sql: number | string) => (typeof sql === 'string' ? sql : String(numbered[sql]));
  return {
    number: (texts) => {
      numbered.push(...texts);
    },
    get(sql) {
      if (typeof sql === 'string') return others.get(sql);
      const known = kept[sql];
      if (known !== undefined) return known;
      const prepared = connection.prepare(textOf(sql));
      kept[sql] = prepared;
      return prepared;
    },
    textOf,
    clear() {
      kept = [];
      others.clear();
    },
  };
}

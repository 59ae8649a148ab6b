import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { isoTime, jsonObject, jsonText } from '../storage/sql/json.ts';
import { lockRows } from '../storage/sql/lock-rows.ts';
import type { Tables } from '../storage/tables.ts';
import type { Statement } from '../storage/unit.ts';
import type { StoredChanges } from './happening.ts';

/** A column that a change sets. */
export interface ColumnChange {
  /** The name of the field in the API. */
  readonly field: string;
  readonly column: string;
  /** The new value, as it is stored. */
  readonly after: string | number | null;
  /** Its meaning: a text (the default), JSON text, 0 or 1, or a time in ms since 1970. */
  readonly as?: 'text' | 'json' | 'flag' | 'time';
}

/** The row that a change is about, by the columns of its key. */
export type RowKey = Readonly<Record<string, string>>;

/**
 * The changes of one row: the statement of the event compares it with the new values, so that `before` is right even if
 * two changes come at once. The event must come before the change in their unit of work, and after locks. A row that
 * doesn't exist has no changes.
 */
export function columnChanges(table: keyof Tables, key: RowKey, columns: readonly ColumnChange[]): StoredChanges {
  const keys = Object.keys(key);
  const shown = columns.map(({ field, column, as = 'text' }) => `${field}=${column}:${as}`);
  return {
    name: `${table} ${keys.join()} ${shown.join()}`,
    args: Object.fromEntries([
      ...keys.map((column) => [`of_${column}`, key[column]]),
      ...columns.map(({ column, after }) => [`after_${column}`, after]),
    ]),
    build: (db, args) => {
      const changes = columns.map((change) => changeOf(db, change, args[`after_${change.column}`] ?? null));
      const isRow = keys.map((column) => sql`${sql.ref(column)} = ${args[`of_${column}`]}`);
      return sql<string>`(select '[' || concat_ws(',', ${sql.join(changes)}) || ']'
        from ${sql.table(table)} where ${sql.join(isRow, sql` and `)})`;
    },
  };
}

/**
 * Locks the row until the unit of work ends, so that `columnChanges` sees what the change before it has left. Put it first,
 * unless the change itself locks the row before its event.
 */
export const holdRow = (db: Database, table: keyof Tables, key: RowKey): Statement[] =>
  lockRows(db, () => {
    const isRow = Object.entries(key).map(([column, value]) => sql<boolean>`${sql.ref(column)} = ${value}`);
    return db.query
      .selectFrom(table)
      .select(sql`1`.as('held'))
      .where(sql<boolean>`${sql.join(isRow, sql` and `)}`);
  });

/** The change of a column as JSON text; null if the value stays. */
function changeOf(db: Database, { field, column, as = 'text' }: ColumnChange, given: unknown): RawBuilder<string> {
  const after =
    as === 'flag' || as === 'time' ? sql<number>`cast(${given} as bigint)` : sql<string>`cast(${given} as text)`;
  const before = sql.ref(column) as unknown as Expression<never>;
  const change = { field: sql.lit(field), before: shownAs[as](db, before), after: shownAs[as](db, after as never) };
  const text = jsonObject(db, change);
  return sql<string>`case when ${before} is distinct from ${after} then ${text} end`;
}

const shownAs: Record<
  NonNullable<ColumnChange['as']>,
  (db: Database, value: Expression<never>) => RawBuilder<unknown>
> = {
  text: (_, value) => sql`${value}`,
  json: jsonText,
  flag: (db, value) =>
    db.engine === 'sqlite' ? sql`json(case when ${value} = 1 then 'true' else 'false' end)` : sql`(${value} = 1)`,
  time: isoTime,
};

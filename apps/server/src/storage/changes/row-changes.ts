import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { isoTime, jsonObject, jsonText } from '../sql/json.ts';
import type { RowKey } from '../sql/lock-rows.ts';
import type { Tables } from '../tables.ts';
import { maxLine, type StoredChanges, showsTexts } from './stored-changes.ts';
import { markOf } from './text-mark.ts';

/**
 * The form in which events show a column: `text`, `json`, `flag` (0 or 1) and `time` (ms since 1970) whole; `line` by
 * its mark if it is long or has several lines; `long` and `data` (JSON) by their marks. Only columns that are never null
 * can be `line`, `long` or `data`: a workspace that asks for texts gets them whole, so the table has a `workspace_id`.
 */
type Look = 'text' | 'line' | 'long' | 'data' | 'json' | 'flag' | 'time';

/** A field of an object, by the column that holds it. */
interface RowField {
  readonly field: string;
  readonly look: Look;
  /** The present value as text, if no column of the row holds it. */
  readonly stored?: (db: Database, row: string) => Expression<string>;
}

/** The rows whose changes events show. */
interface ChangedRows<Column extends string> {
  readonly table: keyof Tables & string;
  /** By their columns. */
  readonly fields: Readonly<Record<Column, RowField>>;
}

type Value = string | number | null;

/** The number of kinds of changes so far; it names them. */
let kinds = 0;

/**
 * Creates the function that returns the changes of a row by its key and the new values of its columns, as they are
 * stored. It ignores other columns, and those that are undefined. `prefix` is put before the names of the fields. The
 * event's statement compares the values with the row, so it must come before the change, and after a lock of the row.
 */
export function rowChanges<Column extends string>({ table, fields }: ChangedRows<Column>) {
  const all = Object.entries<RowField>(fields);
  kinds += 1;
  const own = `${table} ${kinds}`;
  return (key: RowKey, columns: Readonly<Record<string, Value | undefined>>, prefix?: string): StoredChanges => {
    let name = prefix === undefined ? own : `${own} prefix`;
    const values: Value[] = prefix === undefined ? [] : [prefix];
    for (const column in key) {
      name += ` ${column}`;
      values.push(key[column] ?? null);
    }
    const changed: (readonly [column: string, field: RowField])[] = [];
    for (const each of all) {
      const value = columns[each[0]];
      if (value === undefined) continue;
      name += `,${each[0]}`;
      values.push(value);
      changed.push(each);
    }
    const isOfRow = Object.keys(key);
    return {
      name,
      values,
      build: (db, given) => {
        if (changed.length === 0) return sql<string>`cast(null as text)`;
        const [named, rest] = prefix === undefined ? [undefined, given] : [given[0], given.slice(1)];
        const isRow = isOfRow.map((column, index) => sql`${sql.ref(column)} = ${textOf(rest[index])}`);
        const changes = changed.map(([column, field], index) =>
          changeOf(db, { table, column, ...field, named }, rest[isOfRow.length + index]),
        );
        return sql<string>`(select nullif('[' || concat_ws(',', ${sql.join(changes)}) || ']', '[]')
          from ${sql.table(table)} where ${sql.join(isRow, sql` and `)})`;
      },
    };
  };
}

/** A field of a row. */
interface OneField extends RowField {
  readonly table: string;
  readonly column: string;
  /** A text before the name of the field; undefined for none. */
  readonly named: Value | undefined;
}

/** The change of a field as JSON text; null if the value stays. */
function changeOf(db: Database, { table, column, field, look, stored, named }: OneField, to: Value | undefined) {
  const before = stored?.(db, `${table}.id`) ?? sql.ref<string>(`${table}.${column}`);
  const after = look === 'flag' || look === 'time' ? sql<string>`cast(${to} as bigint)` : textOf(to);
  const shows = showsTexts(sql.ref<string>(`${table}.workspace_id`));
  const change = jsonObject(db, {
    field: named === undefined ? sql.lit(field) : sql`${textOf(named)} || ${sql.lit(field)}`,
    before: shownAs(db, before, { look, shows }),
    after: shownAs(db, after, { look, shows }),
  });
  return sql<string>`case when ${before} is distinct from ${after} then ${change} end`;
}

const textOf = (value: Value | undefined): RawBuilder<string> => sql<string>`cast(${value} as text)`;

/** The look of a column, and a condition: texts are shown. */
interface Shown {
  readonly look: Look;
  readonly shows: RawBuilder<boolean>;
}

/** A value of a column as a member of a JSON object. */
function shownAs(db: Database, value: Expression<string>, { look, shows }: Shown): Expression<unknown> {
  switch (look) {
    case 'text':
      return value;
    case 'json':
      return jsonText(db, value);
    case 'flag':
      return jsonText(db, sql<string>`case when ${value} = 1 then 'true' else 'false' end`);
    case 'time':
      return isoTime(db, value as Expression<never>);
    case 'data':
      return sql`case when ${shows} then ${jsonText(db, value)} else ${markOf(db, value)} end`;
    case 'line':
    case 'long': {
      const text = db.engine === 'sqlite' ? value : sql`to_json(${value})`;
      const whole = look === 'line' ? sql`(${isLine(db, value)} or ${shows})` : shows;
      return sql`case when ${whole} then ${text} else ${markOf(db, value)} end`;
    }
  }
}

const isLine = (db: Database, text: Expression<string>) => {
  const at = db.engine === 'sqlite' ? sql`instr(${text}, char(10))` : sql`strpos(${text}, chr(10))`;
  return sql<boolean>`(length(${text}) <= ${sql.lit(maxLine)} and ${at} = 0)`;
};

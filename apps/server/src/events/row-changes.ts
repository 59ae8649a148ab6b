import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { jsonObject, jsonText } from '../storage/sql/json.ts';
import { markOf } from '../storage/sql/text-mark.ts';
import { maxLine, showsTexts } from './changes.ts';
import type { StoredChanges } from './happening.ts';

/**
 * How a column is shown, which is not null if it is `line`, `long` or `data`: `text` as it is; `line` by its mark if it is long or has several lines; `long` and `data`
 * (JSON) by their marks; `json` as JSON; `flag` (0 or 1) as true or false.
 */
type Look = 'text' | 'line' | 'long' | 'data' | 'json' | 'flag';

/** A field of an object, by the column that holds it. */
interface RowField {
  readonly field: string;
  readonly look: Look;
  /** What holds it, if that isn't a column of the row: a text. */
  readonly stored?: (db: Database, row: string) => Expression<string>;
}

/** The rows whose changes events show. */
interface ChangedRows {
  /** Unique among stored changes. */
  readonly name: string;
  readonly table: string;
  /** By their columns. */
  readonly fields: Readonly<Record<string, RowField>>;
}

/** The row of a change, and a text before the names of its fields. */
interface ChangedRow {
  readonly id: string;
  readonly workspace: string;
  readonly prefix?: string;
}

type Value = string | number | null;

/**
 * Creates the function that returns the changes of a row by new values of its columns; others are ignored. The event's
 * statement compares them with the row, so it must come before the change, and after a lock of the row.
 */
export function rowChanges({ name, table, fields }: ChangedRows) {
  const build: StoredChanges['build'] = (db, args) => {
    const shows = showsTexts(args['row_workspace']);
    const changes = Object.entries(fields)
      .filter(([column]) => `to_${column}` in args)
      .map(([column, { field, look, stored }]) => {
        const before = stored?.(db, `${table}.id`) ?? sql.ref<string>(`${table}.${column}`);
        const after = look === 'flag' ? sql`cast(${args[`to_${column}`]} as bigint)` : asText(args[`to_${column}`]);
        const shown = (value: Expression<unknown>) => shownAs(db, value as Expression<string>, { look, shows });
        const name = 'row_prefix' in args ? sql`${asText(args['row_prefix'])} || ${sql.lit(field)}` : sql.lit(field);
        const change = jsonObject(db, { field: name, before: shown(before), after: shown(after) });
        return sql`case when ${before} is distinct from ${after} then ',' || ${change} else '' end`;
      });
    if (changes.length === 0) return sql<string>`cast(null as text)`;
    const list = sql`ltrim(${sql.join(changes, sql` || `)}, ',')`;
    return sql<string>`(select nullif('[' || ${list} || ']', '[]') from ${sql.table(table)}
      where id = ${asText(args['row_id'])} and workspace_id = ${asText(args['row_workspace'])})`;
  };
  return (
    { id, workspace, prefix }: ChangedRow,
    columns: Readonly<Record<string, Value | undefined>>,
  ): StoredChanges => {
    const args: Record<string, Value> = { row_id: id, row_workspace: workspace };
    if (prefix !== undefined) args['row_prefix'] = prefix;
    for (const column in columns) {
      const value = columns[column];
      if (value !== undefined && column in fields) args[`to_${column}`] = value;
    }
    return { name, args, build };
  };
}

const asText = (value: Value | undefined): RawBuilder<string> => sql<string>`cast(${value} as text)`;

/** How a column is shown, and a condition: texts are shown. */
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

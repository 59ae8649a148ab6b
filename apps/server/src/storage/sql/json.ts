import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

/** An SQL expression for one JSON object as text, with its members in the given order. */
export const jsonObject = (db: Database, members: JsonMembers): RawBuilder<string> =>
  db.engine === 'sqlite' ? sql`${jsonMember(db, members)}` : sql`${jsonMember(db, members)}::text`;

/** The members with these names; all without names. */
export const membersOf = (members: JsonMembers, names: readonly string[] | undefined): JsonMembers =>
  names === undefined ? members : Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));

/** Like `jsonObject`, for use as a member of another object or as an array item. */
export function jsonMember(db: Database, members: JsonMembers): RawBuilder<unknown> {
  const pairs = Object.entries(members).flatMap(([name, value]) => [sql.lit(name), value]);
  return db.engine === 'sqlite' ? sql`json_object(${sql.join(pairs)})` : sql`json_build_object(${sql.join(pairs)})`;
}

type JsonMembers = Readonly<Record<string, Expression<unknown>>>;

/** An SQL expression that formats a time column (ms since 1970) as ISO 8601 UTC with milliseconds; null stays null. */
export function isoTime(db: Database, milliseconds: Expression<number | null>): RawBuilder<string | null> {
  return db.engine === 'sqlite'
    ? // Takes half of the time of `strftime`, which reads its format at each call.
      sql`replace(datetime(${milliseconds} / 1000.0, 'unixepoch', 'subsec'), ' ', 'T') || 'Z'`
    : sql`to_char(to_timestamp(${milliseconds} / 1000.0) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** An SQL expression for a JSON array of the `value` column of a subquery, ordered by its `position` column. */
export function jsonArray(db: Database, rows: Expression<unknown>): RawBuilder<unknown> {
  return db.engine === 'sqlite'
    ? // An array that is empty needs no sorter: most are.
      sql`case when exists ${rows} then (select json_group_array(value order by position) from ${rows} as list) else json('[]') end`
    : sql`(select coalesce(json_agg(value order by position), '[]'::json) from ${rows} as list)`;
}

/** An SQL expression that embeds a text column that already holds JSON, so that numbers keep every digit. */
export function jsonText(db: Database, text: Expression<string | null>): RawBuilder<unknown> {
  return db.engine === 'sqlite' ? sql`json(${text})` : sql`${text}::json`;
}

/** Members of a JSON object: those that change, and all of them. */
interface ChangedMembers {
  readonly changed: JsonMembers;
  readonly all: JsonMembers;
  /** The column has the object as it was before the change. */
  readonly when: Expression<boolean>;
}

/**
 * A text column that holds a JSON object, with some of its members replaced and the others as they are, in their order;
 * made of all members if the column doesn't have it. PostgreSQL keeps no order when it replaces, so it makes all.
 */
export function jsonChanged(db: Database, text: Expression<string>, { changed, all, when }: ChangedMembers) {
  const made = jsonObject(db, all);
  if (db.engine === 'postgres') return made;
  const pairs = Object.entries(changed).flatMap(([name, value]) => [sql.lit(`$.${name}`), value]);
  return sql<string>`case when ${when} then json_set(${text}, ${sql.join(pairs)}) else ${made} end`;
}

/** An SQL expression for a text as JSON, in quotes. */
export const jsonQuote = (db: Database, text: Expression<string>): RawBuilder<string> =>
  db.engine === 'sqlite' ? sql`json_quote(${text})` : sql`to_json(${text})::text`;

/** Like `jsonArray`, as text, of a `value` column that holds JSON. */
export function jsonArrayOfJson(db: Database, rows: Expression<unknown>): RawBuilder<string> {
  return db.engine === 'sqlite'
    ? sql`(select json_group_array(json(value) order by position) from ${rows} as list)`
    : sql`(select json_agg(value order by position)::text from ${rows} as list)`;
}

/** A condition: the text column holds a JSON array of texts, and `text` is one of them, character by character. */
export function jsonHas(db: Database, array: Expression<string>, text: string): RawBuilder<boolean> {
  return db.engine === 'sqlite'
    ? sql`exists (select 1 from json_each(${array}) as item where item.value = ${text})`
    : sql`exists (select 1 from json_array_elements_text(${array}::json) as item(value)
        where item.value collate "C" = ${text})`;
}

/** The items of a text column that holds a JSON array of objects: a table of `value`, as JSON text, and `position`. */
export function jsonItems(db: Database, text: Expression<string>): RawBuilder<unknown> {
  return db.engine === 'sqlite'
    ? sql`(select value, key as position from json_each(${text}))`
    : sql`(select value::text, position from json_array_elements(${text}::json) with ordinality as each(value, position))`;
}

/**
 * A member of a text column that holds a JSON object, for use as a member of another object. If it is absent, it is
 * null, or the JSON of `absent`.
 */
export function jsonField(db: Database, text: Expression<string>, { name, absent }: JsonField): RawBuilder<unknown> {
  const member =
    db.engine === 'sqlite' ? sql`${text} -> ${sql.lit(`$.${name}`)}` : sql`cast(${text} as json) -> ${sql.lit(name)}`;
  const literal = absent === undefined ? undefined : sql.lit(absent);
  if (db.engine === 'sqlite')
    return literal === undefined ? sql`json(${member})` : sql`json(coalesce(${member}, ${literal}))`;
  return literal === undefined ? member : sql`coalesce(${member}, ${literal}::json)`;
}

/** A text member of the first object in a text column that holds a JSON array of objects; null if the array is empty. */
export const jsonOfFirst = (db: Database, text: Expression<string | null>, name: string): RawBuilder<string | null> =>
  db.engine === 'sqlite'
    ? sql`json_extract(${text}, ${sql.lit(`$[0].${name}`)})`
    : sql`cast(${text} as json) -> 0 ->> ${sql.lit(name)}`;

interface JsonField {
  readonly name: string;
  readonly absent?: string;
}

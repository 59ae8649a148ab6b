import { type AliasableExpression, type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { largePart } from './page.ts';

/** The bytes of some texts together; a null counts as 0. Neither engine reads a long text for that. */
export const octets = (...texts: readonly Expression<string | null>[]): RawBuilder<number> =>
  sql.join(
    texts.map((text) => sql`coalesce(octet_length(${text}), 0)`),
    sql` + `,
  );

/** JSON as bytes if its texts are large and the database has it as bytes: SQLite does. The column is still a text. */
export const largeAsBytes = (
  { engine }: Database,
  json: Expression<string | null>,
  bytes: Expression<number>,
): AliasableExpression<string | null> =>
  engine === 'sqlite'
    ? sql`case when ${bytes} > ${sql.lit(largePart)} then cast(${json} as blob) else ${json} end`
    : sql`${json}`;

/** Max bytes of JSON that a byte of a text takes: a control character is `\u0001`. */
const mostInJson = 6;

/** Rows whose JSON may have too many bytes together. */
interface Counted {
  readonly rows: SelectQueryBuilder<Tables, 'agents', unknown>;
  /** The bytes of a row; undefined if they needn't be counted. */
  readonly bytes: Expression<number> | undefined;
  readonly most: number;
}

/** JSON of rows if all of it can't have too many bytes: those of the texts are counted first, before any is built. */
export function ifFew(
  json: AliasableExpression<string | null>,
  { rows, bytes, most }: Counted,
): AliasableExpression<string | null> {
  if (bytes === undefined) return json;
  const counted = rows.select(sql<number>`${bytes}`.as('bytes'));
  return sql`case when (select sum(bytes) from (${counted}) as counted) <= ${sql.lit(Math.floor(most / mostInJson))} then ${json} end`;
}

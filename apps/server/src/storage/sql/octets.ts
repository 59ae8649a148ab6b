import { type AliasableExpression, type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
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

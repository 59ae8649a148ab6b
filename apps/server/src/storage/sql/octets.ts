import { type Expression, type RawBuilder, sql } from 'kysely';

/** The bytes of some texts together; a null counts as 0. Neither engine reads a long text for that. */
export const octets = (...texts: readonly Expression<string | null>[]): RawBuilder<number> =>
  sql.join(
    texts.map((text) => sql`coalesce(octet_length(${text}), 0)`),
    sql` + `,
  );

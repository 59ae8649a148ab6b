import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

/** The changes of an event that its statement reads or chooses itself. */
export interface StoredChanges {
  /** Unique: the query is built once for each name (see `prepared.ts`). */
  readonly name: string;
  readonly values: readonly (string | number | null)[];
  /** Builds an expression for a JSON array of changes, as text; null if there are no changes. */
  build(db: Database, values: StoredChanges['values']): Expression<string>;
}

/** Max characters of a text that events show whole, if it is one line. */
export const maxLine = 200;

/** A condition: events of the workspace show texts. */
export const showsTexts = (workspace: Expression<string>): RawBuilder<boolean> =>
  sql`exists (select 1 from workspaces where id = ${workspace} and audit_texts = 1)`;

/** Chooses between changes with texts and with marks, both as JSON, as the workspace asks when the event is written. */
export const textsOrMarks = (workspace: string, texts: string, marks: string): StoredChanges => ({
  name: 'texts or marks',
  values: [workspace, texts, marks],
  build: (_db, [of, whole, marked]) =>
    sql<string>`case when ${showsTexts(sql`cast(${of} as text)`)}
      then cast(${whole} as text) else cast(${marked} as text) end`,
});

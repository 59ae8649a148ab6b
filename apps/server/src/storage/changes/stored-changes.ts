import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

/** The changes of an event that its statement reads or chooses itself. */
export interface StoredChanges {
  /** Unique; names the query together with its arguments' names (see `prepared.ts`). */
  readonly name: string;
  readonly args: Readonly<Record<string, string | number | null>>;
  /** Builds an expression for a JSON array of changes, as text; null if there are no changes. */
  build(db: Database, args: StoredChanges['args']): Expression<string>;
}

/** Max characters of a text that events show whole, if it is one line. */
export const maxLine = 200;

/** A condition: events of the workspace show texts. */
export const showsTexts = (workspace: Expression<string>): RawBuilder<boolean> =>
  sql`exists (select 1 from workspaces where id = ${workspace} and audit_texts = 1)`;

/** Chooses between changes with texts and with marks, both as JSON, as the workspace asks when the event is written. */
export const textsOrMarks = (workspace: string, texts: string, marks: string): StoredChanges => ({
  name: 'texts or marks',
  args: { change_of: workspace, change_texts: texts, change_marks: marks },
  build: (_db, args) =>
    sql<string>`case when ${showsTexts(sql`cast(${args['change_of']} as text)`)}
      then cast(${args['change_texts']} as text) else cast(${args['change_marks']} as text) end`,
});

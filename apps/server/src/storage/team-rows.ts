import {
  type AliasableExpression,
  type Expression,
  expressionBuilder,
  type RawBuilder,
  type Selectable,
  sql,
} from 'kysely';
import type { Belongings } from './belongings.ts';
import type { Database } from './database.ts';
import { portion } from './portion.ts';
import { liveWorkspace } from './sql/alive.ts';
import { holdRow } from './sql/lock-rows.ts';
import { monotonicTime } from './sql/monotonic-time.ts';
import type { ReadRow, SavedReplyRow, Tables } from './tables.ts';
import { type Expectation, one, type Statement, statement } from './unit.ts';

/** A table of rows that members write for themselves. */
type TeamTable = 'saved_replies' | 'views';

/** The columns that such tables have in common. */
type TeamColumns = Omit<Selectable<SavedReplyRow>, 'text'>;

/** The owner of a row that all members of its workspace see. */
export const everyone = '';

/** A condition: a person sees rows with this owner. */
export const isSeenBy = (owner: Expression<string>, person: string): RawBuilder<boolean> =>
  sql`${owner} in ('', ${person})`;

/** Such a row as the database returns it. */
export interface StoredTeamRow {
  readonly json: string;
  readonly workspace: string;
  readonly version: number;
  readonly createdBy: string | null;
}

/** A row, and the version that it must have. `orElse` returns the error if it is gone or has another one. */
interface Target {
  readonly id: string;
  readonly version: number;
  orElse(): Error;
}

/** A change of a row: new values of its columns. `onConflict` returns the error of a taken name. */
interface Change<Columns> extends Target {
  readonly now: number;
  readonly columns: Partial<Columns>;
  onConflict(): Error;
}

/** The number of rows that a workspace may have, and the errors of an insert. */
type Insertion = Required<Pick<Expectation, 'onMissing' | 'onConflict'>> & {
  readonly most: number;
  full(): Error;
};

/** The SQL of a table. */
interface Spec<Table extends TeamTable> {
  readonly table: Table;
  json(db: Database, of: ReturnType<typeof expressionBuilder<Tables, Table>>): AliasableExpression<string>;
}

/** Creates the statements of a table whose rows are shared in a workspace, or their author's own (decision 0099). */
export function createTeamRows<Table extends TeamTable>({ table: name, json }: Spec<Table>) {
  // The cast is safe: every such table has the columns used here.
  const table = name as 'saved_replies';
  const whole = (db: Database) => json(db, expressionBuilder<Tables, Table>()).as('json');

  const next = async (db: Database, column: 'workspace_id' | 'created_by', value: string) => {
    const rows = await db.read(
      db.query.selectFrom(table).select('id').where(column, '=', value).orderBy('id').limit(portion.rows),
    );
    return rows.map(({ id }) => id);
  };

  return {
    /** Finds a row that a person sees, in the workspaces within reach. */
    find: async (
      db: Database,
      reach: readonly string[],
      { id, person }: { readonly id: string; readonly person: string },
    ): Promise<StoredTeamRow | undefined> => {
      if (reach.length === 0) return undefined;
      const [row] = await db.read(
        db.query
          .selectFrom(table)
          .select([whole(db), 'workspace_id as workspace', 'version', 'created_by as createdBy'])
          .where('id', '=', id)
          .where('workspace_id', 'in', reach)
          .where((of) => isSeenBy(of.ref('owner'), person)),
      );
      return row && { ...row, version: Number(row.version) };
    },

    /** Inserts a row. Two inserts at once count each other, because both hold the row of the workspace. */
    insert: (db: Database, row: ReadRow<Table>, { most, full, ...errors }: Insertion): readonly Statement[] => {
      const values = row as ReadRow<'saved_replies'>;
      const { workspace_id: workspace } = values;
      const count = db.query
        .selectFrom(table)
        .select(sql<number>`count(*)`.as('count'))
        .where('workspace_id', '=', workspace);
      const hasRoom = sql`select 1 where ${count} <= ${sql.lit(most)}`;
      return [
        ...holdRow(db, 'workspaces', { id: workspace }),
        statement(db.query.insertInto(table).values({ ...values, workspace_id: liveWorkspace(workspace) }), errors),
        one({ compile: () => hasRoom.compile(db.query) }, full),
      ];
    },

    /** Changes a row and returns it. */
    update: (
      db: Database,
      workspace: string,
      { id, version, now, columns, ...errors }: Change<ReadRow<Table>>,
    ): Statement<{ readonly json: string; readonly version: number }> => {
      const query = db.query
        .updateTable(table)
        .set(columns as Partial<TeamColumns>)
        .set((of) => ({ version: of('version', '+', 1), updated_at: monotonicTime(of.ref('updated_at'), now) }))
        .where('id', '=', id)
        .where('workspace_id', '=', workspace)
        .where('version', '=', version)
        .returning([whole(db), 'version']);
      return statement(query, { rows: 1, ...errors });
    },

    /** Deletes a row. */
    remove: (db: Database, workspace: string, { id, version, orElse }: Target): Statement =>
      one(
        db.query
          .deleteFrom(table)
          .where('id', '=', id)
          .where('workspace_id', '=', workspace)
          .where('version', '=', version),
        orElse,
      ),

    /** The rows of a workspace, for its deletion. */
    ofWorkspace: (db: Database): Belongings => ({
      next: async (workspace) => {
        const ids = await next(db, 'workspace_id', workspace);
        if (ids.length === 0) return undefined;
        return { statements: [statement(db.query.deleteFrom(table).where('id', 'in', ids))] };
      },
    }),

    /** The rows of a person, for their deletion: those that only they see are deleted, the others lose their author. */
    ofPerson: (db: Database): Belongings => ({
      next: async (person) => {
        const ids = await next(db, 'created_by', person);
        if (ids.length === 0) return undefined;
        const own = db.query.deleteFrom(table).where('id', 'in', ids).where('owner', '=', person);
        const shared = db.query
          .updateTable(table)
          .set((of) => ({ created_by: null, version: of('version', '+', 1) }))
          .where('id', 'in', ids)
          .where('created_by', '=', person);
        return { statements: [statement(own), statement(shared)] };
      },
    }),
  };
}

import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { monotonicTime } from '../../../storage/sql/monotonic-time.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import type { ReadRow, ToolConnectionRow } from '../../../storage/tables.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';

type Connection = ReadRow<'tool_connections'>;

const ofTool = prepared((db, args: { workspace: string; tool: string }) =>
  db.query
    .selectFrom('tool_connections')
    .selectAll()
    .where('tool_id', '=', args.tool)
    .where('workspace_id', '=', args.workspace)
    .where('user_id', 'is', null),
);

/** The connection of a tool for its whole workspace; undefined without one. */
export const find = async (db: Database, workspace: string, tool: string): Promise<Connection | undefined> =>
  (await db.read(ofTool(db, { workspace, tool })))[0];

/** The connection with an ID that a secret of it has proved, or will prove: in any workspace. */
export async function findById(db: Database, id: string): Promise<Connection | undefined> {
  const [row] = await db.read(db.query.selectFrom('tool_connections').selectAll().where('id', '=', id));
  return row;
}

/** Adds a connection, unless the tool has one. */
export const add = (db: Database, row: ToolConnectionRow): Statement =>
  statement(
    db.query
      .insertInto('tool_connections')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );

/** A lock: its holder, and when it ends by itself, in ms since 1970. */
interface Lock {
  readonly id: string;
  readonly holder: string;
  readonly now: number;
  readonly until: number;
}

/** Takes the lock of a connection; throws `orElse` if another holder has it, or the connection is gone. */
export const lock = (db: Database, { id, holder, now, until }: Lock, orElse: () => Error): Statement =>
  one(
    db.query
      .updateTable('tool_connections')
      .set({ locked_until: until, locked_by: holder })
      .where('id', '=', id)
      .where((of) => of.or([of('locked_until', 'is', null), of('locked_until', '<=', now)])),
    orElse,
  );

/** Gives a lock back, if the holder still has it. */
export const unlock = (db: Database, { id, holder }: Pick<Lock, 'id' | 'holder'>): Statement =>
  statement(
    db.query
      .updateTable('tool_connections')
      .set({ locked_until: null, locked_by: null })
      .where('id', '=', id)
      .where('locked_by', '=', holder),
  );

/** The stored values of an account. */
interface Stored {
  readonly id: string;
  readonly holder: string;
  readonly now: number;
  readonly columns: Pick<ToolConnectionRow, 'state' | 'record' | 'expires_at'>;
}

/** Stores an account; throws `orElse` if the holder lost the lock, or the connection is gone. */
export const save = (db: Database, { id, holder, now, columns }: Stored, orElse: () => Error): Statement =>
  one(
    db.query
      .updateTable('tool_connections')
      .set(columns)
      .set((of) => ({ updated_at: monotonicTime(of.ref('tool_connections.updated_at'), now) }))
      .where('id', '=', id)
      .where('locked_by', '=', holder),
    orElse,
  );

/** Deletes the connections of a tool. */
export const remove = (db: Database, workspace: string, tool: string): Statement =>
  statement(
    db.query
      .deleteFrom('tool_connections')
      .where('tool_id', '=', tool)
      .where('workspace_id', '=', workspace)
      .where(sql<boolean>`user_id is null`),
  );

import { type ExpressionBuilder, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Reach } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import { portion } from '../../storage/portion.ts';
import { liveWorkspace } from '../../storage/sql/alive.ts';
import { isoTime, jsonObject, jsonText, membersOf } from '../../storage/sql/json.ts';
import { monotonicTime } from '../../storage/sql/monotonic-time.ts';
import type { Tables, ToolRow } from '../../storage/tables.ts';
import { type Expectation, one, type Statement, statement } from '../../storage/unit.ts';

type ToolColumns = ExpressionBuilder<Tables, 'tools'>;

/** A tool as the database returns it. Its secrets are sealed. */
export interface StoredTool {
  readonly json: string;
  readonly workspace: string;
  readonly version: number;
  readonly secrets: string | null;
}

/** A tool as JSON; whole without `fields`. */
export function toolJson(db: Database, of: ToolColumns, fields?: readonly string[]) {
  const whole = {
    _id: of.ref('tools.id'),
    workspace: of.ref('tools.workspace_id'),
    type: of.ref('tools.type'),
    name: of.ref('tools.name'),
    description: of.ref('tools.description'),
    inputSchema: jsonText(db, of.ref('tools.input_schema')),
    settings: jsonText(db, of.ref('tools.settings')),
    secretNames: jsonText(db, of.ref('tools.secret_names')),
    auth: of.ref('tools.auth'),
    timeoutMs: of.ref('tools.timeout_ms'),
    idempotent: jsonText(db, sql<string>`case when ${of.ref('tools.idempotent')} = 1 then 'true' else 'false' end`),
    approvers: jsonText(db, of.ref('tools.approvers')),
    approvalSeconds: sql<number>`${of.ref('tools.approval_ms')} / 1000`,
    createdAt: isoTime(db, of.ref('tools.created_at')),
    updatedAt: isoTime(db, of.ref('tools.updated_at')),
  };
  return jsonObject(db, membersOf(whole, fields));
}

/** Finds a tool in the workspaces within reach. */
export async function find(db: Database, reach: Reach, id: string): Promise<StoredTool | undefined> {
  if (reach.length === 0) return undefined;
  const [row] = await db.read(
    db.query
      .selectFrom('tools')
      .select((of) => [toolJson(db, of).as('json'), 'workspace_id as workspace', 'version', 'secrets'])
      .where('id', '=', id)
      .where('workspace_id', 'in', reach),
  );
  return row && { ...row, version: Number(row.version) };
}

/** The errors of a workspace that was deleted meanwhile, and of a taken name. */
type InsertErrors = Required<Pick<Expectation, 'onMissing' | 'onConflict'>>;

/** Inserts a tool. */
export const insert = (db: Database, row: Selectable<ToolRow>, errors: InsertErrors): Statement =>
  statement(db.query.insertInto('tools').values({ ...row, workspace_id: liveWorkspace(row.workspace_id) }), errors);

/** A change of a tool: new values of its columns, and the version that it replaces. */
export interface Change {
  readonly id: string;
  readonly version: number;
  readonly now: number;
  readonly columns: Partial<Omit<Selectable<ToolRow>, 'id' | 'workspace_id' | 'version'>>;
}

/** Changes a tool and returns it; throws `orElse` if it is gone or has another version, `onConflict` for a taken name. */
export function update(
  db: Database,
  workspace: string,
  { id, version, now, columns }: Change,
  errors: Required<Pick<Expectation, 'orElse' | 'onConflict'>>,
): Statement<{ readonly json: string; readonly version: number }> {
  const query = db.query
    .updateTable('tools')
    .set(columns)
    .set((of) => ({ version: of('version', '+', 1), updated_at: monotonicTime(of.ref('updated_at'), now) }))
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where('version', '=', version)
    .returning((of) => [toolJson(db, of).as('json'), 'tools.version as version']);
  return statement(query, { rows: 1, ...errors });
}

/** A condition: an agent has the tool. An ID needs no escaping in JSON. */
const hasTool = (db: Database, id: string): RawBuilder<boolean> => {
  const member = JSON.stringify({ id }).slice(1, -1);
  return db.engine === 'sqlite'
    ? sql<boolean>`instr(agents.tools, ${member}) > 0`
    : sql<boolean>`strpos(agents.tools, ${member}) > 0`;
};

/** The agents of a workspace that have a tool. Agents own the table; a tool isn't deleted while they have it. */
const agentsWith = (db: Database, workspace: string, id: string) =>
  db.query
    .selectFrom('agents')
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)
    // As the index says.
    .where('tools', '<>', sql.lit('[]'))
    .where(hasTool(db, id));

/** The names of agents that have a tool, in the order of their creation. */
export async function namesOfAgentsWith(
  db: Database,
  workspace: string,
  { id, limit }: { readonly id: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db.read(
    agentsWith(db, workspace, id).select('name').orderBy('created_at').orderBy('id').limit(limit),
  );
  return rows.map(({ name }) => name);
}

/** Deletes a tool; throws `orElse` if it is gone, has another version, or an agent has it. Hold its row before. */
export const remove = (
  db: Database,
  workspace: string,
  { id, version }: { readonly id: string; readonly version: number },
  orElse: () => Error,
): Statement =>
  one(
    db.query
      .deleteFrom('tools')
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('version', '=', version)
      .where((of) => of.not(of.exists(agentsWith(db, workspace, id).select('agents.id')))),
    orElse,
  );

/** Which of these people are members of a workspace. */
export async function membersOfWorkspace(
  db: Database,
  workspace: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.read(
    db.query.selectFrom('members').select('user_id').where('workspace_id', '=', workspace).where('user_id', 'in', ids),
  );
  return new Set(rows.map(({ user_id: id }) => id));
}

/** Finds which of some agents a workspace has. */
export async function agentsOfWorkspace(
  db: Database,
  workspace: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.read(
    db.query
      .selectFrom('agents')
      .select('id')
      .where('workspace_id', '=', workspace)
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null),
  );
  return new Set(rows.map(({ id }) => id));
}

/** The next tools of a workspace to delete with it. */
export async function someOf(db: Database, workspace: string): Promise<readonly string[]> {
  const rows = await db.read(
    db.query.selectFrom('tools').select('id').where('workspace_id', '=', workspace).limit(portion.rows),
  );
  return rows.map(({ id }) => id);
}

/** Deletes tools of a workspace that is deleted. */
export const removeAll = (db: Database, workspace: string, ids: readonly string[]): Statement =>
  statement(db.query.deleteFrom('tools').where('id', 'in', ids).where('workspace_id', '=', workspace));

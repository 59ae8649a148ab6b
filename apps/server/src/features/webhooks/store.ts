import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Reach } from '../../access/actor.ts';
import { perMs } from '../../events/event-id.ts';
import type { Database } from '../../storage/database.ts';
import { liveWorkspace } from '../../storage/sql/alive.ts';
import { isoTime, jsonObject, jsonText } from '../../storage/sql/json.ts';
import { monotonicTime } from '../../storage/sql/monotonic-time.ts';
import type { Tables, WebhookRow } from '../../storage/tables.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';

type WebhookColumns = ExpressionBuilder<Tables, 'webhooks'>;

/** A webhook as the database returns it. Its secrets are sealed, times are in ms since 1970. */
export interface StoredWebhook {
  readonly json: string;
  readonly workspace: string;
  readonly version: number;
  readonly secret: string;
  readonly oldSecret: string | null;
  readonly oldSecretUntil: number | null;
}

/** The deliveries of a webhook that wait. An index holds those alone. */
const waiting = (of: WebhookColumns) =>
  of
    .selectFrom('webhook_deliveries as waiting')
    .whereRef('waiting.webhook_id', '=', 'webhooks.id')
    .where('waiting.state', '=', sql.lit('pending'));

/** A condition: the log has an event that the webhook hasn't come to. */
const isBehind = (of: WebhookColumns) =>
  of.exists(
    of
      .selectFrom('event_log')
      .innerJoin('workspaces as home', 'home.account_id', 'event_log.account_id')
      .whereRef('home.id', '=', 'webhooks.workspace_id')
      .whereRef('event_log.position', '>', 'webhooks.position')
      .select('event_log.position'),
  );

/** A webhook as JSON. */
export function webhookJson(db: Database, of: WebhookColumns) {
  const isDone = of.and([
    of('webhooks.resend_after', 'is', null),
    of.not(of.exists(waiting(of).select('waiting.id'))),
    of.not(isBehind(of)),
  ]);
  return jsonObject(db, {
    _id: of.ref('webhooks.id'),
    workspace: of.ref('webhooks.workspace_id'),
    url: of.ref('webhooks.url'),
    description: of.ref('webhooks.description'),
    types: jsonText(db, of.ref('webhooks.types')),
    agents: jsonText(db, of.ref('webhooks.agents')),
    status: of.ref('webhooks.status'),
    disabledReason: of.ref('webhooks.disabled_reason'),
    failingSince: isoTime(db, of.ref('webhooks.failing_since')),
    lastSuccessAt: isoTime(db, of.ref('webhooks.last_success_at')),
    pending: sql<number>`(${waiting(of).select(sql<number>`count(*)`.as('count'))})`,
    caughtUp: jsonText(db, sql<string>`case when ${isDone} then 'true' else 'false' end`),
    missedThrough: isoTime(db, sql`(webhooks.missed_through / ${sql.lit(perMs)})`),
    oldSecretUntil: isoTime(db, of.ref('webhooks.old_secret_until')),
    createdAt: isoTime(db, of.ref('webhooks.created_at')),
    updatedAt: isoTime(db, of.ref('webhooks.updated_at')),
  });
}

const shown = (db: Database) => (of: WebhookColumns) =>
  [
    webhookJson(db, of).as('json'),
    'webhooks.workspace_id as workspace',
    'webhooks.version as version',
    'webhooks.secret as secret',
    'webhooks.old_secret as oldSecret',
    'webhooks.old_secret_until as oldSecretUntil',
  ] as const;

/** Finds a webhook in the workspaces within reach. */
export async function find(db: Database, reach: Reach, id: string): Promise<StoredWebhook | undefined> {
  if (reach.length === 0) return undefined;
  const [row] = await db.read(
    db.query
      .selectFrom('webhooks')
      .select(shown(db))
      .where('id', '=', id)
      .where('workspace_id', 'in', reach)
      .where('deleted_at', 'is', null),
  );
  if (row === undefined) return undefined;
  const { version, oldSecretUntil } = row;
  return {
    ...{ ...row, version: Number(version) },
    oldSecretUntil: oldSecretUntil === null ? null : Number(oldSecretUntil),
  };
}

/** Inserts a webhook and returns it as JSON; throws `onMissing` if its workspace is deleted. */
export const insert = (
  db: Database,
  row: Selectable<WebhookRow>,
  onMissing: () => Error,
): Statement<{ readonly json: string }> =>
  statement(
    db.query
      .insertInto('webhooks')
      .values({ ...row, workspace_id: liveWorkspace(row.workspace_id) })
      .returning((of) => webhookJson(db, of).as('json')),
    { onMissing },
  );

/** A change of a webhook: new values of its columns, and the version that it replaces. */
export interface Change {
  readonly id: string;
  readonly version: number;
  readonly now: number;
  readonly columns: Partial<
    Pick<WebhookRow, 'url' | 'description' | 'types' | 'agents' | 'secret' | 'old_secret' | 'old_secret_until'>
  >;
  /** Enables or disables it; undefined leaves it as it is. `through` is the end of the log. */
  readonly moved?: { readonly status: 'enabled' | 'disabled'; readonly through: number } | undefined;
}

/** Changes a webhook and returns it; throws `orElse` if it is gone or has another version. */
export function update(
  db: Database,
  workspace: string,
  { id, version, now, columns, moved }: Change,
  orElse: () => Error,
): Statement<{ readonly json: string; readonly version: number }> {
  const query = db.query
    .updateTable('webhooks')
    .set(columns)
    .set((of) => ({ version: of('version', '+', 1), updated_at: monotonicTime(of.ref('updated_at'), now) }))
    .$if(moved !== undefined, (changed) => changed.set((of) => movedTo(of, moved)))
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .returning((of) => [webhookJson(db, of).as('json'), 'webhooks.version as version']);
  return one(query, orElse);
}

/**
 * The columns of another status. They depend on the row as it is, because a delivery may have disabled it meanwhile: its
 * own reason stays, and only what a disabled one missed is a replay.
 */
function movedTo(of: WebhookColumns, moved: Change['moved']) {
  if (moved?.status !== 'enabled') {
    const reason = of
      .case()
      .when('status', '=', 'disabled')
      .then(of.ref('disabled_reason'))
      .else(sql.lit<string | null>('manual'))
      .end();
    return { status: 'disabled', disabled_reason: reason };
  }
  const through = of
    .case()
    .when('status', '=', 'disabled')
    .then(sql<number>`cast(${moved.through} as bigint)`)
    .else(of.ref('replay_through'))
    .end();
  return { status: 'enabled', disabled_reason: null, failing_since: null, replay_through: through };
}

/** Notes that events of an account expired, through a position, for those of its webhooks that hadn't come to them. */
export const missed = (db: Database, account: string, through: number): Statement =>
  statement(
    db.query
      .updateTable('webhooks')
      .set({ missed_through: through })
      .where('workspace_id', 'in', (of) => of.selectFrom('workspaces').select('id').where('account_id', '=', account))
      .where('position', '<', through)
      .where('deleted_at', 'is', null),
  );

/** Makes the deliveries of a webhook due that wait, with all of their attempts. */
export const retryWaiting = (db: Database, workspace: string, { id, now }: { id: string; now: number }): Statement =>
  statement(
    db.query
      .updateTable('webhook_deliveries')
      .set({ due_at: now, attempts: 0, updated_at: now })
      .where('webhook_id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('state', '=', sql.lit('pending')),
  );

/** Which of these agents a workspace has. */
export async function agentsOf(db: Database, workspace: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.read(
    db.query
      .selectFrom('agents')
      .select('id')
      .where('id', 'in', ids)
      .where('workspace_id', '=', workspace)
      .where('deleted_at', 'is', null),
  );
  return new Set(rows.map(({ id }) => id));
}

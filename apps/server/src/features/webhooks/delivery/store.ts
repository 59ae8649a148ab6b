import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { JobFailure } from '../../../storage/jobs/kind.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import type { WebhookDeliveryRow } from '../../../storage/tables.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';

/** A webhook as its deliveries need it. */
export interface WebhookState {
  readonly id: string;
  readonly workspace: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly agents: readonly string[];
  /** Sealed. */
  readonly secret: string;
  readonly oldSecret: string | null;
  readonly oldSecretUntil: number | null;
  readonly position: number;
  readonly replayThrough: number;
  readonly resend: Span | undefined;
  readonly failingSince: number | null;
  readonly lastSuccessAt: number | null;
}

/** Positions after one through another one. */
export interface Span {
  readonly after: number;
  readonly through: number;
}

const enabledById = prepared((db, { id }: { id: string }) =>
  db.query
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', sql.lit('enabled'))
    .where('deleted_at', 'is', null),
);

const numberOrNull = (value: number | bigint | string | null) => (value === null ? null : Number(value));

/** Finds a webhook that is enabled. */
export async function findEnabled(db: Database, id: string): Promise<WebhookState | undefined> {
  const [row] = await db.read(enabledById(db, { id }));
  if (row === undefined) return undefined;
  const { resend_after: after, resend_through: through } = row;
  return {
    ...{ id: row.id, workspace: row.workspace_id, url: row.url },
    types: JSON.parse(row.types) as string[],
    agents: JSON.parse(row.agents) as string[],
    ...{ secret: row.secret, oldSecret: row.old_secret, oldSecretUntil: numberOrNull(row.old_secret_until) },
    ...{ position: Number(row.position), replayThrough: Number(row.replay_through) },
    resend: after === null || through === null ? undefined : { after: Number(after), through: Number(through) },
    ...{ failingSince: numberOrNull(row.failing_since), lastSuccessAt: numberOrNull(row.last_success_at) },
  };
}

/** A delivery that waits. */
export interface PendingDelivery {
  readonly id: string;
  readonly position: number;
  readonly line: string;
  readonly isReplayed: boolean;
  readonly attempts: number;
  readonly dueAt: number;
  readonly createdAt: number;
}

const pendingOf = prepared((db, { webhook, limit }: { webhook: string; limit: number }) =>
  db.query
    .selectFrom('webhook_deliveries')
    .select(['id', 'event_position', 'line', 'replayed', 'attempts', 'due_at', 'created_at'])
    .where('webhook_id', '=', webhook)
    .where('state', '=', sql.lit('pending'))
    .orderBy('event_position')
    .orderBy('id')
    .limit(limit),
);

/** Reads the pending deliveries of a webhook, the oldest events first. */
export async function pending(db: Database, webhook: string, limit: number): Promise<PendingDelivery[]> {
  const rows = await db.read(pendingOf(db, { webhook, limit }));
  return rows.map((row) => ({
    ...{ id: row.id, position: Number(row.event_position), line: row.line, isReplayed: Number(row.replayed) === 1 },
    ...{ attempts: Number(row.attempts), dueAt: Number(row.due_at), createdAt: Number(row.created_at) },
  }));
}

/** Adds deliveries. */
export const add = (db: Database, rows: readonly WebhookDeliveryRow[]): Statement[] =>
  rows.length === 0 ? [] : [statement(db.query.insertInto('webhook_deliveries').values(rows))];

/** The columns of a delivery that an attempt sets. */
export type Attempted = Pick<
  WebhookDeliveryRow,
  'id' | 'state' | 'attempts' | 'due_at' | 'status' | 'latency_ms' | 'error' | 'reply' | 'updated_at'
>;

/** Changes a pending delivery after an attempt. */
export const change = (db: Database, { id, ...columns }: Attempted): Statement =>
  statement(
    db.query
      .updateTable('webhook_deliveries')
      .set(columns)
      .where('id', '=', id)
      .where('state', '=', sql.lit('pending')),
  );

/** The progress of a webhook: its position, and whether its receiver works. */
export interface Progress {
  readonly position: number;
  readonly failing_since: number | null;
  readonly last_success_at: number | null;
}

const changed = () => new JobFailure('The webhook was deleted or disabled.');

/** Notes how far a webhook has come. Throws if it doesn't exist any more. */
export const advance = (db: Database, id: string, progress: Progress): Statement =>
  one(db.query.updateTable('webhooks').set(progress).where('id', '=', id), changed);

/** Switches a webhook off. Throws if it is off already. */
export const disable = (
  db: Database,
  id: string,
  { reason, now }: { readonly reason: string; readonly now: number },
): Statement =>
  one(
    db.query
      .updateTable('webhooks')
      .set({ status: 'disabled', disabled_reason: reason, updated_at: now })
      .set((of) => ({ version: of('version', '+', 1) }))
      .where('id', '=', id)
      .where('status', '=', 'enabled'),
    changed,
  );

/** Notes how much was sent again, unless another range was chosen meanwhile. */
export const resent = (db: Database, id: string, { after, through }: Span, to: number): Statement =>
  statement(
    db.query
      .updateTable('webhooks')
      .set(to >= through ? { resend_after: null, resend_through: null } : { resend_after: to })
      .where('id', '=', id)
      .where('resend_after', '=', after)
      .where('resend_through', '=', through),
  );

/** A webhook, and its workspace. */
export interface WebhookOf {
  readonly id: string;
  readonly workspace: string;
}

const enabledOfAccount = prepared((db, { account }: { account: string }) =>
  db.query
    .selectFrom('webhooks')
    .innerJoin('workspaces', 'workspaces.id', 'webhooks.workspace_id')
    .select(['webhooks.id', 'webhooks.workspace_id as workspace'])
    .where('workspaces.account_id', '=', account)
    .where('webhooks.status', '=', sql.lit('enabled'))
    .where('webhooks.deleted_at', 'is', null),
);

/** Reads the enabled webhooks of an account. */
export const enabledOf = (db: Database, account: string): Promise<WebhookOf[]> =>
  db.read(enabledOfAccount(db, { account }));

/** A look at webhooks that may have work. */
interface Look {
  readonly now: number;
  /** The first time that no wait reaches: a delivery that is due later was noted before the clock was set back. */
  readonly unreachable: number;
  readonly limit: number;
}

/**
 * Reads enabled webhooks after one, in the order of their IDs; `hasWork` is 1 if events lie behind its position, a
 * delivery is due, or a range is sent again.
 */
export const enabledAfter = (db: Database, after: string, { now, unreachable, limit }: Look) =>
  db.read(
    db.query
      .selectFrom('webhooks')
      .innerJoin('workspaces', 'workspaces.id', 'webhooks.workspace_id')
      .select(['webhooks.id', 'webhooks.workspace_id as workspace'])
      .select(
        sql<number>`case when webhooks.resend_after is not null
          or exists (select 1 from event_log where event_log.account_id = workspaces.account_id
            and event_log.position > webhooks.position)
          or exists (select 1 from webhook_deliveries as waiting where waiting.webhook_id = webhooks.id
            and waiting.state = 'pending' and (waiting.due_at <= ${now} or waiting.due_at > ${unreachable}))
          then 1 else 0 end`.as('hasWork'),
      )
      .where('webhooks.id', '>', after)
      .where('webhooks.status', '=', 'enabled')
      .where('webhooks.deleted_at', 'is', null)
      .orderBy('webhooks.id')
      .limit(limit),
  );

/** Finds deliveries with an ID before one that are done. */
export const findOld = (db: Database, before: string, limit: number) =>
  db.read(
    db.query
      .selectFrom('webhook_deliveries')
      .select(['id', sql<number>`coalesce(length(reply), 0)`.as('bytes')])
      .where('id', '<', before)
      .where('state', '<>', sql.lit('pending'))
      .orderBy('id')
      .limit(limit),
  );

/** Deletes deliveries that are done. */
export const remove = (db: Database, ids: readonly string[]): Statement =>
  statement(db.query.deleteFrom('webhook_deliveries').where('id', 'in', ids).where('state', '<>', sql.lit('pending')));

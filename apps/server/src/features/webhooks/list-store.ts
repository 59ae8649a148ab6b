import { type ExpressionBuilder, sql } from 'kysely';
import type { Reach } from '../../access/actor.ts';
import { eventId } from '../../events/event-id.ts';
import type { Database } from '../../storage/database.ts';
import type { Asker } from '../../storage/scans/scan-queue.ts';
import { isoTime, jsonObject, jsonText } from '../../storage/sql/json.ts';
import { createList } from '../../storage/sql/list.ts';
import type { Row } from '../../storage/sql/page.ts';
import type { Tables } from '../../storage/tables.ts';
import type { DeliveryQuery } from './delivery-schema.ts';
import type { WebhookQuery } from './schema.ts';
import { webhookJson } from './store.ts';

const webhooks = createList({
  table: 'webhooks',
  sorts: { createdAt: 'created_at' },
  json: webhookJson,
  // An address, and the names of 100 types and of 100 agents.
  maxRowBytes: 40_000,
  areInOrder: () => true,
  // The quota keeps them few.
  mayScan: (_filters: { readonly status: string | undefined }) => false,
  where: (_db, of, { status }) => [of('deleted_at', 'is', null), status !== undefined && of('status', '=', status)],
});

/** Reads a page of the webhooks of the workspaces within reach as JSON text. Throws `cursor_invalid`. */
export const readWebhooks = (
  db: Database,
  reach: Reach,
  { query, ...asker }: Asker & { readonly query: WebhookQuery },
): Promise<string> => {
  const scan = { ...asker, narrow: 'Leave out includeTotal.' };
  return webhooks.read(db, { reach, filters: { status: query.status }, scan }, query);
};

/** A delivery as JSON, with the position of its event. */
const deliveryJson = (db: Database, of: ExpressionBuilder<Tables, 'webhook_deliveries'>) => {
  const isPending = sql<boolean>`${of.ref('webhook_deliveries.state')} = 'pending'`;
  const due = sql<number | null>`case when ${isPending} then ${of.ref('webhook_deliveries.due_at')} end`;
  return jsonObject(db, {
    _id: of.ref('webhook_deliveries.id'),
    webhook: of.ref('webhook_deliveries.webhook_id'),
    event: of.ref('webhook_deliveries.event_position'),
    type: of.ref('webhook_deliveries.type'),
    state: of.ref('webhook_deliveries.state'),
    replayed: jsonText(
      db,
      sql<string>`case when ${of.ref('webhook_deliveries.replayed')} = 1 then 'true' else 'false' end`,
    ),
    attempts: of.ref('webhook_deliveries.attempts'),
    dueAt: isoTime(db, due),
    status: of.ref('webhook_deliveries.status'),
    latencyMs: of.ref('webhook_deliveries.latency_ms'),
    error: of.ref('webhook_deliveries.error'),
    reply: of.ref('webhook_deliveries.reply'),
    createdAt: isoTime(db, of.ref('webhook_deliveries.created_at')),
    updatedAt: isoTime(db, of.ref('webhook_deliveries.updated_at')),
  });
};

interface DeliveryFilters {
  readonly webhook: string;
  readonly state: string | undefined;
  readonly type: string | undefined;
}

const deliveries = createList({
  table: 'webhook_deliveries',
  sorts: { createdAt: 'created_at' },
  json: deliveryJson,
  maxRowBytes: 12_000,
  areInOrder: ({ state, type }: DeliveryFilters) => state === undefined && type === undefined,
  mayScan: ({ state, type }: DeliveryFilters) => state !== undefined || type !== undefined,
  where: (_db, of, { webhook, state, type }: DeliveryFilters) => [
    of('webhook_id', '=', webhook),
    state !== undefined && of('state', '=', state),
    type !== undefined && of('type', '=', type),
  ],
});

/** The deliveries to read, and who asks. */
interface DeliveryListing extends Asker {
  readonly webhook: string;
  readonly account: string;
  /** The account whose log has the events. */
  readonly home: string;
  readonly query: DeliveryQuery;
}

/** Reads a page of the deliveries of a webhook as JSON text. Throws `cursor_invalid`. */
export const readDeliveries = (
  db: Database,
  workspace: string,
  { webhook, home, query, ...asker }: DeliveryListing,
): Promise<string> => {
  const { state, type } = query;
  const also = async (_db: Database, rows: readonly Row[]) =>
    rows.map((row) => (row.json === null ? row : { ...row, json: withEvent(row.json, home) }));
  const scan = { ...asker, narrow: 'Leave out state, type or includeTotal.' };
  const filters = { webhook, state, type };
  // The webhook is part of the query, so that a cursor is bound to it.
  return deliveries.read(db, { reach: [workspace], filters, scan, also }, { ...query, webhook });
};

/** Names the event of a delivery by its ID, in place of its position. */
function withEvent(json: string, home: string): string {
  const delivery = JSON.parse(json) as { readonly event: number };
  return JSON.stringify({ ...delivery, event: eventId(home, delivery.event) });
}

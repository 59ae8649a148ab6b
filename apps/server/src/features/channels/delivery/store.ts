import { type ExpressionBuilder, sql } from 'kysely';
import type { Reach } from '../../../access/actor.ts';
import type { Database } from '../../../storage/database.ts';
import type { Asker } from '../../../storage/scans/scan-queue.ts';
import { isoTime, jsonObject, jsonText } from '../../../storage/sql/json.ts';
import { createList } from '../../../storage/sql/list.ts';
import type { Tables } from '../../../storage/tables.ts';
import { one, type Statement } from '../../../storage/unit.ts';
import type { DeliveryQuery } from './schema.ts';

/** State `pending` of the outbox, as stored and as shown to callers. */
const queued = { stored: 'pending', shown: 'queued' } as const;

/** A delivery as JSON. */
const deliveryJson = (db: Database, of: ExpressionBuilder<Tables, 'channel_outbox'>) => {
  const state = of.ref('channel_outbox.state');
  const problem = jsonObject(db, {
    code: sql<string>`coalesce(${of.ref('channel_outbox.error_code')}, 'failed')`,
    message: of.ref('channel_outbox.error'),
  });
  return jsonObject(db, {
    message: of.ref('channel_outbox.id'),
    conversation: of.ref('channel_outbox.conversation_id'),
    channel: of.ref('channel_outbox.channel_id'),
    state: sql<string>`case when ${state} = ${sql.lit(queued.stored)} then ${sql.lit(queued.shown)} else ${state} end`,
    error: jsonText(db, sql<string>`case when ${of.ref('channel_outbox.error')} is not null then ${problem} end`),
    attempts: of.ref('channel_outbox.attempts'),
    createdAt: isoTime(db, of.ref('channel_outbox.created_at')),
    updatedAt: isoTime(db, of.ref('channel_outbox.updated_at')),
  });
};

interface Filters {
  readonly conversation: string;
  readonly state: string | undefined;
}

const deliveries = createList({
  table: 'channel_outbox',
  sorts: { createdAt: 'created_at' },
  json: deliveryJson,
  maxRowBytes: 8_000,
  areInOrder: ({ state }: Filters) => state === undefined,
  mayScan: ({ state }: Filters) => state !== undefined,
  where: (_db, of, { conversation, state }: Filters) => [
    of('conversation_id', '=', conversation),
    state !== undefined && of('state', '=', state),
  ],
});

/** The deliveries to read, and who asks. */
interface Listing extends Asker {
  readonly conversation: string;
  readonly query: DeliveryQuery;
}

/** Reads a page of the deliveries of a conversation as JSON text. Throws `cursor_invalid`. */
export const list = (db: Database, workspace: string, { conversation, query, ...asker }: Listing): Promise<string> => {
  const state = query.state === queued.shown ? queued.stored : query.state;
  const scan = { ...asker, narrow: 'Leave out state or includeTotal.' };
  const filters = { conversation, state };
  // The conversation is part of the query, so that a cursor is bound to it.
  const ofConversation = { ...query, conversation };
  return deliveries.read(db, { reach: [workspace], filters, scan }, ofConversation);
};

/** Finds the delivery of a message in the workspaces within reach. */
export async function find(db: Database, reach: Reach, message: string) {
  if (reach.length === 0) return undefined;
  const [found] = await db.read(
    db.query
      .selectFrom('channel_outbox')
      .innerJoin('channels', 'channels.id', 'channel_outbox.channel_id')
      .select(['channel_outbox.workspace_id as workspace', 'conversation_id as conversation'])
      .select(['channels.id as channel', 'channels.agent_id as agent'])
      .where('channel_outbox.id', '=', message)
      .where('channel_outbox.workspace_id', 'in', reach)
      .where('channels.deleted_at', 'is', null),
  );
  return found;
}

/** Queues a message again and returns its delivery; throws `orElse` unless it is one that failed, or isn't known. */
export const again = (
  db: Database,
  workspace: string,
  { message, now }: { readonly message: string; readonly now: number },
  orElse: () => Error,
): Statement<{ readonly json: string }> =>
  one(
    db.query
      .updateTable('channel_outbox')
      .set({
        ...{ state: queued.stored, queued: 1, attempts: 0, error: null, error_code: null },
        ...{ updated_at: now, claimed_by: null, claimed_until: 0 },
      })
      .where('id', '=', message)
      .where('workspace_id', '=', workspace)
      .where('state', 'in', ['failed', 'unknown'])
      .returning((of) => deliveryJson(db, of).as('json')),
    orElse,
  );

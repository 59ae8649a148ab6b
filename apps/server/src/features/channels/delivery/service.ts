import { type Actor, demand, lineOf, reachOf } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import type { AwaitedAnswer } from '../../../storage/scans/scan-queue.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import { createDemandDeliverable } from './obstacles.ts';
import * as ledger from './outbox/ledger-store.ts';
import type { DeliveryQuery } from './schema.ts';
import * as store from './store.ts';

export type Deliveries = ReturnType<typeof createDeliveries>;

/** Creates what tells how far messages have come on their way to users of messengers, and what sends them again. */
export function createDeliveries(needs: MessengerNeeds) {
  const { db, now, outbox, conversations, record } = needs;
  const demandDeliverable = createDemandDeliverable(needs);

  return {
    /** Reads a page of the deliveries of a conversation as JSON text. Throws `conversation_not_found`. */
    list: async (
      actor: Actor,
      conversation: string,
      { query, awaited }: { readonly query: DeliveryQuery; readonly awaited: AwaitedAnswer | undefined },
    ): Promise<string> => {
      const { workspace } = await conversations.read(actor, conversation);
      return store.list(db, workspace, { conversation, query, account: lineOf(actor), awaited });
    },

    /**
     * Sends a message again whose delivery failed, or whose outcome is unknown; returns its delivery as JSON text.
     * Throws `message_not_found`, `undeliverable` if it would not reach its user, or `message_not_redeliverable`.
     */
    again: async (actor: Actor, message: string): Promise<string> => {
      const found = await store.find(db, reachOf(actor), message);
      if (found === undefined) throw notFound();
      const { workspace, ...of } = found;
      const { conversation } = of;
      demand(actor, 'conversations:write', workspace);
      await demandDeliverable(workspace, conversation);
      const { queued } = await db.write({
        queued: store.again(db, workspace, { message, now: now() }, notRedeliverable),
        parts: ledger.forgetUnsent(db, workspace, message),
        job: outbox.enqueueOne(workspace, conversation),
        event: record(actor, { type: 'message.redelivered', workspace, data: { message, ...of } }),
      });
      const [row] = queued.rows;
      if (row === undefined) throw notFound();
      return row.json;
    },
  };
}

const notFound = () => new AppError('message_not_found', 'There is no such message on its way to a messenger.');

const notRedeliverable = () =>
  new AppError('message_not_redeliverable', 'Only a message whose delivery failed, or isn’t known, can be sent again.');

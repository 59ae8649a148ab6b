import { type Actor, lineOf } from '../../../access/actor.ts';
import { failures } from '../failures.ts';
import { fits } from './content-store.ts';
import * as store from './conversation-store.ts';
import { buryConversation, type RemovalNeeds } from './remove-conversation.ts';

/** Max conversations that one unit of work deletes: other units can run in between. */
const unitConversations = 50;

/** The number of rows that were deleted. */
export interface Erased {
  readonly conversations: number;
  readonly messages: number;
}

/**
 * Deletes all conversations of a user in a workspace in batches, one unit of work each, with an event for each conversation. If one fails,
 * the batches before it stay deleted, and repeating the request deletes the rest. Running turns are stopped. The
 * accounts of the user at the servers of tools are deleted last.
 */
export async function eraseUser(
  needs: RemovalNeeds,
  actor: Actor,
  { workspace, user }: { readonly workspace: string; readonly user: string },
): Promise<Erased> {
  const { db, turns } = needs;
  const erased = { conversations: 0, messages: 0 };
  for (;;) {
    const found = await store.findOfUser(db, workspace, { user, limit: unitConversations });
    const batch = await batchOf(needs, found);
    // In the end, when no turn of the user runs that could ask for an account again.
    if (batch.length === 0) break;
    erased.conversations += batch.length;
    erased.messages += await removeBatch(needs, actor, { workspace, batch });
    for (const { turn: replyId } of batch) if (replyId !== null) await turns.stop(replyId, 'gone');
    if (found.length < unitConversations && batch.length === found.length) break;
  }
  await db.write([needs.forgetUser(workspace, user)]);
  return erased;
}

type Found = Awaited<ReturnType<typeof store.findOfUser>>;

/** The conversations that one unit of work deletes: halves the batch until it fits, or is one conversation. */
async function batchOf({ db }: RemovalNeeds, found: Found): Promise<Found> {
  let batch = found;
  while (batch.length > 1) {
    const ids = batch.map(({ id }) => id);
    if (await fits(db, ids)) break;
    batch = batch.slice(0, Math.floor(batch.length / 2));
  }
  return batch;
}

/** Deletes the conversations of a batch, and returns how many messages they had. */
async function removeBatch(
  needs: RemovalNeeds,
  actor: Actor,
  { workspace, batch }: { readonly workspace: string; readonly batch: Found },
): Promise<number> {
  const { db, record, changed } = needs;
  const ids = batch.map(({ id }) => id);
  const events = batch.map(({ id: conversation, agent }) =>
    record(actor, { type: 'conversation.deleted', workspace, data: { conversation, agent, ofUser: true } }),
  );
  const [id, ...others] = ids;
  if (id !== undefined && others.length === 0 && !(await fits(db, ids)))
    return buryConversation(needs, workspace, {
      ...{ id, asker: { account: lineOf(actor) }, versions: undefined, orElse: failures.noConversation },
      events,
    });
  const { messages } = await db.write({ ...store.removeAll(db, ids), events });
  for (const each of ids) changed(each, workspace);
  return messages.changed;
}

import type { Actor } from '../../access/actor.ts';
import type { ConversationNeeds } from './needs.ts';
import * as store from './store.ts';

/** Max conversations that one unit of work deletes: other units can run in between. */
const unitConversations = 50;

/** Dependencies of erasing. */
export type EraseNeeds = Pick<ConversationNeeds, 'db' | 'record' | 'turns'>;

/** The number of rows that were deleted. */
export interface Erased {
  readonly conversations: number;
  readonly messages: number;
}

/**
 * Deletes all conversations of a user in a workspace in batches, one unit of work each, with its event. If one fails,
 * the batches before it stay deleted, and repeating the request deletes the rest. Running turns are stopped.
 */
export async function eraseUser(
  { db, record, turns }: EraseNeeds,
  actor: Actor,
  { workspace, user }: { readonly workspace: string; readonly user: string },
): Promise<Erased> {
  const erased = { conversations: 0, messages: 0 };
  for (;;) {
    const found = await store.findOfUser(db, workspace, { user, limit: unitConversations });
    if (found.length === 0) return erased;
    const ids = found.map(({ id }) => id);
    const { messages, conversations } = await db.write({
      ...store.removeAll(db, workspace, ids),
      event: record(actor, { type: 'conversation.deleted', workspace, data: { ofUser: true, conversations: ids } }),
    });
    for (const { turn: replyId } of found) if (replyId !== null) await turns.stop(replyId, 'gone');
    erased.conversations += conversations.changed;
    erased.messages += messages.changed;
    if (found.length < unitConversations) return erased;
  }
}

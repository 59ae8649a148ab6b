import type { Principal } from '../../access/actor.ts';
import type { ConversationNeeds } from './needs.ts';
import * as store from './store.ts';

/** The most conversations that one unit of work deletes: others can write between two of them. */
const unitConversations = 50;

/** What erasing needs from elsewhere. */
export type ErasingNeeds = Pick<ConversationNeeds, 'db' | 'record' | 'turns'>;

/** How much went. */
export interface Erased {
  readonly conversations: number;
  readonly messages: number;
}

/**
 * Makes the way to delete all that a user said in a workspace: a unit of work after another, each with its event, so
 * where one fails what went before is gone, and the same request goes on. Answers being written are stopped.
 */
export const createErasing =
  ({ db, record, turns }: ErasingNeeds) =>
  async (principal: Principal, workspace: string, user: string): Promise<Erased> => {
    const erased = { conversations: 0, messages: 0 };
    for (;;) {
      const found = await store.findOfUser(db, workspace, { user, limit: unitConversations });
      if (found.length === 0) return erased;
      const ids = found.map(({ id }) => id);
      const [messages, conversations] = await db.write([
        ...store.removeAll(db, workspace, ids),
        record(principal, { type: 'conversation.deleted', workspace, data: { ofUser: true, conversations: ids } }),
      ]);
      for (const { turn } of found) if (turn !== null) await turns.stop(turn, 'gone');
      erased.conversations += conversations.changed;
      erased.messages += messages.changed;
      if (found.length < unitConversations) return erased;
    }
  };

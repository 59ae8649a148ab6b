import { isPrincipal, may, type RequestActor } from '../../access/actor.ts';
import type { Presence, PresenceDraft } from '../../schemas/conversations/presence.ts';
import type { Database } from '../../storage/database.ts';
import { visitor } from './board.ts';
import type { createPresence } from './presence.ts';
import { nameOf } from './store.ts';

export type PresenceService = ReturnType<typeof createPresenceService>;

/** Dependencies of telling presence. */
export interface PresenceServiceNeeds {
  readonly db: Database;
  readonly presence: ReturnType<typeof createPresence>;
  /** Finds a conversation that an actor may read; throws `conversation_not_found`. */
  readConversation(actor: RequestActor, id: string): Promise<{ readonly workspace: string }>;
}

/** Creates the service by which people and visitors tell that they are in a conversation. It records no event. */
export function createPresenceService({ db, presence, readConversation }: PresenceServiceNeeds) {
  return {
    /**
     * Tells that the actor is in a conversation or leaves it, and returns who is there. A key acts as its person. One
     * who may not write there doesn't type.
     */
    tell: async (actor: RequestActor, id: string, { typing, here = true }: PresenceDraft): Promise<Presence> => {
      const { workspace } = await readConversation(actor, id);
      const place = { conversation: id, workspace };
      if (isPrincipal(actor)) {
        const who = actor.user.id;
        const name = presence.nameIn(id, who) ?? (await nameOf(db, who));
        const isTyping = typing && here && may(actor, 'conversations:write', workspace);
        await presence.tell({ ...place, who, name, typing: isTyping, here });
      } else {
        await presence.tell({ ...place, who: visitor, name: '', typing: typing && here, here });
      }
      return presence.of(id, !isPrincipal(actor));
    },
  };
}

import { isPrincipal, may, type RequestActor } from '../../access/actor.ts';
import type { Place, Presence, PresenceDraft } from '../../schemas/conversations/presence.ts';
import type { Database } from '../../storage/database.ts';
import { visitor } from './board.ts';
import type { createPresence } from './presence.ts';
import { nameOf } from './store.ts';

export type PresenceService = ReturnType<typeof createPresenceService>;

/** Dependencies of telling presence. */
export interface PresenceServiceNeeds {
  readonly db: Database;
  readonly presence: ReturnType<typeof createPresence>;
  /** Shows the user of a conversation elsewhere that a person types, as long as `isTyping` says so. */
  types(place: Place, who: string, isTyping: () => boolean): void;
  /** Finds a conversation that an actor may read; throws `conversation_not_found`. */
  readConversation(actor: RequestActor, id: string): Promise<{ readonly workspace: string }>;
}

/** Creates the service by which people and visitors tell that they are in a conversation. It records no event. */
export function createPresenceService({ db, presence, types, readConversation }: PresenceServiceNeeds) {
  const isTypingIn = (id: string, who: string): boolean =>
    presence.of(id, false).people.some(({ user, typing }) => user === who && typing);
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
        if (isTyping) types(place, who, () => isTypingIn(id, who));
      } else {
        await presence.tell({ ...place, who: visitor, name: '', typing: typing && here, here });
      }
      return presence.of(id, !isPrincipal(actor));
    },
  };
}

import { isPrincipal, may, type RequestActor } from '../../../access/actor.ts';
import { getConversation } from '../access.ts';
import type { ConversationNeeds } from '../needs.ts';
import { visitor } from './board.ts';
import type { PresenceBoard } from './presence.ts';
import type { Presence, PresenceDraft } from './schema.ts';
import { nameOf } from './store.ts';

export type PresenceService = ReturnType<typeof createPresenceService>;

/** Dependencies of telling presence. */
interface PresenceServiceNeeds extends Pick<ConversationNeeds, 'db'> {
  readonly presence: PresenceBoard;
}

/** Creates the service by which people and visitors tell that they are in a conversation. It records no event. */
export function createPresenceService({ db, presence }: PresenceServiceNeeds) {
  return {
    /**
     * Tells that the actor is in a conversation or leaves it, and returns who is there. A key acts as its person. One
     * who may not write there doesn't type.
     */
    tell: async (actor: RequestActor, id: string, { typing, here = true }: PresenceDraft): Promise<Presence> => {
      const { workspace } = await getConversation(db, actor, { id, permission: 'conversations:read' });
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

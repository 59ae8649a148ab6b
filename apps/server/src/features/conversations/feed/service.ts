import { type Actor, lineOf } from '../../../access/actor.ts';
import type { Lasting } from '../../../access/limits/with-slot.ts';
import { createGate } from '../../../scheduling/lanes.ts';
import { getConversation } from '../access.ts';
import type { ConversationNeeds } from '../needs.ts';
import type { ReplyEvent } from '../turns/follow/reply-events.ts';
import type { Feed } from './feed.ts';

/** Max readers that start at the same time, of all accounts and of one; others wait for some milliseconds. */
const startingAtOnce = { atOnce: 8, ofOne: 2 } as const;

/** Dependencies of following conversations. */
export interface FeedServiceNeeds extends Pick<ConversationNeeds, 'db' | 'slots'> {
  readonly feed: Feed;
}

export type FeedService = ReturnType<typeof createFeedService>;

/** Everything that happens in a conversation, for those who may read it. */
export function createFeedService({ db, slots, feed }: FeedServiceNeeds) {
  const inTurn = createGate(startingAtOnce);
  return {
    /**
     * Follows a conversation from after the event with the ID `after`, or from its state now. Takes a slot of the
     * account, until the caller calls `ended`.
     */
    follow: (actor: Actor, id: string, after: string | undefined): Promise<Lasting<Events>> =>
      inTurn(lineOf(actor), async () => {
        const { workspace } = await getConversation(db, actor, { id, permission: 'conversations:read' });
        const free = await slots.take(actor, [workspace], 'streams');
        const source = { workspace, conversation: id, asker: { account: lineOf(actor) } };
        const { events, end } = feed.open(source, { after, isVisitor: actor.kind === 'visitor' });
        return {
          events,
          ended: () => {
            end();
            free();
          },
        };
      }),
  };
}

interface Events {
  readonly events: AsyncIterable<ReplyEvent>;
}

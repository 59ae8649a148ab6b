import type { Followed, Follower } from '../turns/follow/follow.ts';
import { isTerminal, type ReplyEvent, readEventId } from '../turns/follow/reply-events.ts';
import type { Following } from './announcements.ts';

/** A reply that a reader follows while it is written. */
export type GrowingReply = ReturnType<typeof createGrowingReply>;

/**
 * Follows the growth of a reply from a place on. Its end isn't sent: the reader finds it among the changed messages.
 */
export function createGrowingReply(follower: Follower, following: Following, reply: Followed) {
  const events = follower.follow(reply)[Symbol.asyncIterator]();
  let asked = false;
  let over = false;
  let arrived: ReplyEvent | undefined;
  let failure: { readonly error: unknown } | undefined;

  const ask = (): void => {
    asked = true;
    events.next().then(
      ({ done, value }) => {
        asked = false;
        if (done === true || isTerminal(value)) over = true;
        else arrived = value;
        following.stir();
      },
      (error: unknown) => {
        failure = { error };
        following.stir();
      },
    );
  };

  return {
    reply: reply.replyId,
    /**
     * Waits for the next event, or until the reader is woken. Back-pressure: no further event is asked for meanwhile.
     */
    next: async () => {
      if (!asked && !over && arrived === undefined) ask();
      await following.woken();
      if (failure !== undefined) throw failure.error;
      const event = arrived;
      arrived = undefined;
      const read = readEventId(event?.id);
      return event && read && { at: read, event };
    },
    /** True if the end of the reply is stored. */
    ended: () => over,
    close: (): void => {
      // Not awaited: a source that is waiting would block this.
      events.return?.(undefined)?.catch(() => undefined);
    },
  };
}

import type { ListedConversation } from '@parley/sdk';

/** Maximum age of the latest message in a conversation that goes on, in ms. */
export const talkWindow = 5 * 60_000;

/** Number of conversations that are read, the latest first. */
export const latestCount = 20;

/**
 * The conversations with a reply in progress or a message of the last minutes, out of the latest ones; trials of the
 * playground aside. `isMore` says that there may be others: the oldest of the latest ones goes on, too.
 */
export function talkingNow(
  latest: readonly ListedConversation[],
  now: number,
): { items: ListedConversation[]; isMore: boolean } {
  const isNow = ({ turn, lastMessageAt }: ListedConversation) =>
    turn !== null || (lastMessageAt !== null && Date.parse(lastMessageAt) > now - talkWindow);
  const last = latest.at(-1);
  return {
    items: latest.filter((conversation) => !conversation.playground && isNow(conversation)),
    isMore: latest.length >= latestCount && last !== undefined && isNow(last),
  };
}

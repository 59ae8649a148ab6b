import type { Message } from '@parley/sdk';

/** Change of hands that a message shows: a person took over, or the agent has the conversation again. */
export type Handover = 'taken' | 'returned';

/**
 * The handovers before messages, by the IDs of the messages. The holder before the first reply isn't known, because
 * earlier messages load later.
 */
export function handoversIn(messages: readonly Pick<Message, '_id' | 'role' | 'author'>[]): Map<string, Handover> {
  const handovers = new Map<string, Handover>();
  let holder: string | undefined;
  for (const { _id, role, author } of messages) {
    if (role === 'user') continue;
    const next = role === 'human' ? `person ${author}` : 'agent';
    if (holder !== undefined && next !== holder) handovers.set(_id, role === 'human' ? 'taken' : 'returned');
    holder = next;
  }
  return handovers;
}

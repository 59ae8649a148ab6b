import { invalid } from '../../../errors.ts';
import type { Conversation, ConversationChanges } from '../../../schemas/conversations/conversation.ts';

/** Max time that a conversation rests, in ms. */
const longestRestMs = 366 * 24 * 60 * 60 * 1000;

/** Returns the changes of the assignment, without what stays. Throws `validation_failed` for a rest that can't be. */
export function assignmentOf(
  stored: Conversation,
  { assignee, team, priority, snoozedUntil }: ConversationChanges,
  now: number,
) {
  const until = snoozedUntil === undefined ? undefined : restOf(snoozedUntil);
  const isRest = until !== undefined && iso(until) !== stored.snoozedUntil;
  if (isRest && until !== null) checkRest(until, stored, now);
  return {
    ...(assignee !== undefined && assignee !== stored.assignee && { assignee }),
    ...(team !== undefined && team !== stored.team && { team }),
    ...(priority !== undefined && priority !== stored.priority && { priority }),
    ...(isRest && { snoozedUntil: until }),
  };
}

const restOf = (time: string | null) => (time === null ? null : Date.parse(time));

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

function checkRest(until: number, { status }: Conversation, now: number): void {
  const refuse = (message: string) => invalid([{ path: 'snoozedUntil', message }]);
  if (until <= now || until > now + longestRestMs) throw refuse('must be in the future, at most 366 days ahead');
  if (status === 'closed') throw refuse('is only for a conversation that is not closed');
}

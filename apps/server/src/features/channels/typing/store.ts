import { type ChannelType, kindOf } from '../../../platforms/kinds.ts';
import type { TypingTo } from '../../../platforms/messenger.ts';
import type { Database } from '../../../storage/database.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import { contextOf, type TargetKey, targetOf } from '../delivery/target-store.ts';

const target = prepared((db: Database, key: TargetKey) =>
  targetOf(db, key)
    .select([
      'channels.last_error as lastError',
      'channels.held_until as heldUntil',
      'conversations.turn_until as turnUntil',
    ])
    .select(['conversations.taken_by as takenBy', 'conversations.status as state']),
);

/** A conversation of a channel whose platform can show that an answer is being written; undefined for another one. */
export async function find(db: Database, key: TargetKey) {
  const [row] = await db.read(target(db, key));
  const sign = row && kindOf(row.type as ChannelType).messenger?.typing;
  if (row === undefined || sign === undefined) return undefined;
  const { channel, user, thread, lastEventAt, heldUntil, turnUntil, takenBy, state, ...rest } = row;
  const to: Omit<TypingTo, 'role'> = {
    ...{ channel, user, thread, conversation: key.conversation, context: contextOf(row.context) },
    lastEventAt: lastEventAt === null ? null : Number(lastEventAt),
  };
  return {
    ...{ ...rest, channel, sign, to },
    heldUntil: Number(heldUntil),
    /** Until when an agent's reply is being written for sure, in ms since 1970; 0 if none is. */
    replyUntil: Number(turnUntil ?? 0),
    /** The person who holds the conversation. */
    holder: state === 'human' ? takenBy : null,
  };
}

/** A conversation that was found. */
export type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

import type { ChannelActor, VisitorActor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import { failures } from './failures.ts';
import * as store from './gate-store.ts';
import { type ChannelLimits, usualLimits } from './schema.ts';
import { findVisited } from './visitors/store.ts';

const day = 24 * 60 * 60 * 1000;

/** The date (UTC) of a time, and when what is counted on it may go: a day later, in case the clock is set back. */
export const dayOf = (time: number) => ({
  date: new Date(time).toISOString().slice(0, 10),
  expiresAt: (Math.floor(time / day) + 2) * day,
});

/** What a message through a channel needs to know of it, and writes with itself. */
interface Passage {
  /** What is sent in place of a reply while the agent is inactive; null if nothing is. */
  readonly offlineMessage: string | null;
  /** Count the message, and refuse it beyond the limits of the day. */
  readonly counted: readonly Statement[];
}

/** Dependencies of the gate. */
interface GateNeeds {
  readonly db: Database;
  readonly now: () => number;
}

/** What every message through a channel passes: the channel's status, and its limits per visitor and day (UTC). */
export function createGate({ db, now }: GateNeeds) {
  const countersOf = (channel: string, user: string | undefined, limits: ChannelLimits): store.DayCount[] => {
    const { date, expiresAt } = dayOf(now());
    const { visitorMessagesPerDay: ofVisitor, messagesPerDay: ofAll } = limits;
    return [
      ...(ofVisitor === null || user === undefined
        ? []
        : [{ id: `${channel} ${date} ${user}`, channel, most: ofVisitor, expiresAt }]),
      ...(ofAll === null ? [] : [{ id: `${channel} ${date}`, channel, most: ofAll, expiresAt }]),
    ];
  };

  /**
   * Lets a message pass. Throws `channel_not_found`, `channel_inactive`, or `channel_limit_reached` with the channel's
   * own words.
   */
  return async (actor: VisitorActor | ChannelActor, user: string | undefined): Promise<Passage> => {
    const id = actor.kind === 'visitor' ? actor.channel : actor.id;
    const channel = await findVisited(db, id);
    if (channel === undefined || channel.workspace !== actor.workspace) throw failures.noChannel();
    if (channel.status === 'inactive') throw inactiveChannel();
    const limits = { ...usualLimits, ...(JSON.parse(channel.limits) as Partial<ChannelLimits>) };
    const counters = countersOf(id, user, limits);
    const full = () => limitReached(limits, now());
    // A look first, since a flood should not reach the writer; the statement decides.
    const counts = await store.readCounts(
      db,
      channel.workspace,
      counters.map((counter) => counter.id),
    );
    if (counters.some((counter) => (counts.get(counter.id) ?? 0) >= counter.most)) throw full();
    return {
      offlineMessage: channel.offlineMessage,
      counted: [
        ...counters.map((counter) => store.count(db, channel.workspace, counter, full)),
        store.noteEvent(db, channel.workspace, { id, now: now() }),
      ],
    };
  };
}

/** The refusal of a channel that is switched off. */
export const inactiveChannel = (): AppError =>
  new AppError('channel_inactive', 'The channel is inactive.', { hint: 'Set its status to active.' });

function limitReached({ message }: ChannelLimits, now: number): AppError {
  const retryAfter = Math.ceil((day - (now % day)) / 1000);
  return new AppError('channel_limit_reached', message ?? 'No more messages are accepted today; try again tomorrow.', {
    retryAfter,
  });
}

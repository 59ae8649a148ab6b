import { Type } from 'typebox';
import { type ChannelType, channelTypes, kindOf } from '../../../platforms/kinds.ts';
import { type Messenger, SendFailure } from '../../../platforms/messenger.ts';
import { type Attempt, type Job, JobFailure, job } from '../../../storage/jobs/kind.ts';
import type { Statement } from '../../../storage/unit.ts';
import { troubled } from '../delivery/outbox/trouble.ts';
import { addressOf, sendContext } from '../delivery/send-context.ts';
import type { createEventStore } from '../inbound/store-events.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import type { OneChannel } from './check-connection.ts';
import * as store from './poll-store.ts';
import { find } from './store.ts';

/** Looks for what came in at a platform that sends no requests, such as a mailbox. */
export const pollKind = {
  name: 'channels.poll',
  payload: Type.Object({ channel: Type.String() }),
  timeoutMs: 120_000,
  attempts: 5,
  // A tenant names the server, and it may be slow: that must not hold up the mailboxes of others.
  concurrency: 16,
} as const;

const sweepKind = {
  name: 'channels.polls',
  payload: Type.Object({ after: Type.Optional(Type.String()) }),
  timeoutMs: 60_000,
  concurrency: 1,
} as const;

/** Interval between two looks into a mailbox in ms, the first attempt that reports a failure, and the batch size. */
const polls = { everyMs: 20_000, telling: 3, pattern: '* * * * *', atOnce: 500 } as const;

const polledTypes: readonly ChannelType[] = channelTypes.filter((type) => kindOf(type).messenger?.poll !== undefined);

/** Another look has moved the cursor. */
class Moved extends Error {}

/** Creates the looks into mailboxes, by jobs. */
export function createPolling(
  { record, ...needs }: MessengerNeeds,
  arriving: ReturnType<typeof createEventStore>,
): readonly Job[] {
  const { db, now, enqueue } = needs;

  const enqueueOne = (workspace: string, channel: string, runAt = now()): Statement =>
    enqueue(workspace, { kind: pollKind, payload: { channel }, key: channel, runAt });

  /** Looks into one mailbox, and stores what is new there together with the place of the next look. */
  const lookInto = async (
    { id, cursor, messenger, ...channel }: Mailbox,
    { workspace, signal, guard, toward }: LookAttempt,
  ) => {
    const context = sendContext(needs, { ...channel, channel: id }, signal);
    const polled = await toward(addressOf({ channel: id }, context))(messenger.poll(cursor, context));
    const moved = store.move(db, workspace, { id, from: cursor, to: polled.cursor }, () => new Moved());
    await db.write([guard(), moved, ...arriving.statements({ id, workspace }, polled.arrivals)]);
    return polled.hasMore ? now() : now() + polls.everyMs;
  };

  const failed = (workspace: string, { id, agent, secrets: sealed }: Mailbox, { failure, attempt }: Failed) => {
    const isTold = failure.isFinal || attempt >= polls.telling;
    const of = { channel: id, agent, failure, sealed };
    const effect = isTold ? troubled({ db, now, record }, workspace, of) : [];
    if (failure.isFinal) return { effect };
    throw new JobFailure(failure.message, { effect });
  };

  const poll = async (looking: LookAttempt) => {
    const { workspace, payload, attempt } = looking;
    const channel = await find(db, workspace, payload.channel);
    const mailbox = channel && mailboxOf(channel);
    if (mailbox === undefined) return {};
    try {
      return { effect: [enqueueOne(workspace, mailbox.id, await lookInto(mailbox, looking))] };
    } catch (failure) {
      if (failure instanceof Moved) return {};
      if (!(failure instanceof SendFailure)) throw failure;
      return failed(workspace, mailbox, { failure, attempt });
    }
  };

  return [
    job(pollKind, poll),
    job(
      sweepKind,
      async ({ payload: { after = '' } }) => {
        const found = await store.findPolled(db, { types: polledTypes, after, limit: polls.atOnce });
        const last = found.at(-1);
        return {
          ...(found.length === polls.atOnce && last !== undefined && { next: { after: last.id } }),
          effect: found.map(({ id, workspace }) => enqueueOne(workspace, id)),
        };
      },
      { pattern: polls.pattern, payload: {} },
    ),
  ];
}

type LookAttempt = Attempt<OneChannel>;

/** A failed look. */
interface Failed {
  readonly failure: SendFailure;
  readonly attempt: number;
}

type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

/** A channel that is looked into, and how. */
interface Mailbox extends Found {
  readonly messenger: { readonly poll: NonNullable<Messenger['poll']> };
}

/** The mailbox of a channel that works; one that is refused waits until a check finds that it is accepted again. */
function mailboxOf(channel: Found): Mailbox | undefined {
  const { messenger } = kindOf(channel.type as ChannelType);
  if (messenger?.poll === undefined || channel.status === 'inactive' || channel.refused === 1) return undefined;
  return { ...channel, messenger: { poll: messenger.poll } };
}

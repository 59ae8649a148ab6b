import { Type } from 'typebox';
import { type Actor, lineOf } from '../../../access/actor.ts';
import { bumpAuthority } from '../../../storage/authority.ts';
import { type Job, job, noPayload } from '../../../storage/jobs/kind.ts';
import type { AwaitedAnswer } from '../../../storage/scans/scan-queue.ts';
import { getChannel } from '../access.ts';
import { failures } from '../failures.ts';
import type { ChannelNeeds } from '../needs.ts';
import type { Channel } from '../schema.ts';
import type { ChannelTarget } from '../service.ts';
import * as store from '../store.ts';
import * as contents from './contents-store.ts';
import type { ChannelDependents } from './schema.ts';

/** Max hidden channels that one look finds. */
const maxFound = 100;

/** Deletes the conversations of a channel that was deleted with many, and then the channel. */
const purge = {
  name: 'channels.purge',
  payload: Type.Object({ channel: Type.String() }),
  timeoutMs: 60_000,
  // Over about half a day: what is hidden must not stay.
  attempts: 20,
  // Their units would share one transaction.
  concurrency: 2,
} as const;

/** Makes sure that nothing hidden stays, even if its job was cancelled or is dead. */
const leftovers = { name: 'channels.leftovers', payload: noPayload, timeoutMs: 60_000, concurrency: 1 } as const;

/** Numbers of the rows that were deleted with a channel, and sentences about what is left at its platform. */
export interface DeletedChannel extends ChannelDependents {
  readonly left: readonly string[];
}

/** The channel has more conversations or rows of its own than one unit of work should delete. */
class LongHistory extends Error {}

export type ChannelRemoval = ReturnType<typeof createRemoval>;

/** Deletes channels with their conversations: few in one unit of work, many by a job. */
export function createRemoval({ db, now, enqueue, record, conversations, farewell, rightsChanged }: ChannelNeeds) {
  const getTarget = async (actor: Actor, { id, ifMatch }: ChannelTarget) => {
    const found = await getChannel(db, actor, { id, permission: 'workspace:admin' });
    if (ifMatch !== undefined && !ifMatch.includes(found.version)) throw failures.conflict(found.version);
    return found;
  };

  const preview = async (
    actor: Actor,
    { id, ifMatch }: ChannelTarget,
    awaited?: AwaitedAnswer,
  ): Promise<ChannelDependents> => {
    const { workspace } = await getTarget(actor, { id, ifMatch });
    return conversations.count(workspace, id, { account: lineOf(actor), awaited, narrow: 'Try again later.' });
  };

  return {
    /** Counts what `remove` would delete. */
    preview,

    /** Deletes a channel and returns what went with it, and sentences about what is left at its platform. */
    remove: async (actor: Actor, { id, ifMatch }: ChannelTarget): Promise<DeletedChannel> => {
      const { workspace, json, secrets } = await getTarget(actor, { id, ifMatch });
      const { agent, type, name, settings } = JSON.parse(json) as Channel;
      const leaving = farewell.ofChannel(workspace, { id, type, name, settings: JSON.stringify(settings), secrets });
      const deletion = { id, versions: ifMatch, now: now() };
      const orElse = ifMatch === undefined ? failures.noChannel : () => failures.conflict();
      const event = record(actor, { type: 'channel.deleted', workspace, data: { channel: id, agent } });
      try {
        const { counted, removed } = await db.write({
          hold: store.hold(db, workspace, id),
          few: store.demandShort(db, id, () => new LongHistory()),
          ...conversations.removeAll(workspace, id, () => new LongHistory()),
          channel: store.remove(db, workspace, deletion, orElse),
          event,
          leaving: leaving.statements,
          visitors: bumpAuthority(db),
        });
        rightsChanged();
        await conversations.stop(workspace, removed.rows);
        return { ...countsOf(counted.rows[0]), left: await leaving.say() };
      } catch (error) {
        if (!(error instanceof LongHistory)) throw error;
      }
      // Counted before and not in the unit: counting takes a while, and other writers would wait.
      const counts = await preview(actor, { id, ifMatch: undefined });
      await db.write({
        channel: store.hide(db, workspace, deletion, orElse),
        job: enqueue(workspace, { kind: purge, payload: { channel: id }, key: id }),
        event,
        leaving: leaving.statements,
        visitors: bumpAuthority(db),
      });
      rightsChanged();
      await conversations.stop(workspace, await conversations.running(workspace, id));
      return { ...counts, left: await leaving.say() };
    },

    jobs: [
      job(purge, async ({ workspace, payload }) => {
        const part = [
          ...(await conversations.nextPart(workspace, payload.channel)),
          ...(await contents.nextPart(db, workspace, payload)),
        ];
        if (part.length > 0) return { effect: part, next: payload };
        return { effect: store.removeHidden(db, workspace, payload.channel) };
      }),
      job(
        leftovers,
        async () => {
          const found = await store.findHidden(db, maxFound);
          return {
            effect: found.map(({ id, workspace }) =>
              enqueue(workspace, { kind: purge, payload: { channel: id }, key: id }),
            ),
          };
        },
        { pattern: '35 * * * *', payload: {} },
      ),
    ] satisfies readonly Job[],
  };
}

const countsOf = (counts: ChannelDependents | undefined): ChannelDependents => ({
  conversations: Number(counts?.conversations ?? 0),
  messages: Number(counts?.messages ?? 0),
});

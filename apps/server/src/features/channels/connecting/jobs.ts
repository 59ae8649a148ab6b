import { Type } from 'typebox';
import { type ChannelType, channelTypes, kindOf } from '../../../platforms/kinds.ts';
import { type Job, job, noPayload } from '../../../storage/jobs/kind.ts';
import type { Statement } from '../../../storage/unit.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import { createConnectionCheck } from './check-connection.ts';
import { pollKind } from './polling.ts';
import * as store from './store.ts';

const oneChannel = Type.Object({ channel: Type.String() });

/** These jobs wait for servers that tenants name: some slow ones of one tenant must not hold up those of others. */
const waiting = { concurrency: 16, perAccount: 2 } as const;

/** Registers a channel with its platform after a change, or ends that if it is switched off, and checks it. */
const connectKind = {
  name: 'channels.connect',
  payload: oneChannel,
  timeoutMs: 90_000,
  attempts: 8,
  ...waiting,
} as const;

/** Checks a channel from time to time. */
const probeKind = { name: 'channels.probe', payload: oneChannel, timeoutMs: 90_000, attempts: 3, ...waiting } as const;

const probesKind = { name: 'channels.probes', payload: noPayload, timeoutMs: 60_000, concurrency: 1 } as const;

/** Interval between two checks of a channel in ms, and the number of checks enqueued at a time. */
const probes = { everyMs: 15 * 60_000, atOnce: 100, pattern: '*/5 * * * *' } as const;

/** The kinds whose channels are looked at from time to time. */
const probedTypes: readonly ChannelType[] = channelTypes.filter((type) => kindOf(type).messenger?.isProbed === true);

/** Creates what connects channels with their platforms and checks them, by jobs. */
export function createConnectionJobs(needs: MessengerNeeds) {
  const { db, now, enqueue } = needs;
  const checkConnection = createConnectionCheck(needs);

  return {
    /** The statements that connect a channel after its change, or disconnect it if it is switched off. */
    connect: (workspace: string, { id, type }: { readonly id: string; readonly type: ChannelType }): Statement[] => {
      const { messenger } = kindOf(type);
      if (messenger === undefined) return [];
      const payload = { channel: id };
      const isLookedAt = messenger.connect !== undefined || messenger.isProbed;
      return [
        // Without a key: one that waits for its next attempt must not hold up what a person has just changed.
        ...(isLookedAt ? [enqueue(workspace, { kind: connectKind, payload })] : []),
        // Mails that arrived before the first look aren't answered, so the first look runs immediately.
        ...(messenger.poll === undefined ? [] : [enqueue(workspace, { kind: pollKind, payload, key: id })]),
      ];
    },

    jobs: [
      job(connectKind, (attempt) => checkConnection(attempt, { connects: true, telling: 1 })),
      // A failure that passes is not worth an alarm: only the last of three attempts reports it.
      job(probeKind, (attempt) => checkConnection(attempt, { connects: false, telling: probeKind.attempts })),
      job(
        probesKind,
        async () => {
          const due = { types: probedTypes, before: now() - probes.everyMs, limit: probes.atOnce };
          const found = await store.findDue(db, due);
          // The channels found get a new check time, so the next batch finds others.
          return {
            ...(found.length === probes.atOnce && { next: {} }),
            effect: found.flatMap(({ id, workspace }) => [
              store.noteProbe(db, workspace, { ids: [id], now: now() }),
              enqueue(workspace, { kind: probeKind, payload: { channel: id }, key: id }),
            ]),
          };
        },
        { pattern: probes.pattern, payload: {} },
      ),
    ] satisfies readonly Job[],
  };
}

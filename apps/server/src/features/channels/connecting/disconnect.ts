import { Type } from 'typebox';
import { type ChannelType, channelTypes, kindOf } from '../../../platforms/kinds.ts';
import { SendFailure } from '../../../platforms/messenger.ts';
import { type Attempt, type Job, JobFailure, job, systemWorkspace } from '../../../storage/jobs/kind.ts';
import type { Statement } from '../../../storage/unit.ts';
import { placeOf, sendContext } from '../delivery/send-context.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import type { Disconnection } from './disconnection.ts';
import * as store from './store.ts';

/**
 * Ends the registration of a deleted channel. The job's payload holds its settings, sealed, because its row is gone.
 */
const kind = {
  name: 'channels.disconnect',
  payload: Type.Object({ sealed: Type.String() }),
  timeoutMs: 60_000,
  attempts: 10,
} as const;

/** Timeouts in ms: of the attempt during the deletion, and of the job that tries again if that attempt failed. */
const waits = { askedMs: 8_000, jobMs: 30_000 } as const;

/** Max channels of an agent whose platforms are told while the deletion waits; the others by their jobs. */
const maxAsked = 20;

/** Max channels that one query finds, and of one portion of a workspace's deletion. */
const maxPortion = 50;

/** The kinds whose platforms know something of a channel. */
const knownTypes: readonly ChannelType[] = channelTypes.filter((type) => {
  const { messenger } = kindOf(type);
  return messenger?.disconnect !== undefined || messenger?.leftover !== undefined;
});

type Leaving = Pick<store.PlatformChannel, 'id' | 'type' | 'name' | 'settings' | 'secrets'>;

/** Creates what ends the registration of channels that are deleted. */
export function createDisconnect({ publicUrl, enqueue, ...needs }: MessengerNeeds) {
  const { db, now, secrets } = needs;

  const disconnect = async (leaving: Leaving, signal: AbortSignal): Promise<void> => {
    const { messenger } = kindOf(leaving.type as ChannelType);
    const place = placeOf(publicUrl, { channel: leaving.id, name: leaving.name });
    await messenger?.disconnect?.(place, sendContext(needs, { ...leaving, channel: leaving.id }, signal));
  };

  const enqueueOne = (
    workspace: string,
    { id, type, name, settings, secrets: own }: Leaving,
    { runAt, turnOf = workspace }: { readonly runAt: number; readonly turnOf?: string },
  ): Statement[] =>
    kindOf(type as ChannelType).messenger?.disconnect === undefined
      ? []
      : [
          enqueue(workspace, {
            ...{ kind, runAt, turnOf },
            payload: (job: string) => ({
              sealed: secrets.seal(JSON.stringify({ id, type, name, settings, secrets: own }), ['jobs.payload', job]),
            }),
          }),
        ];

  /** Tells the platform of one channel; returns what is left, if anything. */
  const tell = async (leaving: Leaving): Promise<readonly string[]> => {
    const { title, messenger } = kindOf(leaving.type as ChannelType);
    const left = messenger?.leftover === undefined ? [] : [messenger.leftover];
    try {
      await disconnect(leaving, AbortSignal.timeout(waits.askedMs));
      return left;
    } catch (error) {
      return [`Its registration with ${title} could not be ended: ${reasonOf(error, title)}`, ...left];
    }
  };

  const disconnection = (workspace: string, channels: readonly Leaving[]): Disconnection => ({
    statements: channels.flatMap((channel) => enqueueOne(workspace, channel, { runAt: now() + waits.jobMs })),
    say: async () => {
      const told = await Promise.all(channels.slice(0, maxAsked).map(tell));
      return [...new Set(told.flat())];
    },
  });

  const handle = async ({ id, payload: { sealed }, signal }: Attempt<{ readonly sealed: string }>) => {
    try {
      await disconnect(JSON.parse(secrets.open(sealed, ['jobs.payload', id])) as Leaving, signal);
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      throw new JobFailure(error.message, { retry: !error.isFinal });
    }
  };

  return {
    /** Of one channel. */
    ofChannel: (workspace: string, channel: Leaving): Disconnection => disconnection(workspace, [channel]),
    /** Of all channels of an agent. */
    ofAgent: async (workspace: string, agent: string): Promise<Disconnection> => {
      const channels: Leaving[] = [];
      for (let after = ''; ; ) {
        const found = await store.findOf(db, workspace, { agent, after, types: knownTypes, limit: maxPortion });
        channels.push(...found);
        if (found.length < maxPortion) return disconnection(workspace, channels);
        after = found.at(-1)?.id ?? '';
      }
    },
    /** The statements of the next channels of a workspace that is deleted, after the one with an ID. */
    ofWorkspace: async (workspace: string, after: string | undefined) => {
      const channels = await store.findOf(db, workspace, { after: after ?? '', types: knownTypes, limit: maxPortion });
      // Jobs of the workspace go with it.
      const how = { runAt: now(), turnOf: workspace };
      const statements = channels.flatMap((channel) => enqueueOne(systemWorkspace, channel, how));
      return { statements, last: channels.at(-1)?.id };
    },
    jobs: [job(kind, handle)] satisfies readonly Job[],
  };
}

/** Returns why a platform could not be told, and the consequence. Throws any other error. */
function reasonOf(error: unknown, title: string): string {
  const later = 'It is tried again for some hours.';
  if (error instanceof SendFailure) return `${error.message} ${error.isFinal ? 'Remove it there yourself.' : later}`;
  if (error instanceof Error && error.name === 'TimeoutError') return `${title} did not answer in time. ${later}`;
  throw error;
}

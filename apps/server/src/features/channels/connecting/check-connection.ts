import { type ChannelType, kindOf } from '../../../platforms/kinds.ts';
import { type SendContext, SendFailure } from '../../../platforms/messenger.ts';
import { type Attempt, type JobEnd, JobFailure } from '../../../storage/jobs/kind.ts';
import { recovered, troubled } from '../delivery/outbox/trouble.ts';
import { addressOf, placeOf, sendContext } from '../delivery/send-context.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import * as store from './store.ts';

/** The payload of jobs that look at one channel. */
export interface OneChannel {
  readonly channel: string;
}

/** Options of a check of a channel. */
interface ConnectionCheckOptions {
  /** True to register the channel with its platform first, or to end the registration if it is switched off. */
  readonly connects: boolean;
  /** The attempt from which on a failure that may pass is told. */
  readonly telling: number;
}

/** Creates the look at a channel: whether its platform accepts it, and sends its requests where they should go. */
export function createConnectionCheck({ publicUrl, record, ...needs }: MessengerNeeds) {
  const { db, now } = needs;

  const ask = async (channel: store.PlatformChannel, { connects }: ConnectionCheckOptions, context: SendContext) => {
    const { messenger } = kindOf(channel.type as ChannelType);
    const place = placeOf(publicUrl, { channel: channel.id, name: channel.name });
    if (channel.status === 'inactive') return connects ? messenger?.disconnect?.(place, context) : undefined;
    if (connects) await messenger?.connect?.(place, context);
    if (messenger?.isProbed === true) await messenger.check(place, context);
  };

  return async (
    { workspace, payload, signal, attempt, toward }: Attempt<OneChannel>,
    looking: ConnectionCheckOptions,
  ): Promise<JobEnd<OneChannel>> => {
    const channel = await store.find(db, workspace, payload.channel);
    if (channel === undefined) return {};
    const { id, agent, secrets: sealed } = channel;
    const looked = store.noteProbe(db, workspace, { ids: [id], now: now() });
    const context = sendContext(needs, { ...channel, channel: id }, signal);
    try {
      await toward(addressOf({ channel: id }, context))(ask(channel, looking, context));
    } catch (failure) {
      if (!(failure instanceof SendFailure)) throw failure;
      const isTold = failure.isFinal || attempt >= looking.telling;
      const of = { channel: id, agent, failure, sealed };
      const effect = [looked, ...(isTold ? troubled({ db, now, record }, workspace, of) : [])];
      if (failure.isFinal) return { effect };
      throw new JobFailure(failure.message, { effect });
    }
    return { effect: [looked, ...recovered({ db, now, record }, workspace, { channel: id, agent, sealed })] };
  };
}

import { type FailureLimiter, tooManyFailures } from '../../../access/limits/rate-limit.ts';
import { AppError } from '../../../errors.ts';
import { failures } from '../failures.ts';
import { inactiveChannel } from '../gate.ts';
import * as gateStore from '../gate-store.ts';
import { type ChannelType, channelTypes, kindOf } from '../kinds/kinds.ts';
import type { Messenger, RequestHeaders } from '../kinds/messenger.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import { readSecrets, validSecrets } from '../secrets.ts';
import type { CreateCheck } from '../settings.ts';
import { findVisited } from '../visitors/store.ts';
import { createReceiving, threadOf } from './jobs.ts';
import * as store from './store.ts';

/** How long the ID of an event is remembered, in ms. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/** A request of a platform, before its body is read. */
interface Knock {
  readonly channel: string;
  readonly headers: RequestHeaders;
  readonly address: string;
}

/** Dependencies of receiving. */
export interface InboundNeeds extends MessengerNeeds {
  readonly failures: FailureLimiter;
  readonly createCheck: CreateCheck;
  /** Parses a JSON object strictly; throws `invalid_json`. */
  parseJson(bytes: Buffer): unknown;
}

export type Inbound = ReturnType<typeof createInbound>;

/** Receives the requests of platforms: verifies them, stores each event once, and acknowledges. */
export function createInbound({ parseJson, createCheck, ...needs }: InboundNeeds) {
  const { db, now, newId, secrets } = needs;
  const { enqueueThread, jobs } = createReceiving(needs);
  const checks = new Map(
    channelTypes.flatMap((type) => {
      const { messenger } = kindOf(type);
      return messenger === undefined ? [] : [[type, createCheck(messenger.body, '')] as const];
    }),
  );

  /** The refusal of a request that its platform didn't sign. Only these: a good one is good from a noisy address, too. */
  const refused = (address: string): AppError => {
    const wait = needs.failures.fail(address, now());
    return wait === undefined ? notSigned() : tooManyFailures(wait);
  };

  const getMessenger = async ({ channel: id, headers, address }: Knock) => {
    const channel = await findVisited(db, id);
    const messenger: Messenger | undefined = channel && kindOf(channel.type as ChannelType).messenger;
    if (channel === undefined || messenger === undefined) throw failures.noChannel();
    if (channel.status === 'inactive') throw inactiveChannel();
    if (!messenger.mayBe(headers, now())) throw refused(address);
    return { channel, messenger };
  };

  return {
    jobs,

    /** Throws unless the request may be one of the platform, as far as its headers tell. */
    screen: async (knock: Knock): Promise<void> => {
      await getMessenger(knock);
    },

    /** Stores the event of a request, and the job that handles it; nothing if it is stored already. */
    receive: async ({ bytes, ...knock }: Knock & { readonly bytes: Buffer }): Promise<void> => {
      const { channel, messenger } = await getMessenger(knock);
      const { headers } = knock;
      const valid = validSecrets(readSecrets(secrets, channel.secrets), now());
      if (!messenger.verify({ headers, bytes }, valid)) throw refused(knock.address);
      const body = parseJson(bytes) as Record<string, unknown>;
      checks.get(channel.type as ChannelType)?.(body);
      const { event, message } = messenger.receive(headers, body);
      const time = now();
      const thread = threadOf(message);
      await db.write({
        event: store.insert(db, channel.workspace, {
          ...{ id: newId('channelEvent'), channel_id: channel.id, event_id: event, thread, state: 'pending' },
          ...{ payload: JSON.stringify(message), error: null, claimed_by: null, claimed_until: 0 },
          ...{ received_at: time, expires_at: time + keptMs },
        }),
        job: enqueueThread(channel.workspace, { channel: channel.id, thread }),
        noted: gateStore.noteEvent(db, channel.workspace, { id: channel.id, now: time }),
      });
    },
  };
}

const notSigned = () =>
  new AppError('invalid_signature', 'The request is not signed by this channel’s secret.', {
    hint: 'Sign the exact bytes of the body as Standard Webhooks describes, at most five minutes before you send them.',
  });

import { type FailureLimiter, tooManyFailures } from '../../../access/limits/rate-limit.ts';
import { AppError } from '../../../errors.ts';
import type { PlatformAnswer } from '../../../platforms/arrival.ts';
import { type ChannelType, channelTypes, kindOf } from '../../../platforms/kinds.ts';
import type { Messenger, RequestHeaders } from '../../../platforms/messenger.ts';
import { failures } from '../failures.ts';
import { inactiveChannel } from '../gate/gate.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import { openSettings, validSecrets } from '../settings/secrets.ts';
import type { CreateCheck } from '../settings/settings.ts';
import { findVisited, type VisitedChannel } from '../visitors/store.ts';
import type { createEventStore } from './store-events.ts';

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
  readonly arriving: ReturnType<typeof createEventStore>;
  /** Parses a JSON object strictly; throws `invalid_json`. */
  parseJson(bytes: Buffer): unknown;
}

export type Inbound = ReturnType<typeof createInbound>;

/** Receives the requests of platforms: verifies them, stores each event once, and acknowledges. */
export function createInbound({ parseJson, createCheck, arriving, ...needs }: InboundNeeds) {
  const { db, now, secrets } = needs;
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

  const getChannel = async (id: string) => {
    const channel = await findVisited(db, id);
    const messenger: Messenger | undefined = channel && kindOf(channel.type as ChannelType).messenger;
    if (channel === undefined || messenger === undefined) throw failures.noChannel();
    return { channel, messenger };
  };

  const getMessenger = async ({ channel: id, headers, address }: Knock) => {
    const found = await getChannel(id);
    if (found.channel.status === 'inactive') throw inactiveChannel();
    demandSize(found.messenger, Number(headers['content-length'] ?? 0));
    if (!found.messenger.mayBe(headers, now())) throw refused(address);
    return found;
  };

  /** The body of a verified request. Throws `invalid_json`, or `unsupported_media_type` for a form of a kind without. */
  const bodyOf = ({ readForm }: Messenger, { 'content-type': type }: RequestHeaders, bytes: Buffer): unknown => {
    if (!/^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(String(type))) return parseJson(bytes);
    if (readForm === undefined) throw noForms();
    return parseJson(Buffer.from(readForm(new URLSearchParams(bytes.toString('utf8')))));
  };

  const verifyContext = (channel: VisitedChannel) => {
    const { settings, secrets: read } = openSettings(secrets, { ...channel, channel: channel.id });
    const time = now();
    return { settings, secrets: validSecrets(read, time), now: time };
  };

  return {
    /** Throws unless the request may be one of the platform, as far as its headers tell. */
    screen: async (knock: Knock): Promise<void> => {
      await getMessenger(knock);
    },

    /**
     * Stores the events of a request, and the jobs that handle them; nothing of what is stored already. Returns what the
     * platform is answered in its own words.
     */
    receive: async ({ bytes, ...knock }: Knock & { readonly bytes: Buffer }): Promise<PlatformAnswer | undefined> => {
      const { channel, messenger } = await getMessenger(knock);
      const { headers } = knock;
      demandSize(messenger, bytes.length);
      const context = verifyContext(channel);
      if (!messenger.verify({ headers, bytes }, context)) throw refused(knock.address);
      const body = bodyOf(messenger, headers, bytes) as Record<string, unknown>;
      checks.get(channel.type as ChannelType)?.(body);
      const { arrivals, answer } = await messenger.receive(headers, body, context);
      const { statements, rest } = await needs.takeOfTeam(channel, arrivals);
      await db.write([...statements, ...arriving.statements(channel, rest)]);
      return answer;
    },

    /** Answers the request with which a platform makes sure of an address. */
    challenge: async (id: string, query: Readonly<Record<string, string>>): Promise<PlatformAnswer> => {
      const { channel, messenger } = await getChannel(id);
      const answer = messenger.challenge?.(query, verifyContext(channel));
      if (answer === undefined) throw wrongChallenge();
      return answer;
    },
  };
}

/** Throws `payload_too_large` for more than requests of a kind have. */
function demandSize({ maxBytes }: Messenger, bytes: number): void {
  if (bytes > maxBytes) throw new AppError('payload_too_large', `The body must have at most ${maxBytes / 1024} KiB.`);
}

const noForms = () =>
  new AppError('unsupported_media_type', 'Content-Type must be application/json for a channel of this type.', {
    accepted: ['application/json'],
  });

const wrongChallenge = () =>
  new AppError('invalid_signature', 'The request does not have the token of this channel.', {
    hint: 'Give the platform the verify token that the channel showed when it was created or rotated.',
  });

const notSigned = () =>
  new AppError('invalid_signature', 'The request is not signed by this channel’s secret.', {
    hint: 'Sign the exact bytes of the body as Standard Webhooks describes, at most five minutes before you send them.',
  });

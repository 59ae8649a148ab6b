import { createHash } from 'node:crypto';
import { stringOf } from '../json-fields.ts';
import {
  type Addressee,
  type OpenPart,
  type OutboundMessage,
  type SendContext,
  SendFailure,
  type SentPart,
  type TypingTo,
} from '../messenger.ts';
import type { PlatformResponse } from '../platform-call.ts';
import { callDiscord, callTwice, hasEnded, isDeleted, isDone, refusedMessage } from './api.ts';

/** Durations in ms. */
const times = {
  /** Lifetime of an interaction token: 15 minutes, less the duration of a request. */
  token: 15 * 60_000 - 30_000,
  /** Time for which Discord may not know a token yet: the answer to its request is on its way. */
  settling: 10_000,
  /** The wait before the next attempt with such a token. */
  wait: 1_000,
  /** Time for which Discord recognises a nonce: "a few minutes". */
  nonce: 2 * 60_000,
} as const;

/** Message flags: no embeds of links; an answer that still shows "thinking…". */
const flags = { noEmbeds: 4, loading: 128 } as const;

/** The interaction that a message answers, as `readInteraction` kept it. */
interface Target {
  readonly application: string;
  readonly token: string;
  readonly channel: string;
  /** Time of the interaction, in ms since 1970. */
  readonly at: number;
}

const targetOf = ({ context, thread }: Pick<Addressee, 'context' | 'thread'>): Target => {
  const { application = '', token = '', channel = thread ?? '', at = '0' } = context ?? {};
  return { application, token, channel, at: Number(at) };
};

/** True if the interaction token of a target is valid at a time. */
const hasToken = ({ application, token, at }: Target, time: number): boolean =>
  application !== '' && token !== '' && time - at < times.token;

/**
 * True if a part that may have been sent can be sent again. The first answer to an interaction can be read, and Discord
 * recognises the nonce of a message by the bot. Follow-up messages have neither.
 */
export function recognisesPart(
  { index, since }: OpenPart,
  message: OutboundMessage,
  { now }: { readonly now: number },
) {
  const target = targetOf(message);
  if (!hasToken(target, since)) return now - since <= times.nonce;
  return index === 0 && hasToken(target, now);
}

/** Sends a part: as the answer to its interaction as long as that is possible, then as a message of the bot. */
export async function sendPart(part: SentPart, message: OutboundMessage, context: SendContext): Promise<string | null> {
  const target = targetOf(message);
  if (hasToken(target, context.now)) {
    const sent = await sendByToken(part, target, context);
    if (sent !== undefined) return idOf(sent);
    if (part.isRepeat) throw unknownArrival();
  }
  return sendByBot(part, target, context);
}

/**
 * Shows in a channel that the bot is typing, for 10 s. An agent that answers a command needs no sign: Discord shows
 * "thinking…" until the answer.
 */
export async function showTyping(to: TypingTo, context: SendContext): Promise<void> {
  const target = targetOf(to);
  if (target.channel === '' || (to.role === 'assistant' && hasToken(target, context.now))) return;
  const answer = await callDiscord({ path: `/channels/${target.channel}/typing` }, context);
  if (!isDone(answer)) throw refusedMessage(answer);
}

const bodyOf = ({ text }: SentPart) => ({
  ...{ content: text, flags: flags.noEmbeds, allowed_mentions: { parse: [] as const } },
});

const idOf = ({ json }: PlatformResponse): string | null => stringOf(json['id']) || null;

const pathOf = ({ application, token }: Target) => `/webhooks/${application}/${encodeURIComponent(token)}`;

/** Sends a part with the interaction token; returns undefined if Discord doesn't know it any more. */
async function sendByToken(part: SentPart, target: Target, context: SendContext) {
  if (part.index > 0) return followUp(part, target, context);
  const original = `${pathOf(target)}/messages/@original`;
  const found = await callDiscord({ method: 'GET', path: original, asBot: false }, context);
  if (hasEnded(found)) return ended(target, context);
  if (isDone(found) && isLoading(found)) {
    const json = { ...bodyOf(part) };
    return settled(await callTwice({ method: 'PATCH', path: original, json, asBot: false }, context), target, context);
  }
  if (!isDone(found) && !isDeleted(found)) throw refusedMessage(found);
  // Another message has taken the answer to the interaction, or this one before the service stopped.
  if (!part.isRepeat) return followUp(part, target, context);
  if (stringOf(found.json['content']).trim() === part.text.trim()) return found;
  throw unknownArrival();
}

const isLoading = ({ json }: PlatformResponse): boolean => (Number(json['flags'] ?? 0) & flags.loading) !== 0;

async function followUp(part: SentPart, target: Target, context: SendContext) {
  const request = { path: pathOf(target), json: bodyOf(part), asBot: false, isOnce: true } as const;
  return settled(await callDiscord(request, context), target, context);
}

/** Interprets an answer for a part: returns undefined if the token has ended, and throws if the part is refused. */
function settled(answer: PlatformResponse, target: Target, context: SendContext): PlatformResponse | undefined {
  if (isDone(answer)) return answer;
  if (hasEnded(answer)) return ended(target, context);
  throw refusedMessage(answer);
}

/** Notes that a token has ended; throws if it is so young that Discord may not know it yet. */
function ended({ at }: Target, { now }: SendContext): undefined {
  if (now - at >= times.settling) return undefined;
  const message = 'Discord doesn’t know the interaction yet.';
  throw new SendFailure('interaction_unsettled', message, { waitMs: times.wait });
}

async function sendByBot(part: SentPart, { channel }: Target, context: SendContext): Promise<string | null> {
  if (channel === '') {
    const message = 'Discord doesn’t say in which channel the user wrote.';
    throw new SendFailure('no_channel', message, { isFinal: true, isOfMessage: true });
  }
  // At most 25 characters.
  const nonce = createHash('sha256').update(part.id).digest('base64url').slice(0, 24);
  const json = { ...bodyOf(part), nonce, enforce_nonce: true };
  const answer = await callTwice({ path: `/channels/${channel}/messages`, json }, context);
  if (!isDone(answer)) throw refusedMessage(answer);
  return idOf(answer);
}

const unknownArrival = () =>
  new SendFailure('interrupted', 'The service stopped while the message was sent; whether it arrived isn’t known.', {
    isUnknown: true,
  });

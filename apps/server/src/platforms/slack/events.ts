import { createHmac } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { isSame } from '../../access/equal-secrets.ts';
import { readAs } from '../any-body.ts';
import type {
  Arrival,
  InboundMessage,
  Received,
  RequestHeaders,
  SettingValues,
  SignedRequest,
  VerifyContext,
} from '../messenger.ts';
import { readMrkdwn } from './text.ts';

/** Maximum difference in s between the time of a request and now (Slack, "Verifying requests"). */
const toleranceSeconds = 5 * 60;

const one = (headers: RequestHeaders, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

const timeOf = (headers: RequestHeaders) => one(headers, 'x-slack-request-timestamp');
const signatureOf = (headers: RequestHeaders) => one(headers, 'x-slack-signature');

/** True if a request has the headers of Slack and is recent enough. A repeat has its own time. */
export const mayBeOfSlack = (headers: RequestHeaders, now: number): boolean =>
  /^v0=[0-9a-f]{64}$/.test(signatureOf(headers)) &&
  /^\d{1,12}$/.test(timeOf(headers)) &&
  Math.abs(now / 1000 - Number(timeOf(headers))) <= toleranceSeconds;

/** True if a request is signed with the signing secret of the app: version 0 of Slack's scheme. */
export function isOfSlack({ headers, bytes }: SignedRequest, { settings }: VerifyContext): boolean {
  const secret = String(settings['signingSecret'] ?? '');
  if (secret === '') return false;
  const digest = createHmac('sha256', secret)
    .update(`v0:${timeOf(headers)}:`)
    .update(bytes)
    .digest('hex');
  return isSame(signatureOf(headers), `v0=${digest}`);
}

/** The request with which Slack makes sure of an address. */
const Verification = Type.Object({
  type: Type.Literal('url_verification'),
  challenge: Type.String({ maxLength: 1_000 }),
});

const Event = Type.Object({
  type: Type.Union([Type.Literal('message'), Type.Literal('app_mention')]),
  subtype: Type.Optional(Type.String()),
  bot_id: Type.Optional(Type.Unknown()),
  user: Type.String({ pattern: '^[A-Z0-9]{2,40}$' }),
  text: Type.Optional(Type.String()),
  ts: Type.String({ pattern: '^[0-9.]{1,40}$' }),
  thread_ts: Type.Optional(Type.String({ pattern: '^[0-9.]{1,40}$' })),
  channel: Type.String({ pattern: '^[A-Z0-9]{2,40}$' }),
  channel_type: Type.Optional(Type.String()),
  files: Type.Optional(Type.Array(Type.Unknown())),
});
type Event = Static<typeof Event>;

/** Fields of an event that are read (Slack's Events API): mentions of the app, and direct messages. */
const Callback = Type.Object({
  type: Type.Literal('event_callback'),
  event: Event,
  authorizations: Type.Optional(
    Type.Array(Type.Object({ user_id: Type.Optional(Type.String()), is_bot: Type.Optional(Type.Boolean()) })),
  ),
});

/** Kinds of messages that are a person's own, beside those without one; others tell of edits, deletions, members. */
const ownSubtypes: readonly string[] = ['file_share', 'me_message', 'thread_broadcast'];

/** The user that Slack itself speaks as. */
const slackbot = 'USLACKBOT';

const mention = /<@([A-Z0-9]{2,40})(?:\|[^<>]{0,100})?>/;
const mentions = /<@([A-Z0-9]{2,40})(?:\|[^<>]{0,100})?>/g;

/** Message of a mention without other text. */
const greeting = 'Hello!';

/** Reads a request: the challenge, which is answered, or an event. */
export function receiveEvent(_headers: RequestHeaders, body: object, { settings }: VerifyContext): Received {
  const verification = readAs(Verification, body);
  if (verification !== undefined) return { arrivals: [], answer: { type: 'text/plain', text: verification.challenge } };
  const callback = readAs(Callback, body);
  const arrival = callback && arrivalOf(callback, settings);
  return { arrivals: arrival === undefined ? [] : [arrival] };
}

/**
 * A message is for the app if it mentions it, anywhere, or is a direct one. Other messages in channels and threads are
 * not, so that nothing needs to be kept of where the app was mentioned.
 */
function arrivalOf({ event, authorizations }: Static<typeof Callback>, settings: SettingValues): Arrival | undefined {
  const { type, subtype, bot_id: bot, user, channel, ts, files } = event;
  if (bot !== undefined && bot !== null) return undefined;
  if (user === slackbot || (subtype !== undefined && !ownSubtypes.includes(subtype))) return undefined;
  if (type === 'message' && event.channel_type !== 'im') return undefined;
  const own = authorizations?.find(({ is_bot: isBot }) => isBot === true)?.user_id;
  const text = readMrkdwn(withoutMention(event, own)).trim();
  // A message can be told of twice, as a mention and as a message, under two event IDs: its place and time are its own.
  const id = `${channel} ${ts}`;
  if (text !== '') return { kind: 'message', event: id, message: inbound(event, text) };
  if (files !== undefined && files.length > 0)
    return { kind: 'unreadable', event: id, message: inbound(event, ''), says: String(settings['unreadable'] ?? '') };
  return type === 'app_mention' ? { kind: 'message', event: id, message: inbound(event, greeting) } : undefined;
}

/** The text without the mentions of the app's own user; without the first one, if the event doesn't say which it is. */
function withoutMention({ type, text = '' }: Event, own: string | undefined): string {
  if (own !== undefined) return text.replace(mentions, (whole, user: string) => (user === own ? '' : whole));
  return type === 'app_mention' ? text.replace(mention, '') : text;
}

function inbound(event: Event, text: string): InboundMessage {
  const { user, channel, channel_type: type, ts, thread_ts: parent } = event;
  const isDirect = type === 'im' || channel.startsWith('D');
  // A reply in a channel begins a thread below the message that asks for it.
  const root = isDirect ? parent : (parent ?? ts);
  return {
    user: { id: user },
    thread: root === undefined ? null : `${channel}:${root}`,
    text,
    context: { channel },
    sentAt: Math.floor(Number(ts) * 1000),
  };
}

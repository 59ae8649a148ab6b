import { createHmac } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { isSame } from '../../access/equal-secrets.ts';
import { readAs } from '../any-body.ts';
import type { Arrival, Received } from '../arrival.ts';
import type { InboundMessage } from '../inbound-message.ts';
import { fieldsOf, listOf, stringOf } from '../json-fields.ts';
import type { RequestHeaders, SignedRequest, VerifyContext } from '../messenger.ts';
import { blocksText, filesOf, sharedText } from './content.ts';
import { receiveForm } from './forms.ts';
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

type Fields = Readonly<Record<string, unknown>>;

/** A person's message: the fields without which it can't be answered. */
const Event = Type.Object({
  type: Type.Union([Type.Literal('message'), Type.Literal('app_mention')]),
  user: Type.String({ pattern: '^[A-Z0-9]{2,40}$' }),
  ts: Type.String({ pattern: '^[0-9.]{1,40}$' }),
  channel: Type.String({ pattern: '^[A-Z0-9]{2,40}$' }),
});
type Event = Static<typeof Event> & Fields;

const ts = /^[0-9.]{1,40}$/;

/** Kinds of messages that are a person's own, beside those without one; others tell of deletions, members, topics. */
const ownSubtypes: readonly unknown[] = [undefined, null, '', 'file_share', 'me_message', 'thread_broadcast'];

/** The user that Slack itself speaks as. */
const slackbot = 'USLACKBOT';

const mention = /<@([A-Z0-9]{2,40})(?:\|[^<>]{0,100})?>/;
const mentions = /<@([A-Z0-9]{2,40})(?:\|[^<>]{0,100})?>/g;

/** Message of a mention without other text. */
const greeting = 'Hello!';

/** Reads a request: the challenge, which is answered, an event, or a form. */
export function receiveEvent(_headers: RequestHeaders, body: object, { settings, now }: VerifyContext): Received {
  const verification = readAs(Verification, body);
  if (verification !== undefined) return { arrivals: [], answer: { type: 'text/plain', text: verification.challenge } };
  const fields = fieldsOf(body);
  const form = receiveForm(fields, now);
  if (form !== undefined) return form;
  if (fields['type'] !== 'event_callback') return { arrivals: [] };
  const arrival = arrivalOf(current(fieldsOf(fields['event'])), {
    own: listOf(fields['authorizations']).find((each) => each['is_bot'] === true)?.['user_id'],
    unreadable: String(settings['unreadable'] ?? ''),
  });
  return { arrivals: arrival === undefined ? [] : [arrival] };
}

/**
 * The message that an event tells of. Of an edit that is the new message, if its text is another one: Slack also tells
 * of a preview of a link in this way.
 */
function current(event: Fields): Fields {
  if (event['subtype'] !== 'message_changed') return event;
  const [message, before] = [fieldsOf(event['message']), fieldsOf(event['previous_message'])];
  const edited = stringOf(fieldsOf(message['edited'])['ts']);
  if (!ts.test(edited) || message['text'] === before['text']) return {};
  const { channel, channel_type: type } = event;
  return { ...message, type: 'message', channel, channel_type: type, edited_ts: edited };
}

/** Facts about a channel when its events are read: the user ID of its app, and its text for unreadable messages. */
interface Reading {
  readonly own: unknown;
  readonly unreadable: string;
}

/**
 * A message is for the app's agent if it mentions the app, anywhere, or is a direct one. Other messages in threads of
 * channels may be for the team's room.
 */
function arrivalOf(given: Fields, { own, unreadable }: Reading): Arrival | undefined {
  const event = readAs(Event, given) as Event | undefined;
  if (event === undefined || !isOfPerson(event)) return undefined;
  const answered = threadOf(event);
  const isForAgent = event.type === 'app_mention' || event['channel_type'] === 'im';
  if (!isForAgent && answered === undefined) return undefined;
  const { text, ...content } = contentOf(event, own);
  const edit = stringOf(event['edited_ts']);
  // A message can be told of twice, as a mention and as a message, under two event IDs: its place and time are its own.
  const id = `${event.channel} ${event.ts}${edit === '' ? '' : ` edited ${edit}`}`;
  const isEmpty = text === '' && content.attachments.length === 0 && content.forwardedFrom === undefined;
  if (isEmpty && event.type === 'message') return undefined;
  const message = { ...inbound(event, isEmpty ? greeting : text), ...content, unreadable };
  const arrived = { event: id, message: edit === '' ? message : { ...message, ...editOf(event.ts, edit) } };
  if (answered === undefined) return { kind: 'message', ...arrived };
  return { kind: isForAgent ? 'message' : 'thread', ...arrived, answers: { to: answered, text } };
}

/** True if a person has written a message. */
const isOfPerson = (event: Event): boolean =>
  (event['bot_id'] ?? null) === null && event.user !== slackbot && ownSubtypes.includes(event['subtype']);

/** The message below which a message in a channel is; undefined for another one. */
function threadOf({ ts: own, channel, ...event }: Event): string | undefined {
  const root = stringOf(event['thread_ts']);
  const isDirect =
    channel.startsWith('D') || !['channel', 'group', undefined].includes(event['channel_type'] as string);
  return isDirect || root === own || !ts.test(root) ? undefined : root;
}

/** Age in ms from which an edited message isn't answered again. */
const oldEditMs = 60 * 60_000;

const editOf = (of: string, at: string) => ({
  ...{ key: undefined, edits: of, sentAt: msOf(at) },
  ...(msOf(at) - msOf(of) > oldEditMs && { isUnanswered: true }),
});

const msOf = (time: string): number => Math.floor(Number(time) * 1000);

/** The content of a message: its text, or the text of its blocks if it has only these, and what it passes on. */
function contentOf(event: Event, own: unknown) {
  const written = readMrkdwn(withoutMention(event, own)).trim();
  const shared = sharedText(event['attachments']);
  // Blocks repeat the text, so they are read only in its place; a message that was passed on is read beside it.
  const blocks = written === '' ? blocksText(event['blocks']).trim() : '';
  const texts = shared.forwardedFrom === undefined && written !== '' ? [written] : [written || blocks, shared.text];
  return {
    text: texts.filter((text) => text !== '').join('\n'),
    attachments: filesOf(event),
    forwardedFrom: shared.forwardedFrom,
  };
}

/** The text without the mentions of the app's own user; without the first one, if the event doesn't say which it is. */
function withoutMention({ type, ...event }: Event, own: unknown): string {
  const text = stringOf(event['text']);
  if (typeof own === 'string') return text.replace(mentions, (whole, user: string) => (user === own ? '' : whole));
  return type === 'app_mention' ? text.replace(mention, '') : text;
}

function inbound(event: Event, text: string): InboundMessage {
  const { user, channel, ts: own } = event;
  const parent = ts.test(stringOf(event['thread_ts'])) ? stringOf(event['thread_ts']) : undefined;
  const isDirect = event['channel_type'] === 'im' || channel.startsWith('D');
  // A reply in a channel begins a thread below the message that asks for it.
  const root = isDirect ? parent : (parent ?? own);
  return {
    user: { id: user },
    thread: root === undefined ? null : `${channel}:${root}`,
    ...{ text, key: own, context: { channel }, sentAt: msOf(own) },
  };
}

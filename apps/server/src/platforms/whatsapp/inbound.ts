import { createHmac } from 'node:crypto';
import { isSame } from '../../access/equal-secrets.ts';
import type { Arrival, PlatformAnswer, Receipt } from '../arrival.ts';
import type { InboundMessage } from '../inbound-message.ts';
import { cutTo, fieldsOf, listOf, stringOf } from '../json-fields.ts';
import type { RequestHeaders, SignedRequest, VerifyContext } from '../messenger.ts';
import { contentOf } from './content.ts';
import { problemOf } from './failures.ts';

/** Maximum age of a message in ms: the retention of its ID. Meta repeats a notification for up to seven days. */
const oldestMs = 7 * 24 * 60 * 60_000;

const signatureForm = /^sha256=[0-9a-f]{64}$/;

const signatureOf = (headers: RequestHeaders): string => {
  const value = headers['x-hub-signature-256'];
  return typeof value === 'string' && signatureForm.test(value) ? value : '';
};

/** True if a request has a signature. Meta signs no time: repeats are recognised by the IDs of their messages. */
export const maySign = (headers: RequestHeaders): boolean => signatureOf(headers) !== '';

/** True if the bytes are signed with the app secret (HMAC-SHA256). */
export function isSignedBy({ headers, bytes }: SignedRequest, appSecret: string): boolean {
  return isSame(signatureOf(headers), `sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`);
}

/** Answers the challenge with which Meta makes sure of an address; undefined without a valid verify token. */
export function answerChallenge(query: Readonly<Record<string, string>>, { secrets }: VerifyContext) {
  const { 'hub.mode': mode, 'hub.verify_token': given = '', 'hub.challenge': challenge = '' } = query;
  if (mode !== 'subscribe' || !secrets.some((secret) => isSame(given, secret))) return undefined;
  return { type: 'text/plain', text: challenge } satisfies PlatformAnswer;
}

type Fields = Readonly<Record<string, unknown>>;

/** Types of messages that no answer is due to. */
const silent: readonly string[] = ['reaction', 'system', 'revoke', 'request_welcome'];

/** Types of interactive messages that no answer is due to. */
const silentInteractive: readonly string[] = ['call_permission_reply'];

/** Kinds of unsupported messages that need no answer. */
const silentUnsupported: readonly string[] = ['edit', 'pin', 'poll_update', 'reaction', 'revoke'];

function isSilent(message: Fields): boolean {
  const type = stringOf(message['type']);
  const unsupported = stringOf(fieldsOf(message['unsupported'])['type']);
  // The author of a message in a group doesn't expect an answer outside the group.
  if (stringOf(message['group_id']) !== '') return true;
  if (type === 'interactive') return silentInteractive.includes(stringOf(fieldsOf(message['interactive'])['type']));
  return silent.includes(type) || (type === 'unsupported' && silentUnsupported.includes(unsupported));
}

/**
 * The sender of a message. The ID is the business-scoped one: a user with a username has no number in it, and one who
 * gets a username stays the same. Null if neither is there.
 */
function senderOf(message: Fields, contacts: readonly Fields[]) {
  const phone = /^\d{5,20}$/.test(stringOf(message['from'])) ? stringOf(message['from']) : '';
  const contact =
    contacts.find(({ wa_id: number, user_id: scoped }) =>
      scoped === undefined ? number === phone : scoped === message['from_user_id'] || number === phone,
    ) ?? {};
  const scoped = cutTo(stringOf(message['from_user_id']) || stringOf(contact['user_id']), 200);
  const id = scoped || phone;
  const profile = fieldsOf(contact['profile']);
  const name = cutTo(stringOf(profile['name']) || stringOf(profile['username']), 200);
  return id === '' ? undefined : { user: { id, ...(name !== '' && { name }) }, phone, scoped };
}

/** Reads a message; nothing if no answer is due to it. */
function readMessage(message: Fields, contacts: readonly Fields[], now: number): readonly Arrival[] {
  const event = stringOf(message['id']);
  const sender = senderOf(message, contacts);
  const sentAt = Number(message['timestamp']) * 1000;
  if (event === '' || sender === undefined || isSilent(message)) return [];
  if (!Number.isFinite(sentAt) || now - sentAt > oldestMs) return [];
  const { user, phone, scoped } = sender;
  const context = { ...(phone !== '' && { phone }), ...(scoped !== '' && { scoped }), message: event };
  const edit = editOf(message);
  const content = contentOf(edit === undefined ? message : edit.message);
  // Only words are edited.
  if (edit !== undefined && content.text.trim() === '') return [];
  const read: InboundMessage = { user, thread: null, ...content, context, sentAt };
  return [
    { kind: 'message', event, message: { ...read, ...(edit === undefined ? { key: event } : { edits: edit.of }) } },
  ];
}

/** The message that an edit puts in the place of another one; undefined for a message that is no edit. */
function editOf(message: Fields) {
  if (message['type'] !== 'edit') return undefined;
  const { original_message_id: of, message: edited } = fieldsOf(message['edit']);
  return { of: stringOf(of), message: fieldsOf(edited) };
}

/** State of a message, by Meta's words. */
const states: Readonly<Record<string, Receipt['state']>> = {
  ...{ sent: 'sent', delivered: 'delivered', read: 'delivered', played: 'delivered', failed: 'failed' },
};

function readStatus(status: Fields): readonly Arrival[] {
  const [remote, part] = [stringOf(status['id']), stringOf(status['biz_opaque_callback_data'])];
  const state = states[stringOf(status['status'])];
  if (remote === '' || state === undefined) return [];
  const problem = state === 'failed' ? { problem: problemOf(listOf(status['errors'])[0] ?? {}) } : {};
  return [{ kind: 'receipt', receipt: { remote, state, ...(part !== '' && { part }), ...problem } }];
}

/** Reads a notification: messages and receipts of the number of the channel, in their order. */
export function readNotification(body: Fields, { settings, now }: VerifyContext): readonly Arrival[] {
  const values = listOf(body['entry'])
    .flatMap(({ changes }) => listOf(changes))
    .filter(({ field }) => field === 'messages')
    .map(({ value }) => fieldsOf(value))
    .filter(({ metadata }) => fieldsOf(metadata)['phone_number_id'] === settings['phoneNumberId']);
  return values.flatMap((value) => [
    ...listOf(value['messages']).flatMap((message) => readMessage(message, listOf(value['contacts']), now)),
    ...listOf(value['statuses']).flatMap(readStatus),
  ]);
}

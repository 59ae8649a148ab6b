import type { Arrival, Received } from '../arrival.ts';
import { attachmentOf } from '../content/attachment.ts';
import { formText, listed } from '../content/details.ts';
import { cutTo, fieldsOf, listOf, stringOf } from '../json-fields.ts';
import { chosenReply, withoutButtons } from './buttons.ts';
import { isOfNotice, readPresses } from './room.ts';

type Fields = Readonly<Record<string, unknown>>;

const idForm = /^[A-Z0-9]{2,40}$/;
const tsForm = /^[0-9.]{1,40}$/;

/** Types of the bodies that Slack sends as forms. A slash command has no type of its own. */
const command = 'slash_command';

/** The JSON of a form of Slack: of a slash command its fields; an interaction is JSON in its only field. */
export const readForm = (fields: URLSearchParams): string =>
  fields.get('payload') ?? JSON.stringify({ ...Object.fromEntries(fields), type: command });

/** A person of Slack, and the channel in which they do something; undefined for what has neither. */
function placeOf(user: unknown, channel: unknown) {
  const [id, where] = [stringOf(user), stringOf(channel)];
  return idForm.test(id) && idForm.test(where) ? { user: { id }, channel: where } : undefined;
}

/**
 * Reads a slash command, a pressed button or a sent form; undefined for a body of another type. Everything else that
 * Slack sends as a form is acknowledged, and starts nothing.
 */
export function receiveForm(body: Fields, now: number): Received | undefined {
  switch (body['type']) {
    case command:
      return readCommand(body, now);
    case 'block_actions':
      return { arrivals: [...readPresses(body), ...readActions(body, now)] };
    case 'view_submission':
      return { arrivals: readSubmission(body, now), answer: acknowledged };
    case 'view_closed':
    case 'message_action':
    case 'shortcut':
    case 'block_suggestion':
      return { arrivals: [], answer: acknowledged };
    default:
      return undefined;
  }
}

/** An empty body acknowledges: Slack would show another one, or take it for an error. */
const acknowledged = { type: 'text/plain', text: '' } as const;

/** With this answer the command is shown to everyone in the channel, as its reply is. */
const shown = { type: 'application/json', text: JSON.stringify({ response_type: 'in_channel' }) } as const;

/**
 * A slash command. Its conversation is apart from mentions and direct messages: it can be given between people, in a
 * channel that the app isn't in. So the reply goes to the address that came with it, as long as that takes replies.
 */
function readCommand(body: Fields, now: number): Received {
  const place = placeOf(body['user_id'], body['channel_id']);
  const trigger = cutTo(stringOf(body['trigger_id']), 200);
  const text = stringOf(body['text']).trim();
  if (place === undefined || trigger === '') return { arrivals: [], answer: acknowledged };
  const { user, channel } = place;
  const name = cutTo(stringOf(body['user_name']), 200);
  const responseUrl = cutTo(stringOf(body['response_url']), 1_000);
  const message = {
    user: { ...user, ...(name !== '' && { name }) },
    ...{ thread: channel, text: text === '' ? 'Hello!' : text, sentAt: now },
    context: { channel, ...(responseUrl !== '' && { responseUrl, at: String(now) }) },
  };
  return { arrivals: [{ kind: 'message', event: `command ${trigger}`, message }], answer: shown };
}

/** The words on a button, of a chosen option, or that were written into a field; empty for a link that was opened. */
function actionText(action: Fields): string {
  if (stringOf(action['url']) !== '') return '';
  const label = (option: unknown) => stringOf(fieldsOf(fieldsOf(option)['text'])['text']);
  const chosen = listOf(action['selected_options']).map(label);
  return (
    listed([label(action), label(action['selected_option']), ...chosen], ', ') ||
    ['selected_date', 'selected_time', 'selected_user', 'selected_channel', 'selected_conversation', 'value']
      .map((name) => stringOf(action[name]))
      .find((text) => text !== '') ||
    (typeof action['selected_date_time'] === 'number'
      ? new Date(action['selected_date_time'] * 1000).toISOString()
      : '')
  );
}

/** Buttons and menus below a message, as words of the person who has pressed or chosen. */
function readActions(body: Fields, now: number): readonly Arrival[] {
  const [container, message] = [fieldsOf(body['container']), fieldsOf(body['message'])];
  const place = placeOf(fieldsOf(body['user'])['id'], fieldsOf(body['channel'])['id'] ?? container['channel_id']);
  if (place === undefined) return [];
  const { user, channel } = place;
  const parent = stringOf(message['thread_ts']) || stringOf(container['thread_ts']);
  const root = parent || (channel.startsWith('D') ? '' : stringOf(message['ts']) || stringOf(container['message_ts']));
  const thread = tsForm.test(root) ? `${channel}:${root}` : null;
  return listOf(body['actions']).flatMap((action): readonly Arrival[] => {
    const reply = chosenReply(action);
    const text = reply ?? actionText(action).trim();
    const at = stringOf(action['action_ts']);
    if (text === '' || !tsForm.test(at) || isOfNotice(action)) return [];
    const of = stringOf(message['ts']) || stringOf(container['message_ts']);
    // A quick reply is given once, however often its button is pressed.
    const event = `action ${channel} ${user.id} ${reply === undefined || !tsForm.test(of) ? at : `${of} ${reply}`}`;
    const answered = reply === undefined ? undefined : withoutButtons(body, reply);
    const read = { user, thread, text, context: { channel }, sentAt: now, ...(answered && { answered }) };
    return [{ kind: 'message', event, message: read }];
  });
}

/** A form in a window, as its fields. It has no channel, so its conversation is that of the direct messages. */
function readSubmission(body: Fields, now: number): readonly Arrival[] {
  const view = fieldsOf(body['view']);
  const id = stringOf(fieldsOf(body['user'])['id']);
  const blocks = Object.entries(fieldsOf(fieldsOf(view['state'])['values']));
  const values = blocks.flatMap(([, block]) =>
    Object.entries(fieldsOf(block)).map(([name, action]) => [name, actionText(fieldsOf(action))] as const),
  );
  const text = formText(Object.fromEntries(values));
  if (!idForm.test(id) || text === '') return [];
  const name = stringOf(fieldsOf(view['title'])['text']);
  const event = `view ${cutTo(stringOf(view['id']), 100)} ${cutTo(stringOf(view['hash']), 100)}`;
  const attachments = [attachmentOf('form', { name, text })];
  const message = { user: { id }, thread: null, text: '', attachments, context: { channel: id }, sentAt: now };
  return [{ kind: 'message', event, message }];
}

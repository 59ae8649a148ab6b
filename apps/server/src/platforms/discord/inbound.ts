import type { PlatformAnswer, Received } from '../arrival.ts';
import { type Attachment, attachmentOf, bounded, kindOfFile } from '../content/attachment.ts';
import { cutTo, fieldsOf, listOf, stringOf } from '../json-fields.ts';
import type { VerifyContext } from '../messenger.ts';

/** The types of interactions that have an answer of their own. */
const types = { ping: 1, command: 2, autocomplete: 4 } as const;

/** Origin of an interaction: `context` 1 is a direct message with the bot, 2 one between other people. */
const places = { bot: 1, people: 2 } as const;

/** The message flag that shows an answer to its reader only. */
const ephemeral = 64;

/** Names of the options that have the text and a file. */
export const [optionName, fileOptionName] = ['message', 'file'] as const;

const answered = (answer: object): Received => ({ arrivals: [], answer: jsonOf(answer) });

const jsonOf = (answer: object): PlatformAnswer => ({ type: 'application/json', text: JSON.stringify(answer) });

/** An answer that only who asked sees. */
const told = (content: string): Received =>
  answered({ type: 4, data: { content, flags: ephemeral, allowed_mentions: { parse: [] } } });

/** An ID of Discord; empty for anything else. */
const snowflake = (value: unknown): string => (/^\d{1,20}$/.test(stringOf(value)) ? stringOf(value) : '');

type Fields = Readonly<Record<string, unknown>>;

/** The type of an option that is a file; its value is the file's ID. */
export const attachment = 11;

/** The text of a command: its option `message`, or another one with a text. */
function textOf(data: Fields): string {
  const options = listOf(data['options']).filter(({ type, value }) => type !== attachment && typeof value === 'string');
  const named = options.find(({ name }) => name === optionName) ?? options[0];
  return stringOf(named?.['value']);
}

/** Returns the key of a user's conversation: the channel's ID, or null in a direct message with the bot. */
function threadOf(body: Fields): string | null {
  const isElsewhere = snowflake(body['guild_id']) !== '' || body['context'] === places.people;
  return isElsewhere ? snowflake(body['channel_id']) || null : null;
}

/** The name that a user shows, such as the one in the server. */
const nameOf = (member: Fields, user: Fields): string =>
  stringOf(member['nick']) || stringOf(user['global_name']) || stringOf(user['username']);

/** The files that a command has as options, as Discord has resolved them. */
function filesOf(data: Fields): readonly Attachment[] {
  const files = Object.values(fieldsOf(fieldsOf(data['resolved'])['attachments'])).map(fieldsOf);
  return bounded(
    files.map((file) => {
      const { filename: name, content_type: mimeType, size, duration_secs: duration, id: remoteId } = file;
      const kind = stringOf(file['waveform']) === '' ? kindOfFile(mimeType) : 'voice';
      return attachmentOf(kind, { name, mimeType, size, duration, remoteId });
    }),
  );
}

/**
 * Leaves an interaction to another program of the same application: 202 without a body says that no answer comes in
 * this response, so a program with the interaction's token can answer.
 */
const leftAlone: Received = { arrivals: [], answer: { status: 202, type: 'text/plain', text: '' } };

/** True if an interaction is of the channel's own command. */
const isOwn = (data: Fields, command: string): boolean =>
  data['name'] === command && (data['type'] === undefined || data['type'] === 1);

/**
 * Reads an interaction. The command of the channel is answered with "thinking…", which the reply replaces. Other
 * commands, buttons and forms are those of other programs.
 */
export function readInteraction(body: Fields, { settings, now }: VerifyContext): Received {
  if (body['type'] === types.ping) return answered({ type: 1 });
  const data = fieldsOf(body['data']);
  const command = stringOf(settings['command']);
  if (!isOwn(data, command)) return leftAlone;
  if (body['type'] === types.autocomplete) return answered({ type: 8, data: { choices: [] } });
  if (body['type'] !== types.command) return leftAlone;
  const member = fieldsOf(body['member']);
  const user = fieldsOf(member['user'] ?? body['user']);
  const [event, id] = [snowflake(body['id']), snowflake(user['id'])];
  if (event === '' || id === '' || user['bot'] === true) return told('I answer people only.');
  const [text, attachments] = [textOf(data), filesOf(data)];
  if (text.trim() === '' && attachments.length === 0) return told(`Write your message after /${command}.`);
  const name = cutTo(nameOf(member, user), 200);
  const context = {
    ...{ application: snowflake(body['application_id']), token: cutTo(stringOf(body['token']), 1_000) },
    ...{ channel: snowflake(body['channel_id']), at: String(now) },
  };
  const content = { text, ...(attachments.length > 0 && { attachments }) };
  const unreadable = `I can’t open files. Write your message after /${command}.`;
  const message = {
    user: { id, ...(name !== '' && { name }) },
    thread: threadOf(body),
    ...content,
    context,
    unreadable,
  };
  return { arrivals: [{ kind: 'message', event, message }], answer: jsonOf({ type: 5 }) };
}

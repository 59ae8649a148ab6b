import type { InboundMessage } from '../inbound-message.ts';
import { cutTo } from '../json-fields.ts';
import type { Attachment, AttachmentKind } from './attachment.ts';

/** Name of each kind of attachment in the text of a message. */
const titles: Readonly<Record<AttachmentKind, string>> = {
  ...{ image: 'Photo', video: 'Video', audio: 'Audio', voice: 'Voice message', file: 'File', sticker: 'Sticker' },
  ...{ location: 'Location', contact: 'Contact', poll: 'Poll', order: 'Order', form: 'Form', dice: 'Dice' },
  message: 'Message',
  other: 'Attachment',
};

/** Kinds whose content isn't in the text of a message, with words that tell the model so. */
const unread: Readonly<Partial<Record<AttachmentKind, string>>> = {
  ...{ image: 'not seen', video: 'not seen', audio: 'not heard', voice: 'not heard', file: 'not read' },
  ...{ sticker: 'not seen', message: 'not read', other: 'not read' },
};

/** Max characters of a quoted text, of the name of who is forwarded, and of the details of an attachment. */
const most = { quote: 500, forwarded: 100, details: 2_500 } as const;

/** Characters that end a line or change the direction of what follows: Unicode's controls and separators. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A text of a user on one line, of at most so many characters. */
function onOneLine(text: string, length: number): string {
  const line = text.replace(breaks, ' ').replace(/\s+/g, ' ').trim().toWellFormed();
  return line.length <= length ? line : `${cutTo(line, length - 1).trimEnd()}…`;
}

/** A text of a user inside brackets, which it can neither end nor begin. */
const bracketed = (text: string, length: number): string =>
  onOneLine(text, length).replaceAll('[', '(').replaceAll(']', ')');

/**
 * The text of a message as it is stored, for the agent and the team alike: what it quotes and passes on, its own text,
 * and a line for each attachment, such as `[Voice message, not heard: 0:07]`. Never empty.
 */
export function contentOf(message: InboundMessage): string {
  const { text, quote = '', forwardedFrom, edits, attachments = [] } = message;
  const quoted = onOneLine(quote, most.quote);
  const parts = [
    ...(edits === undefined ? [] : ['[Edited message]']),
    ...(quoted === '' ? [] : [`> ${quoted}\n`]),
    ...(forwardedFrom === undefined ? [] : [forwardedLine(forwardedFrom)]),
    ...(text.trim() === '' ? [] : [text]),
    ...attachments.map(lineOf),
  ];
  return parts.join('\n').trim() || '[Empty message]';
}

const forwardedLine = (from: string): string => {
  const name = bracketed(from, most.forwarded);
  return name === '' ? '[Forwarded]' : `[Forwarded from ${name}]`;
};

/** The names and words of an attachment, each on one line. */
export const shownFields = ({ name, text, mimeType }: Attachment): Pick<Attachment, 'name' | 'text' | 'mimeType'> =>
  Object.fromEntries(
    Object.entries({ name, text, mimeType }).flatMap(([field, value]) => {
      const line = onOneLine(value ?? '', most.details);
      return line === '' ? [] : [[field, line]];
    }),
  );

/** A line that says what an attachment is. */
export function lineOf({ kind, name, text, size, duration }: Attachment): string {
  const details = [name, text, size === undefined ? '' : sizeText(size), duration === undefined ? '' : time(duration)];
  const shown = bracketed(details.filter((each) => each !== undefined && each !== '').join(', '), most.details);
  const reading = unread[kind];
  const title = reading === undefined ? titles[kind] : `${titles[kind]}, ${reading}`;
  return shown === '' ? `[${title}]` : `[${title}: ${shown}]`;
}

/** True if a message has something that an agent can answer: a text, a location, an order. */
export const isReadable = ({ text, attachments = [] }: InboundMessage): boolean =>
  text.trim() !== '' || attachments.some(({ kind }) => unread[kind] === undefined);

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${Math.round(bytes)} bytes`;
  return bytes < 999_500 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function time(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

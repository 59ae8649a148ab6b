import { maxContent, type RoomNotice, type Words } from '../../../platforms/room.ts';
import type { TellableEntry, TellableMessage } from './store.ts';

/** Something that happened in a conversation, as its thread tells it. */
export interface Line {
  /** The version of the conversation after it. */
  readonly version: number;
  /** When its message was created, in ms since 1970; undefined for an entry. */
  readonly at?: number;
  /** The message, with its author. Undefined for what the thread needs not be told. */
  readonly text?: string;
  readonly note?: Words;
  /** True if the thread ends with it. */
  readonly isEnd: boolean;
}

/** Characters that change the order of others. */
const directions = /[\u202a-\u202e\u2066-\u2069]/g;

const filesOf = ({ attachments }: TellableMessage): string => {
  const { length } = attachments === null ? [] : (JSON.parse(attachments) as readonly unknown[]);
  if (length === 0) return '';
  return length === 1 ? '[1 attachment]' : `[${length} attachments]`;
};

/** A message with its author. Its further lines are indented, so that none of them looks like another author's. */
export function lineOf(message: TellableMessage, author: string): Line {
  const { content, revision, created_at: at } = message;
  const said = [content.replace(directions, '').toWellFormed().trim(), filesOf(message)];
  const text = said
    .filter((each) => each !== '')
    .join('\n')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\n/g, '\n    ');
  return { version: Number(revision), at: Number(at), text: `${author}: ${text}`, isEnd: false };
}

/** Words for entries in threads. */
const entryWords: Readonly<Record<string, readonly [string, string]>> = {
  taken: ['Taken by ', 'Taken.'],
  given_back: ['Given back to the agent by ', 'Given back to the agent.'],
  closed: ['Closed by ', 'Closed.'],
};

/** An entry, with the name of the person who did it; undefined if it was no person. */
export function entryLine({ type, version }: TellableEntry, name: string | undefined): Line {
  const [by, alone] = entryWords[type] ?? ['', ''];
  const note: Words = name === undefined ? [alone] : [by, { said: name }, '.'];
  return { version: Number(version), note, isEnd: type !== 'taken' };
}

/** Cuts a text between characters. */
function cut(text: string, length: number): string {
  const part = text.slice(0, length);
  return part.isWellFormed() ? part : part.slice(0, -1);
}

/** Max notes of a message. */
const maxNotes = 5;

/** Returns the lines that fit into one message: at least one. */
export function fitting(lines: readonly Line[]): readonly Line[] {
  let length = 0;
  let notes = 0;
  const beyond = lines.findIndex(({ text, note }, index) => {
    length += text === undefined ? 0 : text.length + 1;
    notes += note === undefined ? 0 : 1;
    return index > 0 && (length > maxContent || notes > maxNotes);
  });
  return beyond === -1 ? lines : lines.slice(0, beyond);
}

/** The message that tells lines which fit; undefined if there is nothing to say. */
export function noticeOf(lines: readonly Line[], url: string): RoomNotice | undefined {
  const whole = lines.flatMap(({ text }) => text ?? []).join('\n');
  const notes = lines.flatMap(({ note }) => (note === undefined ? [] : [note]));
  const [first, ...rest] = notes;
  if (whole === '') return first && { title: first, notes: rest };
  if (whole.length <= maxContent) return { title: ['In the conversation:'], content: whole, notes };
  return {
    title: ['In the conversation:'],
    content: cut(whole, maxContent),
    notes: [[`This is a part of ${whole.length} characters.`], ...notes],
    link: { label: 'Read all in Parley', url },
  };
}

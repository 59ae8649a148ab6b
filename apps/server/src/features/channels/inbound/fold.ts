import { bounded } from '../../../platforms/content/attachment.ts';
import type { InboundMessage } from '../../../platforms/inbound-message.ts';
import type { PendingEvent } from './store.ts';

/**
 * Time in ms without another part after which an album is taken to be whole. Its parts arrive at about the same time.
 * One without words waits longer: its caption may still come, and the user would be told that it can't be read.
 */
export const quietMs = { withWords: 1_500, wordless: 6_000 } as const;

/** Events that become one message. */
export interface Folded {
  readonly message: InboundMessage;
  /** IDs of the events whose content the message has taken over. */
  readonly absorbed: readonly string[];
  /** Key of the album that the message is the whole of. */
  readonly album: string | undefined;
}

/** An event with its message. */
interface Waiting {
  readonly event: PendingEvent;
  readonly message: InboundMessage;
}

const byName = new Intl.Collator('en', { numeric: true });

/**
 * Joins the oldest of a thread's waiting events with those behind it that belong to the same message: the parts of an
 * album, or edits of a message that no one has begun to handle. Returns the time in ms to wait until, if more parts of
 * an album may follow.
 */
export function fold(waiting: readonly [PendingEvent, ...PendingEvent[]], now: number): Folded | number {
  const all = waiting.map((event): Waiting => ({ event, message: JSON.parse(event.payload) as InboundMessage }));
  const [first] = all;
  if (first === undefined) throw new Error('There is no event.');
  const { album } = first.message;
  if (album !== undefined) {
    const parts = all.filter(({ message }) => message.album === album);
    const hasWords = parts.some(({ message: { text } }) => text.trim() !== '');
    const quiet = hasWords ? quietMs.withWords : quietMs.wordless;
    const quietAt = Math.max(...parts.map(({ event }) => event.at)) + quiet;
    return quietAt > now ? quietAt : joined(first, parts);
  }
  // A message may be stored already if its process died: then its edit is a message of its own.
  return first.event.isFresh ? edited(first, all) : { message: first.message, absorbed: [], album: undefined };
}

/** One message of the parts of an album, in the order in which their platform has numbered their events. */
function joined({ event, message: { album } }: Waiting, parts: readonly Waiting[]): Folded {
  const sorted = parts.toSorted((one, other) => byName.compare(one.event.event, other.event.event));
  const messages = sorted.map(({ message }) => message);
  const [base] = messages;
  if (base === undefined) throw new Error('The album has no part.');
  const texts = messages.map(({ text }) => text).filter((text) => text.trim() !== '');
  const message: InboundMessage = {
    ...base,
    text: texts.join('\n'),
    attachments: bounded(messages.flatMap(({ attachments = [] }) => attachments)),
    quote: messages.find(({ quote }) => quote !== undefined)?.quote,
    album: undefined,
  };
  return { message, absorbed: parts.map((part) => part.event.id).filter((id) => id !== event.id), album };
}

/** A message as its newest edit leaves it. An edit may arrive before what it edits. */
function edited({ message }: Waiting, all: readonly Waiting[]): Folded {
  const key = message.edits ?? message.key;
  const others = key === undefined ? [] : all.slice(1);
  const edits = others.filter((each) => each.message.edits === key);
  const original = message.edits === undefined ? undefined : others.find((each) => each.message.key === key);
  const newest = edits.at(-1)?.message ?? (original === undefined ? undefined : message);
  const base = original?.message ?? message;
  const { text, attachments } = newest ?? message;
  return {
    message: newest === undefined ? message : { ...base, text, attachments },
    absorbed: [...edits, ...(original === undefined ? [] : [original])].map(({ event }) => event.id),
    album: undefined,
  };
}

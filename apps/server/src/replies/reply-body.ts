import type { Citation, MessagePart } from '../schemas/message-parts.ts';

/** A part that isn't text. */
export type OtherPart = Exclude<MessagePart, { readonly type: 'text' }>;

/** A part that isn't text, and the number of characters of text before it. */
export interface PlacedPart {
  readonly at: number;
  readonly part: OtherPart;
}

/** A reply while it is written and followed. Its parts follow from it, so text and parts can't disagree. */
export interface ReplyBody {
  readonly text: string;
  /** Ordered by place. */
  readonly others: readonly PlacedPart[];
}

/**
 * A reader's place in a reply: the characters of text and the other parts that it has. A piece of the reply is sent to
 * a reader who has fewer, so a place says what is missing even if the order of the parts has changed.
 */
export interface Place {
  readonly characters: number;
  readonly others: number;
}

/** The start of a reply. */
export const start: Place = { characters: 0, others: 0 };

/** The place after a reply's last part. */
export const endOf = ({ text, others }: ReplyBody): Place => ({ characters: text.length, others: others.length });

/** The place that is further in each respect. */
export const furthest = (one: Place, other: Place): Place => ({
  characters: Math.max(one.characters, other.characters),
  others: Math.max(one.others, other.others),
});

/** The parts after a place, in order; each text is one part. */
export function* partsAfter({ text, others }: ReplyBody, place: Place): Generator<MessagePart> {
  let from = place.characters;
  for (const { at, part } of others.slice(place.others)) {
    if (at > from) yield { type: 'text', text: text.slice(from, at) };
    from = Math.max(from, at);
    yield part;
  }
  if (text.length > from) yield { type: 'text', text: text.slice(from) };
}

/** All parts of a reply. */
export const partsOf = (body: ReplyBody): MessagePart[] => [...partsAfter(body, start)];

/** The reply that has these parts. */
export function bodyOf(parts: readonly MessagePart[]): ReplyBody {
  let text = '';
  const others: PlacedPart[] = [];
  for (const part of parts) {
    if (part.type === 'text') text += part.text;
    else others.push({ at: text.length, part });
  }
  return { text, others };
}

/** The citations of a reply. */
export const citationsOf = ({ others }: ReplyBody): Citation[] =>
  others.flatMap(({ part }) => (part.type === 'citation' ? [part.citation] : []));

/** The columns of a reply. Its parts are stored only if they don't follow from text and citations. */
export function columnsOf(body: ReplyBody) {
  const { text, others } = body;
  const follow = others.every(({ at, part }) => at === text.length && part.type === 'citation');
  return {
    content: text,
    citations: JSON.stringify(citationsOf(body)),
    parts: follow ? null : JSON.stringify(partsOf(body)),
  };
}

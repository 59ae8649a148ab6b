import type { Citation, Message } from '@parley/sdk';

/** Characters around the number of a citation in the text: punctuation, so that Markdown beside it reads the same. */
const opening = '⸨';
const closing = '⸩';

/** A citation's place in a text. */
const mark = /⸨(\d{1,3})⸩/;

/** The beginning of an address that goes on to the end of a text: a mark behind it would become part of the link. */
const openAddress = /(?:https?:\/\/|www\.)\S*$/i;

/** The text of a reply with the numbers of its citations in their places, and the citations by number, from 1. */
export interface CitedText {
  readonly text: string;
  readonly citations: readonly Citation[];
}

/** Two citations of one passage have the same number. */
const keyOf = ({ source, document, start, end, quote }: Citation) =>
  JSON.stringify([source, document, start, end, quote]);

/** The citations of a reply, each once, in the order in which they are first made. */
export const distinct = (citations: readonly Citation[]): readonly Citation[] => [
  ...new Map(citations.map((each) => [keyOf(each), each])).values(),
];

/** Numbers the citations of a reply. Citations before all text have no place in it. */
export function citedText({ content, citations, parts }: Pick<Message, 'content' | 'citations' | 'parts'>): CitedText {
  const all = distinct(citations);
  if (all.length === 0) return { text: content, citations: all };
  const keys = all.map(keyOf);
  let text = '';
  let here: string[] = [];
  for (const part of parts) {
    if (part.type === 'text') {
      text += part.text.replaceAll(opening, '((').replaceAll(closing, '))');
      here = [];
    } else if (part.type === 'citation' && text !== '') {
      const key = keyOf(part.citation);
      if (here.includes(key)) continue;
      here.push(key);
      const gap = openAddress.test(text.slice(-200)) ? ' ' : '';
      text += `${gap}${opening}${keys.indexOf(key) + 1}${closing}`;
    }
  }
  return { text, citations: all };
}

/** A text in pieces: the readable parts, and the numbers between them. */
export function pieces(text: string): readonly (string | number)[] {
  return text.split(mark).map((piece, index) => (index % 2 === 1 ? Number(piece) : piece));
}

/** A text without the numbers. */
export const unmarked = (text: string): string =>
  pieces(text)
    .filter((piece) => typeof piece === 'string')
    .join('');

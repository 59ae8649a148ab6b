import { type Span, sentencesOf } from './sentences.ts';

/** A line without an end mark that is shorter, and has text below it, is a heading. */
const headingLength = 80;

/** Ends as a sentence does. */
export const sentenceEnd = /[.!?。！？…।॥؟][”"'’»)\]」』]*$/u;
const asks = /[?？؟][”"'’»)\]」』]*$/u;
/** Begins as an item of a list does. */
export const listItemStart = /^(?:[-*•–—·]|\d{1,3}[.)])\s/u;
/** Ends as a sentence does that leads in a list. */
export const listIntroduction = /[:：]$/u;

/** A sentence, or the heading, question or lead of those that follow it. */
export interface ClassifiedSentence {
  readonly span: Span;
  readonly part: string;
  readonly has: ReadonlySet<string>;
  readonly kind: 'heading' | 'question' | 'sentence';
  /** The words of its heading; the sentences below one share the set. */
  readonly heading: ReadonlySet<string>;
  /** Number of sentences between it and its heading. */
  readonly below: number;
  readonly startsParagraph: boolean;
}

const plain = (text: string) => text.replace(/^#{1,6}\s+/, '').trim();

/** The aim of a search in a text. */
interface SearchedText {
  /** Returns the terms of the question that a part of the text has. */
  readonly find: (part: string) => ReadonlySet<string>;
  /** The title and the headings above the text. */
  readonly above: readonly string[];
}

/** Cuts a text into its sentences, each with the headings above it. */
export function classifySentences(text: string, { find, above }: SearchedText): ClassifiedSentence[] {
  const spans = sentencesOf(text);
  const titles = new Set(above.map(plain));
  const parts = spans.map(({ start, end }) => text.slice(start, end));
  const breakBefore = (index: number) => text.slice(spans[index - 1]?.end ?? 0, spans[index]?.start);
  let heading = find(above.slice(1).at(-1) ?? '');
  let headed = -1;
  return spans.map((span, index) => {
    const part = parts[index] ?? '';
    const next = parts[index + 1];
    const startsParagraph = index === 0 || /\n[ \t]*\n/.test(breakBefore(index));
    const kind = kindOf(part, {
      isTitle: titles.has(plain(part)),
      isAlone: startsParagraph && next !== undefined && breakBefore(index + 1).includes('\n'),
      isApart: next !== undefined && /\n[ \t]*\n/.test(breakBefore(index + 1)),
      next,
    });
    const has = find(part);
    const sentence = { span, part, has, kind, heading, below: index - headed - 1, startsParagraph };
    if (kind === 'sentence') return sentence;
    heading = headed === index - 1 ? new Set([...heading, ...has]) : has;
    headed = index;
    return sentence;
  });
}

interface Surroundings {
  readonly isTitle: boolean;
  /** True if it is a line of its own at the beginning of a paragraph. */
  readonly isAlone: boolean;
  /** True if an empty line follows. */
  readonly isApart: boolean;
  readonly next: string | undefined;
}

function kindOf(part: string, { isTitle, isAlone, isApart, next }: Surroundings): ClassifiedSentence['kind'] {
  if (asks.test(part)) return 'question';
  if (isTitle || /^#{1,6}\s/.test(part)) return 'heading';
  const isLine = isAlone && part.length < headingLength && !sentenceEnd.test(part) && !listItemStart.test(part);
  return isLine && (isApart || (next !== undefined && sentenceEnd.test(next))) && !listIntroduction.test(part)
    ? 'heading'
    : 'sentence';
}

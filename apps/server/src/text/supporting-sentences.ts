import { contentWords, wordFinder } from './content-words.ts';
import { type Span, sentencesOf } from './sentences.ts';

/** Bounds of a quote, in UTF-16 units: a quote is not extended beyond the first, and cut at the second. */
const lengths = { extended: 300, most: 1_000 } as const;

/** A line without an end mark that is shorter is a heading: it says little without what follows. */
const headingLength = 80;

/** Support for some words by the sentences of a text. */
export interface Support {
  /** The sentence or sentences that support them best. */
  readonly span: Span;
  /** The words that they have. */
  readonly has: ReadonlySet<string>;
}

const sentenceEnd = /[.!?。！？…।॥؟][”"'’»)\]]*$/u;

/** Finds the sentence that has most of some words, and those beside it that have more of them. Undefined without text. */
export function findSupportingSentences(text: string, wanted: readonly string[]): Support | undefined {
  const sentences = sentencesOf(text);
  const found = sentences.map((span) => {
    const part = text.slice(span.start, span.end);
    return { span, part, has: wordFinder(part)(wanted) };
  });
  const weights = new Map(
    wanted.map((word) => [word, Math.log(1 + found.length / (1 + found.filter(({ has }) => has.has(word)).length))]),
  );
  const score = ({ span, part, has }: (typeof found)[number]) => {
    const sum = [...has].reduce((total, word) => total + (weights.get(word) ?? 0), 0);
    return (sum * (sentenceEnd.test(part) ? 1 : 0.8)) / (1 + (span.end - span.start) / 1_000);
  };
  let best = 0;
  for (const [index, each] of found.entries()) {
    const leading = found[best];
    if (leading !== undefined && score(each) > score(leading)) best = index;
  }
  const chosen = found[best];
  if (chosen === undefined) return undefined;
  let { span, has } = chosen;
  const take = (other: (typeof found)[number] | undefined, isNeeded: boolean) => {
    if (other === undefined) return;
    const joint = { start: Math.min(span.start, other.span.start), end: Math.max(span.end, other.span.end) };
    const adds = [...other.has].some((word) => !has.has(word));
    if (!(adds || isNeeded) || joint.end - joint.start > lengths.extended) return;
    span = joint;
    has = new Set([...has, ...other.has]);
  };
  const isLine = /^[ \t]*\n/.test(text.slice(span.end, span.end + headingLength));
  const isHeading = isLine && !sentenceEnd.test(chosen.part) && chosen.part.length < headingLength;
  take(found[best + 1], isHeading);
  if (!isHeading) take(found[best - 1], false);
  return { span: cutToQuote(text, span), has };
}

/** Cuts a text that is too long for a quote, between two words if possible. */
export function cutToQuote(text: string, { start, end }: Span): Span {
  if (end - start <= lengths.most) return { start, end };
  const part = text.slice(start, start + lengths.most);
  const space = part.search(/\s\S*$/u);
  const kept = space > lengths.most / 2 ? part.slice(0, space) : part.replace(/[\ud800-\udbff]$/, '');
  return { start, end: start + kept.trimEnd().length };
}

/** The words that a question is about; if it has hardly any, also those of the one before it, which it continues. */
export function subjectOf(question: string, earlier: readonly string[]): readonly string[] {
  const own = contentWords(question);
  const [before] = earlier;
  return own.length >= 2 || before === undefined ? own : [...new Set([...own, ...contentWords(before)])];
}

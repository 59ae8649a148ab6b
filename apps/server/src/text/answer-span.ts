import { refersBack } from './anaphora.ts';
import { type AnswerType, hasAnswerOf } from './answer-type.ts';
import {
  classifySentences,
  listIntroduction,
  listItemStart,
  type ClassifiedSentence as Sentence,
  sentenceEnd,
} from './classify-sentences.ts';
import { wordFinder } from './content-words.ts';
import type { Span } from './sentences.ts';
import { cutToQuote } from './supporting-sentences.ts';

/** Bounds of an answer: in sentences and UTF-16 units. A list may be longer. */
const most = { few: { count: 3, length: 400 }, list: { count: 10, length: 800 } } as const;

/**
 * Weight of a word that only the heading of a sentence has, the decrease per sentence below it, and the factor of a
 * word that all of the text has.
 */
const byHeading = { share: 0.7, decay: 0.03, given: 0.5 } as const;

/** The aim of a search in a text. */
export interface Wanted {
  /** The words that the question is about. */
  readonly words: readonly string[];
  readonly asked: AnswerType;
  /** The title and the headings above the text: they aren't answers. */
  readonly above: readonly string[];
}

/** A part of a text that answers, and the words that it has, with its heading. */
export interface AnswerSpan {
  readonly span: Span;
  readonly has: ReadonlySet<string>;
  /** True if it has what is asked for. */
  readonly tells: boolean;
}

/**
 * Finds the part of a text that answers a question: the sentence that has most of its words, with those beside it that
 * have more of them, refer to it, or tell what is asked for. Undefined if the text has no sentence, only headings.
 */
export function answerIn(text: string, wanted: Wanted): AnswerSpan | undefined {
  const sentences = classifySentences(text, wanted);
  const score = scoring(sentences, wanted);
  const [best] = sentences
    .flatMap((each, index) => (each.kind === 'sentence' ? [{ index, score: score(each) }] : []))
    .toSorted((one, other) => other.score - one.score || one.index - other.index);
  if (best === undefined) return undefined;
  const page: Page = { text, sentences, asked: wanted.asked };
  const from = firstOf(page, best.index);
  return answerOf(page, { from, to: lastOf(page, { from, to: best.index }) });
}

/** Rates a sentence by the words that it has, the rarer in the text the more. */
function scoring(sentences: readonly Sentence[], { words, asked, above: titles }: Wanted) {
  const given = wordFinder(titles.join('\n'))(words);
  const weights = new Map(
    words.map((word) => {
      const having = sentences.filter(({ has }) => has.has(word)).length;
      const isGiven = given.has(word) ? byHeading.given : 1;
      return [word, isGiven * Math.log(1 + sentences.length / (1 + having))];
    }),
  );
  const sum = (has: Iterable<string>) => [...has].reduce((total, word) => total + (weights.get(word) ?? 0), 0);
  return ({ has, heading, below, part }: Sentence) => {
    const above = sum([...heading].filter((word) => !has.has(word)));
    // A sentence without words of the question is worth a little if it tells what is asked for.
    const own = 0.01 + sum(has) / (1 + part.length / 1_000);
    const value = own + above * Math.max(0, byHeading.share - byHeading.decay * below);
    return (
      value * (hasAnswerOf(asked, part) ? 1.3 : 1) * (sentenceEnd.test(part) || listItemStart.test(part) ? 1 : 0.8)
    );
  };
}

/** A text in its sentences, and what is asked for. */
interface Page {
  readonly text: string;
  readonly sentences: readonly Sentence[];
  readonly asked: AnswerType;
}

/** The first and the last of some sentences that follow each other. */
interface Range {
  readonly from: number;
  readonly to: number;
}

const sliceOf = ({ text, sentences }: Page, { from, to }: Range) =>
  text.slice(sentences[from]?.span.start ?? 0, sentences[to]?.span.end ?? 0);

const wordsOf = ({ sentences }: Page, { from, to }: Range) =>
  new Set(sentences.slice(from, to + 1).flatMap(({ has }) => [...has]));

/** True if a sentence has words that a range doesn't have. */
const adds = (page: Page, range: Range, { has }: Sentence) => {
  const own = wordsOf(page, range);
  return [...has].some((word) => !own.has(word));
};

const isWithin = (page: Page, range: Range, bounds: { readonly count: number; readonly length: number }) =>
  range.to - range.from < bounds.count && sliceOf(page, range).length <= bounds.length;

/** Returns the first sentence of an answer: the one that its best sentence refers to, or that leads in its list. */
function firstOf(page: Page, best: number): number {
  let from = leadOf(page, best) ?? best;
  if (from !== best) return from;
  for (let at = best - 1; at >= 0; at -= 1) {
    const before = page.sentences[at];
    if (before?.kind !== 'sentence' || !isWithin(page, { from: at, to: best }, most.few)) break;
    if (!refersBack(page.sentences[from]?.part ?? '') && !adds(page, { from, to: best }, before)) break;
    from = at;
  }
  return from;
}

/** The sentence that leads in the list in which another one is an item, if both have room in an answer. */
function leadOf(page: Page, best: number): number | undefined {
  const isItem = (at: number) => listItemStart.test(page.sentences[at]?.part ?? '');
  if (!isItem(best)) return undefined;
  let at = best;
  while (isItem(at)) at -= 1;
  const isLead = page.sentences[at]?.kind === 'sentence' && listIntroduction.test(page.sentences[at]?.part ?? '');
  return isLead && isWithin(page, { from: at, to: best }, most.list) ? at : undefined;
}

/** Returns the last sentence of an answer, which continues its best sentence. */
function lastOf(page: Page, { from, to: best }: Range): number {
  let to = best;
  for (let at = best + 1; at < page.sentences.length; at += 1) {
    const next = page.sentences[at];
    if (next?.kind !== 'sentence') break;
    const isItem = isListed(page.sentences, from, at) || (isLine(page, best) && isLine(page, at));
    if (!isWithin(page, { from, to: at }, isItem ? most.list : most.few)) break;
    const continues = isItem || refersBack(next.part) || adds(page, { from, to }, next) || isBelowAlike(page, best, at);
    if (!(continues || leadsToTelling(page, { from, to }))) break;
    to = at;
  }
  return to;
}

/** True if a sentence was chosen by its heading alone, so that others of its paragraph are as good. */
function isBelowAlike({ sentences }: Page, best: number, at: number): boolean {
  const chosen = sentences[best];
  return chosen?.has.size === 0 && chosen.heading.size > 0 && sentences[at]?.startsParagraph === false;
}

/** True if a sentence is a line that its heading alone explains, without the end mark of a sentence. */
function isLine({ sentences }: Page, at: number): boolean {
  const line = sentences[at];
  return line?.has.size === 0 && line.heading.size > 0 && !sentenceEnd.test(line.part);
}

/** True if a range lacks what is asked for, and one of the next two sentences of its paragraph tells it. */
function leadsToTelling(page: Page, { from, to }: Range): boolean {
  const { asked, sentences } = page;
  if (asked === undefined || hasAnswerOf(asked, sliceOf(page, { from, to }))) return false;
  for (const at of [to + 1, to + 2]) {
    const next = sentences[at];
    if (next?.kind !== 'sentence' || next.startsParagraph) return false;
    if (hasAnswerOf(asked, next.part)) return isWithin(page, { from, to: at }, most.few);
  }
  return false;
}

/** True if a sentence is an item of a list that a sentence of the range leads in. */
function isListed(sentences: readonly Sentence[], from: number, at: number): boolean {
  for (let lead = at - 1; lead >= from; lead -= 1) {
    const part = sentences[lead]?.part ?? '';
    if (listIntroduction.test(part)) return lead === at - 1 || listItemStart.test(sentences[at]?.part ?? '');
    if (!listItemStart.test(part)) return false;
  }
  return false;
}

/** The answer, with the heading right above it if only that has some of the words. */
function answerOf(page: Page, range: Range): AnswerSpan | undefined {
  const first = page.sentences[range.from];
  const last = page.sentences[range.to];
  if (first === undefined || last === undefined) return undefined;
  const headed = { from: range.from - 1, to: range.to };
  const above = page.sentences[headed.from];
  const isHeaded = above?.kind === 'heading' && adds(page, range, above) && !above.part.startsWith('#');
  const start = isHeaded && sliceOf(page, headed).length <= most.list.length ? above.span.start : first.span.start;
  return {
    span: cutToQuote(page.text, { start, end: last.span.end }),
    has: new Set([...wordsOf(page, range), ...first.heading]),
    tells: hasAnswerOf(page.asked, sliceOf(page, range)),
  };
}

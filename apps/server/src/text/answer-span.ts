import { refersBack } from './anaphora.ts';
import { type AnswerType, hasAnswerOf } from './answer-type.ts';
import { type ClassifiedSentence, listIntroduction, listItemStart, sentenceEnd } from './classify-sentences.ts';
import { contentWords, wordFinder } from './content-words.ts';
import type { Span } from './sentences.ts';
import { cutToQuote } from './supporting-sentences.ts';

type Sentence = ClassifiedSentence;

/** Bounds of an answer: in sentences and UTF-16 units. A list may be longer. */
const most = { few: { count: 3, length: 500 }, list: { count: 10, length: 800 } } as const;

/**
 * Weight of a word that only the heading of a sentence has, the decrease per sentence below it, and the factor of a
 * word that all of the text has.
 */
const byHeading = { share: 0.7, decay: 0.03, given: 0.5 } as const;

/** A step of a procedure: an item with a number. */
const step = /^\d{1,3}[.)]\s/;

/** The aim of a search in a text. */
export interface Wanted {
  /** The weight of each term that the question is about: the rarer, the more. */
  readonly weights: ReadonlyMap<string, number>;
  /** The terms that the title and the headings above the text have. */
  readonly given: ReadonlySet<string>;
  readonly asked: AnswerType;
}

/** A part of a text that answers, and the terms that it has, with its heading. */
export interface AnswerSpan {
  readonly span: Span;
  readonly has: ReadonlySet<string>;
  /** True if it has what is asked for. */
  readonly tells: boolean;
}

/** The sum of the weights of some terms. */
export const weightOf = (terms: Iterable<string>, weights: ReadonlyMap<string, number>): number =>
  [...terms].reduce((total, term) => total + (weights.get(term) ?? 0), 0);

/** Max sentences of a text around which an answer is looked for. */
const candidates = 6;

/**
 * Finds the parts of a text that may answer a question, the likeliest first: a sentence that has terms of it, with those
 * beside it that have more of them, refer to it, or tell what is asked for. A heading is no answer.
 */
export function answersOn(text: string, sentences: readonly ClassifiedSentence[], wanted: Wanted): AnswerSpan[] {
  const score = scoring(wanted);
  const page: Page = { text, sentences, asked: wanted.asked };
  return sentences
    .flatMap((each, index) => (each.kind === 'sentence' ? [{ index, score: score(each) }] : []))
    .toSorted((one, other) => other.score - one.score || one.index - other.index)
    .slice(0, candidates)
    .flatMap(({ index }) => {
      const from = firstOf(page, index);
      return answerOf(page, withLed(page, { from, to: lastOf(page, { from, to: index }) })) ?? [];
    });
}

/** A range with what its last sentence leads in: at least one sentence or line, if there is room. */
function withLed(page: Page, { from, to }: Range): Range {
  if (!listIntroduction.test(page.sentences[to]?.part ?? '')) return { from, to };
  let end = to;
  const isMore = () => page.sentences[end + 1]?.kind === 'sentence' && isWithin(page, { from, to: end + 1 }, most.list);
  if (isMore()) end += 1;
  while (isMore() && page.sentences[end + 1]?.startsParagraph === false) end += 1;
  return { from, to: end };
}

/** Rates a sentence by the terms that it has, the rarer the more. */
function scoring({ weights, given, asked }: Wanted) {
  const sum = (terms: Iterable<string>) =>
    [...terms].reduce((total, term) => total + (weights.get(term) ?? 0) * (given.has(term) ? byHeading.given : 1), 0);
  return ({ has, heading, below, part }: Sentence) => {
    const above = sum([...heading].filter((word) => !has.has(word)));
    // A sentence without terms of the question is worth a little if it tells what is asked for.
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

/** True if a range has what is asked for. The number of a step isn't. */
const tellsOf = (page: Page, range: Range) =>
  hasAnswerOf(page.asked, sliceOf(page, range).replace(/^\s{0,20}\d{1,3}[.)]\s/gm, ''));

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
  let from = leadOf(page, best) ?? introductionOf(page, best) ?? best;
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
  // The steps of a procedure belong together, also without a lead.
  const from = isLead ? at : isStep(page, at + 1) && isStep(page, best) ? at + 1 : undefined;
  return from !== undefined && isWithin(page, { from, to: best }, most.list) ? from : undefined;
}

/** The sentence that introduces a line without an end mark, such as a command, right below it. */
function introductionOf(page: Page, best: number): number | undefined {
  const before = page.sentences[best - 1];
  if (sentenceEnd.test(page.sentences[best]?.part ?? '') || before?.kind !== 'sentence') return undefined;
  if (!listIntroduction.test(before.part)) return undefined;
  return isWithin(page, { from: best - 1, to: best }, most.few) ? best - 1 : undefined;
}

const isStep = ({ sentences }: Page, at: number) => step.test(sentences[at]?.part ?? '');

/** Returns the last sentence of an answer, which continues its best sentence. */
function lastOf(page: Page, { from, to: best }: Range): number {
  let to = best;
  while (page.sentences[to + 1]?.kind === 'sentence' && continues(page, { from, to }, best)) to += 1;
  return to;
}

/** True if the sentence after a range continues it, or its best sentence, and there is room for it. */
function continues(page: Page, { from, to }: Range, best: number): boolean {
  const at = to + 1;
  const next = page.sentences[at];
  if (next === undefined) return false;
  const isItem =
    (isStep(page, at) && isStep(page, to)) ||
    isListed(page.sentences, from, at) ||
    (isLine(page, best) && isLine(page, at));
  const isBelow = isBelowAlike(page, best, at);
  const bounds = isItem || (isBelow && listItemStart.test(next.part)) ? most.list : most.few;
  if (!isWithin(page, { from, to: at }, bounds)) return false;
  const isMore = isItem || isBelow || refersBack(next.part) || adds(page, { from, to }, next);
  return isMore || leadsToTelling(page, { from, to }) || goesOn(page, { from, to }, best);
}

/** Max sentences that go on about the things of the best sentence. */
const goingOn = 2;

/**
 * True if the sentence after a range is in its paragraph and names a thing that its best sentence names, so that it
 * says more of the same. A figure that is asked for needs no more.
 */
function goesOn(page: Page, range: Range, best: number): boolean {
  const [chosen, next] = [page.sentences[best], page.sentences[range.to + 1]];
  if (range.to - best >= goingOn || chosen === undefined || next === undefined || next.startsParagraph) return false;
  if (listItemStart.test(next.part) || tellsOf(page, range)) return false;
  return wordFinder(next.part)(contentWords(chosen.part)).size > 0;
}

/** True if a sentence was chosen by its heading, too, so that others of its paragraph are as good. */
function isBelowAlike({ sentences }: Page, best: number, at: number): boolean {
  const chosen = sentences[best];
  if (chosen === undefined || [...chosen.heading].every((term) => chosen.has.has(term))) return false;
  const next = sentences[at];
  return next?.startsParagraph === false || listItemStart.test(next?.part ?? '');
}

/** True if a sentence is a line that its heading alone explains, without the end mark of a sentence. */
function isLine({ sentences }: Page, at: number): boolean {
  const line = sentences[at];
  return line?.has.size === 0 && line.heading.size > 0 && !sentenceEnd.test(line.part);
}

/** True if a range lacks what is asked for, and one of the next two sentences of its paragraph tells it. */
function leadsToTelling(page: Page, { from, to }: Range): boolean {
  const { asked, sentences } = page;
  if (asked === undefined || tellsOf(page, { from, to })) return false;
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
  // A lead without what it leads in says nothing.
  if (range.from === range.to && listIntroduction.test(page.sentences[range.to]?.part ?? '')) return undefined;
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
    tells: tellsOf(page, range),
  };
}

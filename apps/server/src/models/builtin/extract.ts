import { type AnswerSpan, answersOn, weightOf } from '../../text/answer-span.ts';
import { type AnswerType, answerTypeOf, withoutTypeWords } from '../../text/answer-type.ts';
import { type ClassifiedSentence, classifySentences } from '../../text/classify-sentences.ts';
import { maxQuestion, partsOfQuestion } from '../../text/question-parts.ts';
import { withoutAskingWords } from '../../text/questions/asking-words.ts';
import { type QuestionTerms, termFinder, termsOfQuestion } from '../../text/questions/question-terms.ts';
import { withoutUnread } from '../../text/questions/unread-lines.ts';
import { type Span, unwrapped } from '../../text/sentences.ts';
import { type FoundPassage, type ModelPart, type ModelRequest, questionOf } from '../model.ts';
import { estimateUsage } from '../tokens.ts';
import { citationOf } from './cite.ts';
import { inWords } from './echo.ts';
import { nothingIn } from './person-offer.ts';

/** Max passages quoted in one reply. */
const maxPassages = 3;

/**
 * The share of the weight of the question's terms that an answer must have with its headings: less if its passage was
 * found by its meaning, too. Scores of searches only compare passages with each other, so they can't tell that none of
 * them answers.
 */
const floor = { terms: 0.57, meaning: 0.4 } as const;

/**
 * By how much the floor is higher, and an answer ranks lower, for each passage that the search has found before its own, at most two:
 * the search knows all of the agent's passages, so its order tells more than a word that a later one has in addition.
 */
const byRank = { floor: 0.1, order: 0.08, most: 2 } as const;

const below = (rank: number) => Math.min(rank, byRank.most);

/** The share from which on a text answers "how many" or "when" without a figure, as in "on Mondays". */
const figureFloor = 0.9;

/** The share from which on a passage without an answer is named, since it may be about the same. */
const nearFloor = 0.4;

/** The weight of an identifier, relative to a word that is as rare. */
const identifierWeight = 2;

/**
 * `builtin/extract`: replies only with quotations of the passages that were found: sentences, each followed by its
 * citation. If none of them answers the question, the reply says so, offers a person if that happens twice in a row, and
 * names the passage that is nearest, if any.
 */
export async function* extract(request: ModelRequest): AsyncGenerator<ModelPart> {
  const { answers, nearest } = answersIn(request);
  let text = '';
  const say = async function* (more: string) {
    text += more;
    yield* inWords(more, request.signal);
  };
  if (answers.length === 0) yield* say(nothingIn(request) + (nearest === undefined ? '' : `\n\n${linkTo(nearest)}`));
  for (const [index, { passage, span }] of answers.entries()) {
    const citation = citationOf(passage, span);
    yield* say((index === 0 ? '' : '\n\n') + unwrapped(citation.quote));
    if (request.signal.aborted) return;
    yield { type: 'citation', citation };
  }
  yield { type: 'end', finishReason: 'stop', usage: estimateUsage(request, text) };
}

const percentEncoded = (sign: string): string => `%${(sign.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`;

/** Names a passage as a place to look, not as an answer. */
function linkTo({ title, url }: FoundPassage): string {
  const name = title.replace(/\s+/g, ' ').replace(/[\\[\]*_`<>]/g, '\\$&');
  return `The nearest passage: ${url === null ? name : `[${name}](${url.replace(/[() <>]/g, percentEncoded)})`}`;
}

/** A passage, and the part of it that answers. */
interface Answer {
  readonly passage: FoundPassage;
  readonly span: Span;
  /** The terms of the question that the part has, with its headings. */
  readonly has: ReadonlySet<string>;
  /** The share of the question that they are, by their weights. */
  readonly share: number;
  /** The place of its passage in the order of the search. */
  readonly rank: number;
  /** True if it has what is asked for. */
  readonly tells: boolean;
}

/** The answers to a question, best first; without an answer, the nearest passage. */
interface Answers {
  readonly answers: readonly Answer[];
  readonly nearest: FoundPassage | undefined;
}

/** Subject of a question. */
interface Subject extends QuestionTerms {
  readonly asked: AnswerType;
}

/** The answers to a question; the best one to each part if it asks several things. */
function answersIn({ messages, passages = [] }: ModelRequest): Answers {
  const question = withoutUnread(questionOf(messages)).slice(0, maxQuestion);
  const earlier = messages.flatMap((message) =>
    message.role === 'user' ? [message.content.slice(0, maxQuestion)] : [],
  );
  const whole = answersTo(subjectIn(question, earlier.at(-2)), passages);
  const { parts, areQuestions } = partsOfQuestion(question);
  if (parts.length < 2) return whole;
  const each = parts.map((part) => answersTo(subjectIn(part), passages).answers);
  const isAnswered = areQuestions ? each.flat().length > 0 : each.every((found) => found.length > 0);
  if (!isAnswered) return whole;
  return { ...whole, answers: differing(each.flatMap((found) => found.slice(0, 1))).slice(0, maxPassages) };
}

/** The subject of a question; with that of the one before, which it continues, if it says hardly anything itself. */
function subjectIn(question: string, before?: string): Subject {
  const asked = answerTypeOf(question);
  const own = termsOfQuestion(question);
  const wordsAmong = (words: readonly string[]) => withoutAskingWords(withoutTypeWords(asked, words));
  if (before === undefined || own.words.length + own.identifiers.length >= 2)
    return { ...own, words: wordsAmong(own.words), asked };
  const other = termsOfQuestion(before);
  return {
    words: wordsAmong([...new Set([...own.words, ...other.words])]),
    identifiers: own.identifiers.length > 0 ? own.identifiers : other.identifiers,
    asked,
  };
}

/** A passage in its sentences, with the terms of the question that its headings have, and those of all of it. */
interface Page {
  readonly passage: FoundPassage;
  /** Its place in the order of the search. */
  readonly rank: number;
  readonly sentences: readonly ClassifiedSentence[];
  readonly given: ReadonlySet<string>;
  readonly has: ReadonlySet<string>;
}

function answersTo(subject: Subject, passages: readonly FoundPassage[]): Answers {
  const find = termFinder(subject);
  const pages = passages.map((passage, rank): Page => {
    const above = [passage.title, ...passage.headings];
    const sentences = classifySentences(passage.text, { find, above });
    const given = find(above.join('\n'));
    return { passage, rank, sentences, given, has: new Set([...given, ...sentences.flatMap(({ has }) => [...has])]) };
  });
  const weights = weightsOf(subject, pages);
  const about = pages.flatMap((page) => answerOn(page, subject, weights) ?? []);
  const [best, ...others] = about.toSorted((one, other) => rankOf(other) - rankOf(one));
  if (best === undefined) return { answers: [], nearest: nearestOf(pages, weights) };
  if (best.passage.sourceType === 'qa') return { answers: [best], nearest: undefined };
  // Others are quoted, too, if they are as good.
  const alike = others.filter(({ has, tells }) => tells === best.tells && [...best.has].every((term) => has.has(term)));
  return { answers: differing([best, ...alike]).slice(0, maxPassages), nearest: undefined };
}

/** By the share of the question that an answer has, and the order of the search; pairs first. */
const rankOf = ({ passage, share, rank, tells }: Answer): number =>
  share - below(rank) * byRank.order + (passage.sourceType === 'qa' ? 0.1 : 0) + (tells ? 0.15 : 0);

/** The weight of each term: the fewer sentences of the passages have it, the more. */
function weightsOf({ words, identifiers }: QuestionTerms, pages: readonly Page[]): ReadonlyMap<string, number> {
  const all = pages.flatMap(({ sentences }) => sentences);
  const rarity = (term: string) => Math.log(1 + all.length / (1 + all.filter(({ has }) => has.has(term)).length));
  return new Map([
    ...words.map((term) => [term, rarity(term)] as const),
    ...identifiers.map((term) => [term, identifierWeight * rarity(term)] as const),
  ]);
}

/** The passage that has most of the question, though it doesn't answer it. */
function nearestOf(pages: readonly Page[], weights: ReadonlyMap<string, number>): FoundPassage | undefined {
  const least = nearFloor * weightOf(weights.keys(), weights);
  const [nearest] = pages
    .map(({ passage, has }) => ({ passage, weight: weightOf(has, weights) }))
    .toSorted((one, other) => other.weight - one.weight);
  return nearest !== undefined && nearest.weight > 0 && nearest.weight >= least ? nearest.passage : undefined;
}

/** The answer on a page, undefined if it has too few terms of the question, or not each of its identifiers. */
function answerOn(page: Page, subject: Subject, weights: ReadonlyMap<string, number>): Answer | undefined {
  const { passage, rank, sentences, given } = page;
  const total = weightOf(weights.keys(), weights);
  const found: readonly AnswerSpan[] =
    passage.sourceType === 'qa'
      ? [{ span: pairAnswer(passage), has: page.has, tells: true }]
      : answersOn(passage.text, sentences, { weights, given, asked: subject.asked });
  const least = (passage.isNear ? floor.meaning : floor.terms) + below(rank) * byRank.floor;
  const answers = found.flatMap((one): Answer[] => {
    const has = new Set([...one.has, ...given]);
    const share = weightOf(has, weights) / total;
    // Another number, code or name is no answer, however much else is the same.
    const isExact = subject.identifiers.every((identifier) => has.has(identifier));
    const isOf = one.tells || subject.asked === undefined || (subject.asked === 'figure' && share >= figureFloor);
    return share >= least && isExact && isOf ? [{ passage, span: one.span, has, share, rank, tells: one.tells }] : [];
  });
  return answers.toSorted((one, other) => rankOf(other) - rankOf(one))[0];
}

/** The answers without those that say the same, or a part of it. */
function differing(answers: readonly Answer[]): Answer[] {
  const quotes: string[] = [];
  return answers.filter(({ passage, span }) => {
    const quote = passage.text.slice(span.start, span.end);
    const isNew = !quotes.some((other) => other.includes(quote));
    if (isNew) quotes.push(quote);
    return isNew;
  });
}

/** The answer of a pair: what follows its question, which is the title. */
function pairAnswer({ text, title }: FoundPassage): Span {
  const before = title !== '' && text.startsWith(title) ? title.length : 0;
  const answer = text.slice(before).trim();
  if (answer === '') return { start: 0, end: text.length };
  const start = text.indexOf(answer, before);
  return { start, end: start + answer.length };
}

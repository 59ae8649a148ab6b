import { answerIn } from '../../text/answer-span.ts';
import { type AnswerType, answerTypeOf, withoutTypeWords } from '../../text/answer-type.ts';
import { contentWords, wordFinder } from '../../text/content-words.ts';
import { maxQuestion, partsOfQuestion } from '../../text/question-parts.ts';
import { type Span, unwrapped } from '../../text/sentences.ts';
import { subjectOf } from '../../text/supporting-sentences.ts';
import { type FoundPassage, type ModelPart, type ModelRequest, questionOf } from '../model.ts';
import { estimateUsage } from '../tokens.ts';
import { citationOf } from './cite.ts';
import { inWords } from './echo.ts';

/** Max passages quoted in one reply. */
const maxPassages = 3;

/**
 * The share of the question's words that a passage must have to answer it: less if it was found by its meaning, too.
 * Scores of searches only compare passages with each other, so they can't tell that none of them answers.
 */
const floor = { words: 0.5, meaning: 0.3 } as const;

/** A further passage is quoted if it has this share of what the best one has. */
const closeToBest = 0.8;

/** The reply if nothing was found. */
const nothingFound = 'I have found nothing about that in my knowledge sources.';

/**
 * `builtin/extract`: replies only with quotations of the passages that were found: sentences, each followed by its
 * citation. If none of them is about the question, the reply says so.
 */
export async function* extract(request: ModelRequest): AsyncGenerator<ModelPart> {
  const answers = answersIn(request);
  let text = '';
  const say = async function* (more: string) {
    text += more;
    yield* inWords(more, request.signal);
  };
  if (answers.length === 0) yield* say(nothingFound);
  for (const [index, { passage, span }] of answers.entries()) {
    const citation = citationOf(passage, span);
    yield* say((index === 0 ? '' : '\n\n') + unwrapped(citation.quote));
    if (request.signal.aborted) return;
    yield { type: 'citation', citation };
  }
  yield { type: 'end', finishReason: 'stop', usage: estimateUsage(request, text) };
}

/** A passage, and the part of it that answers. */
interface Answer {
  readonly passage: FoundPassage;
  readonly span: Span;
  /** The words of the question that the part has, with its headings. */
  readonly has: ReadonlySet<string>;
  readonly tells: boolean;
}

/** Subject of a question. */
interface Subject {
  readonly words: readonly string[];
  readonly asked: AnswerType;
}

/** The answers to a question; the best one to each part if it asks several things. */
function answersIn({ messages, passages = [] }: ModelRequest): readonly Answer[] {
  const question = questionOf(messages).slice(0, maxQuestion);
  const earlier = messages.flatMap((message) =>
    message.role === 'user' ? [message.content.slice(0, maxQuestion)] : [],
  );
  const before = earlier.slice(0, -1).toReversed();
  const whole = answersTo(subjectIn(subjectOf(question, before), question), passages);
  const { parts, areQuestions } = partsOfQuestion(question);
  if (parts.length < 2) return whole;
  const each = parts.map((part) => answersTo(subjectIn(contentWords(part), part), passages));
  const isAnswered = areQuestions ? each.flat().length > 0 : each.every((found) => found.length > 0);
  return isAnswered ? differing(each.flatMap((found) => found.slice(0, 1))).slice(0, maxPassages) : whole;
}

function subjectIn(words: readonly string[], question: string): Subject {
  const asked = answerTypeOf(question);
  return { words: withoutTypeWords(asked, words), asked };
}

function answersTo({ words, asked }: Subject, passages: readonly FoundPassage[]): readonly Answer[] {
  const about = passages.flatMap((passage): Answer[] => {
    const above = [passage.title, ...passage.headings];
    const has = wordFinder([...above, passage.text].join('\n'))(words);
    const least = passage.isNear ? floor.meaning : floor.words;
    if (has.size === 0 || has.size < least * words.length) return [];
    if (passage.sourceType === 'qa') return [{ passage, span: pairAnswer(passage), has, tells: true }];
    const found = answerIn(passage.text, { words, asked, above });
    if (found === undefined) return [];
    return [{ passage, ...found, has: new Set([...found.has, ...wordFinder(above.join('\n'))(words)]) }];
  });
  // By what they have of the question, and pairs first; those that are alike stay in the order of the search.
  const rank = ({ passage, has, tells }: Answer) =>
    has.size + (passage.sourceType === 'qa' ? 0.5 : 0) + (tells ? 0.75 : 0);
  const ordered = about.toSorted((one, other) => rank(other) - rank(one));
  const [best] = ordered;
  if (best === undefined) return [];
  if (best.passage.sourceType === 'qa') return [best];
  const close = ordered.filter(({ has, tells }) => has.size >= closeToBest * best.has.size && tells === best.tells);
  return differing(close).slice(0, maxPassages);
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

import { wordFinder } from '../text/content-words.ts';
import type { Span } from '../text/sentences.ts';
import { subjectOf, supportFor } from '../text/support.ts';
import { citationOf } from './cite.ts';
import { inWords } from './echo.ts';
import { type FoundPassage, type ModelPart, type ModelRequest, questionOf } from './model.ts';
import { estimateUsage } from './tokens.ts';

/** Max passages quoted in one reply. */
const maxPassages = 3;

/** Max characters of a question that are looked at. */
const maxQuestion = 2_000;

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
    yield* say((index === 0 ? '' : '\n\n') + readable(citation.quote));
    if (request.signal.aborted) return;
    yield { type: 'citation', citation };
  }
  yield { type: 'end', finishReason: 'stop', usage: estimateUsage(request, text) };
}

/** A passage, the part that answers, and the question's words that it has, with its title. */
interface Answer {
  readonly passage: FoundPassage;
  readonly span: Span;
  readonly has: ReadonlySet<string>;
}

function answersIn({ messages, passages = [] }: ModelRequest): readonly Answer[] {
  const question = questionOf(messages).slice(0, maxQuestion);
  const earlier = messages.flatMap((message) =>
    message.role === 'user' ? [message.content.slice(0, maxQuestion)] : [],
  );
  const subject = subjectOf(question, earlier.slice(0, -1).toReversed());
  const about = passages.flatMap((passage): Answer[] => {
    const has = wordFinder([passage.title, ...passage.headings, passage.text].join('\n'))(subject);
    const least = passage.isNear ? floor.meaning : floor.words;
    if (has.size === 0 || has.size < least * subject.length) return [];
    const span = passage.sourceType === 'qa' ? pairAnswer(passage) : supportFor(passage.text, subject)?.span;
    return span === undefined ? [] : [{ passage, span, has }];
  });
  // By what they have of the question, and pairs first; those that are alike stay in the order of the search.
  const rank = ({ passage, has }: Answer) => has.size + (passage.sourceType === 'qa' ? 0.5 : 0);
  const ordered = about.toSorted((one, other) => rank(other) - rank(one));
  const [best] = ordered;
  if (best === undefined) return [];
  if (best.passage.sourceType === 'qa') return [best];
  const close = ordered.filter(({ has }) => has.size >= closeToBest * best.has.size);
  return differing(close).slice(0, maxPassages);
}

/** The answers without those that say the same. */
function differing(answers: readonly Answer[]): Answer[] {
  const quotes = new Set<string>();
  return answers.filter(({ passage, span }) => {
    const quote = passage.text.slice(span.start, span.end);
    const isNew = !quotes.has(quote);
    quotes.add(quote);
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

/** A quote as a paragraph: the line breaks within it are where its document was wrapped. */
const readable = (quote: string) => quote.replace(/(?<!\n)\n(?![\n*•\d-])/g, ' ');

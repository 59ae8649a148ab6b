import { termsOf } from '../../text/terms.ts';
import { wordTerm } from '../index/postings.ts';

/** A term that a search looks for, and how much it weighs. */
export interface WantedTerm {
  readonly term: string;
  readonly weight: number;
}

/** Terms by which a question is searched, for two rankings. */
export interface WantedTerms {
  readonly words: readonly WantedTerm[];
  readonly grams: readonly WantedTerm[];
}

/** Max distinct terms of a question: a question of 1,000 characters has some 150 words. */
const most = { words: 48, grams: 128 } as const;

/** Weight of the terms of an earlier question relative to the next question, and the number of questions that count. */
const earlier = { weight: 0.4, questions: 3 } as const;

/** Some of a list, evenly spread. */
function spread<Item>(list: readonly Item[], count: number): readonly Item[] {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * list.length) / count)] as Item);
}

/** The terms of a question and of those before it, newest first; a term that several have weighs as in the newest. */
export function wantedTerms(text: string, context: readonly string[] = []): WantedTerms {
  const words = new Map<string, number>();
  const grams = new Map<string, number>();
  for (const [age, question] of [text, ...context.slice(0, earlier.questions)].entries()) {
    const weight = earlier.weight ** age;
    const terms = termsOf(question);
    for (const word of terms.words) if (!words.has(word)) words.set(word, weight);
    for (const gram of terms.grams) if (!grams.has(gram)) grams.set(gram, weight);
  }
  const listed = (terms: ReadonlyMap<string, number>, count: number, name: (term: string) => string) =>
    spread([...terms], count).map(([term, weight]) => ({ term: name(term), weight }));
  return { words: listed(words, most.words, wordTerm), grams: listed(grams, most.grams, (gram) => gram) };
}

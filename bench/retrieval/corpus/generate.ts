import { createRandom, type Random } from '../../../apps/server/src/random.ts';
import type { Language } from './language.ts';

/** A paragraph of the corpus. */
export interface Paragraph {
  readonly title: string;
  readonly text: string;
}

/** A question, and the place of the one paragraph that answers it. */
export interface AskedQuestion {
  readonly text: string;
  readonly paragraph: number;
  readonly set: 'plain' | 'typing errors' | 'compounds and paraphrases';
}

/** A corpus with its questions. */
export interface Corpus {
  readonly paragraphs: readonly Paragraph[];
  readonly questions: readonly AskedQuestion[];
}

/** Words with so many letters get typing errors; in scripts without spaces, so do single characters of a run. */
const longWord = 5;

/** Swaps, drops, doubles or replaces one letter inside a word. */
function mistyped(word: string, random: Random): string {
  const letters = [...word];
  const at = 1 + Math.floor(random() * (letters.length - 2));
  const [here = '', next = ''] = [letters[at], letters[at + 1]];
  const changed = [[next, here], [next], [here, here, next], [letters[0] ?? '', next]][Math.floor(random() * 4)];
  return [...letters.slice(0, at), ...(changed ?? []), ...letters.slice(at + 2)].join('');
}

/** A question with typing errors in up to two of its long words, the product's name included. */
function withErrors(question: string, random: Random): string {
  const places = [...question.matchAll(/[\p{L}\p{M}]+/gu)].filter(([word]) => [...word].length >= longWord);
  const chosen = new Set<number>();
  while (chosen.size < Math.min(2, places.length)) chosen.add(Math.floor(random() * places.length));
  let text = question;
  for (const index of [...chosen].sort((a, b) => b - a)) {
    const { 0: word = '', index: at = 0 } = places[index] ?? {};
    text = text.slice(0, at) + mistyped(word, random) + text.slice(at + word.length);
  }
  return text;
}

/** The corpus of a language: a paragraph for each product, variant and subject, alike but for name and numbers. */
export function corpusOf({ products, variant, subjects }: Language, seed = 1): Corpus {
  const random = createRandom(seed);
  const paragraphs: Paragraph[] = [];
  const questions: AskedQuestion[] = [];
  const names = products.flatMap((product) => [product, variant.replace('{n}', product)]);
  for (const name of names) {
    for (const { title, text, plain, hard } of subjects) {
      const number = () => String(2 + Math.floor(random() * 97));
      const paragraph = paragraphs.length;
      const fill = (template: string) => template.replaceAll('{n}', name);
      paragraphs.push({ title, text: fill(text).replace('{a}', number()).replace('{b}', number()) });
      const asked = fill(plain);
      questions.push({ text: asked, paragraph, set: 'plain' });
      questions.push({ text: withErrors(asked, random), paragraph, set: 'typing errors' });
      for (const question of hard)
        questions.push({ text: fill(question), paragraph, set: 'compounds and paraphrases' });
    }
  }
  return { paragraphs, questions };
}

import { createRandom } from '../../apps/server/src/random.ts';
import { corpusOf } from './corpus/generate.ts';
import { languages } from './corpus/languages.ts';

/** Words that fill a chunk up to some 1,000 characters, of how many distinct ones. */
const filler = { words: 110, vocabulary: 60_000 } as const;

const syllables =
  'ka lo mi ter an ver schu ber ing tion gra pel ost un der ne ra si to ment al pre con dis fer ul ix'.split(' ');

/** Chunks of some 1,000 characters: a paragraph of the corpus, then words by Zipf's law. And the corpus's questions. */
export function manyChunks(seed = 7) {
  const random = createRandom(seed);
  const word = () =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, () => syllables[Math.floor(random() * syllables.length)]).join(
      '',
    );
  const vocabulary = Array.from({ length: filler.vocabulary }, word);
  const corpora = languages.map((language) => corpusOf(language));
  const paragraphs = corpora.flatMap((corpus) => corpus.paragraphs);
  const questions = corpora.flatMap((corpus) => corpus.questions.map(({ text }) => text));
  const any = () => vocabulary[Math.floor(filler.vocabulary ** random()) - 1] ?? '';
  return {
    questions,
    random,
    /** The text of the chunk with a number. */
    next: (number: number): string =>
      `${paragraphs[(number * 7) % paragraphs.length]?.text} ${Array.from({ length: filler.words }, any).join(' ')}`,
  };
}

import { createRandom } from '../../apps/server/src/random.ts';
import { type HardSet, hardSetOf, type Language, languages } from './hard-set.ts';

/** Characters of a chunk, as the service cuts them. */
const charactersOf = (language: Language) => (language === 'ja' ? 450 : 900);

/** A word is rare if the documents of its language have it at most so many times. */
const rare = 2;

/** The part of rare words that is replaced, so that a rare word is as rare in a million chunks as in the documents. */
const replaced = 0.9;

/** Exponent of Heaps' law by which the words that replace them are new: words ** exponent are distinct. */
const newWords = 0.6;

/** A sentence in parts, with the places of its rare words among them. */
interface Sentence {
  readonly parts: readonly string[];
  readonly rareAt: readonly number[];
  readonly words: number;
}

/** Material of the chunks in a language. */
interface Material {
  readonly language: Language;
  readonly sentences: readonly Sentence[];
  readonly vocabulary: readonly string[];
  /** Exponent of Heaps' law in the documents themselves. */
  readonly exponent: number;
  readonly words: number;
}

function materialOf({ passages, name }: HardSet): Material {
  const language = languages.find((one) => one === name) ?? 'en';
  const bySentence = new Intl.Segmenter(language, { granularity: 'sentence' });
  const byWord = new Intl.Segmenter(language, { granularity: 'word' });
  const counts = new Map<string, number>();
  const growth: number[] = [];
  const cut = passages.flatMap(({ text }) =>
    [...bySentence.segment(text.replace(/[^\S\n]+/g, ' '))].map(({ segment }) => [...byWord.segment(segment.trim())]),
  );
  for (const { segment, isWordLike } of cut.flat()) {
    if (!isWordLike) continue;
    const word = segment.toLowerCase();
    counts.set(word, (counts.get(word) ?? 0) + 1);
    growth.push(counts.size);
  }
  const sentences = cut.map((parts) => ({
    parts: parts.map(({ segment }) => segment),
    rareAt: parts.flatMap((part, at) =>
      part.isWordLike && (counts.get(part.segment.toLowerCase()) ?? 0) <= rare ? [at] : [],
    ),
    words: parts.filter(({ isWordLike }) => isWordLike).length,
  }));
  const [quarter = 1, whole = 1] = [growth[Math.floor(growth.length / 4)], growth.at(-1)];
  return {
    ...{ language, sentences: sentences.filter(({ words }) => words > 0), vocabulary: [...counts.keys()] },
    ...{ exponent: Math.log(whole / quarter) / Math.log(4), words: growth.length },
  };
}

/** The new word with a rank, made of the beginning of a word and the end of another one. */
function wordOf({ vocabulary }: Material, rank: number): string {
  const size = vocabulary.length;
  const begin = [...(vocabulary[rank % size] ?? '')];
  const end = [...(vocabulary[(rank * 7_919 + Math.floor(rank / size)) % size] ?? '')];
  return [...begin.slice(0, Math.ceil(begin.length * 0.6)), ...end.slice(Math.floor(end.length * 0.5))].join('');
}

/** Growth of the vocabulary of some texts. */
export interface Growth {
  readonly words: number;
  readonly distinct: number;
  /** Number of distinct words that Heaps' law expects, with the exponent of the documents themselves. */
  readonly expected: number;
}

/** The hard set and its material, which take seconds to prepare. */
async function prepare() {
  const sets = await Promise.all(languages.map(hardSetOf));
  return { sets, all: sets.map(materialOf) };
}

let prepared: ReturnType<typeof prepare> | undefined;

/**
 * Chunks of sentences of the hard set's documents, one language each. So common words are as common as in the language.
 * Rare words are replaced by new ones by Zipf's law, so that the vocabulary grows as in real text. And the hard set's
 * questions, in an order by chance.
 */
export async function naturalTexts(seed = 7) {
  const random = createRandom(seed);
  prepared ??= prepare();
  const { sets, all } = await prepared;
  const materials = all.map((each) => ({ ...each, seen: new Set<number>(), written: 0 }));
  const any = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  // A rank above r has the probability (1 + r / vocabulary) ** -tail (Zipf's law as Mandelbrot wrote it). Many draws n
  // then have in the order of n ** newWords distinct ranks, and the first ones are no more frequent than rare words.
  const tail = 1 / newWords - 1;
  const sentence = (material: (typeof materials)[number]): string => {
    const { parts, rareAt, words } = any(material.sentences);
    const changed = [...parts];
    for (const at of rareAt) {
      if (random() > replaced) continue;
      const rank = Math.floor(material.vocabulary.length * (Math.max(random(), 1e-9) ** (-1 / tail) - 1)) % 1e9;
      material.seen.add(rank);
      changed[at] = wordOf(material, rank);
    }
    material.written += words;
    return changed.join('');
  };
  return {
    questions: sets
      .flatMap(({ questions }) => questions)
      .map((question) => ({ question, at: random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ question }) => question),
    /** Returns the text of another chunk. */
    next: (): string => {
      const material = any(materials);
      let text = '';
      while (text.length < charactersOf(material.language)) text += `${sentence(material)} `;
      return text.trimEnd();
    },
    /** The growth of the vocabulary up to here. */
    growth: (): Growth => {
      const sum = (of: (one: (typeof materials)[number]) => number) => materials.reduce((all, one) => all + of(one), 0);
      return {
        words: sum(({ written }) => written),
        distinct: sum(({ vocabulary, seen }) => vocabulary.length + seen.size),
        expected: sum(({ vocabulary, words, written, exponent }) => vocabulary.length * (written / words) ** exponent),
      };
    },
  };
}

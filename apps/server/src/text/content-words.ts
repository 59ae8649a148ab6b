import { commonAmong } from './common-words.ts';
import { fold } from './fold.ts';

/** Max characters of a text whose words are compared, and max different words that are looked for. */
const most = { text: 20_000, wanted: 64 } as const;

const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Scripts whose words are not apart, or that join particles to them: a word is looked for anywhere in a text. */
const joined =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const article = /^(?:وال|بال|كال|فال|لل|ال)(?=\p{L}{3})/u;
const particle = /(?<=\p{L}{2})(?:은|는|이|가|을|를|에|의|로|으로|에서|와|과|도|만)$/u;
/** A word of hiragana alone is a particle or an ending if it is this short. */
const ending = /^[\p{Script=Hiragana}ー]{1,2}$/u;

/** The folded words of a text, in order; without the articles and particles that Arabic and Korean join to them. */
function* wordsIn(text: string): Generator<string> {
  for (const { segment, isWordLike } of words.segment(text.slice(0, most.text))) {
    if (isWordLike !== true) continue;
    for (const word of fold(segment).split(/['’]/)) {
      const bare = word.replace(article, '').replace(particle, '');
      if (bare !== '') yield bare;
    }
  }
}

/** The words that say what a text is about, each once: at most 64. */
export function contentWords(text: string): readonly string[] {
  const all = [...new Set(wordsIn(text))];
  const common = commonAmong(all);
  return all.filter((word) => !common.has(word) && !ending.test(word) && !/^[a-z]$/.test(word)).slice(0, most.wanted);
}

/** Returns a function that tells which of some words a text has: alike, inflected, in a compound or with a typing error. */
export function wordFinder(text: string): (wanted: readonly string[]) => ReadonlySet<string> {
  const folded = fold(text.slice(0, most.text));
  const own = new Set(wordsIn(text));
  const spaced = [...own].filter((word) => word.length >= 4 && !joined.test(word));
  const has = (word: string) => {
    if (own.has(word)) return true;
    if (joined.test(word)) return word.length >= 2 && folded.includes(word);
    return word.length >= 4 && !/^\d+$/.test(word) && spaced.some((each) => isAlike(word, each));
  };
  return (wanted) => new Set(wanted.filter(has));
}

/** Max characters by which the last part of a compound is longer than the word that is looked for. */
const inflection = 2;

/** True if two words share their stem, one begins the other or ends it as the last part of a compound, or they differ by a typing error. */
function isAlike(wanted: string, word: string): boolean {
  let same = 0;
  while (same < wanted.length && wanted[same] === word[same]) same += 1;
  if (same >= 4 && same >= 0.6 * Math.max(wanted.length, word.length)) return true;
  if (word.length >= 6 && wanted.startsWith(word)) return true;
  if (wanted.length >= 6) {
    const at = word.indexOf(wanted.slice(0, Math.max(5, wanted.length - 2)));
    if (at === 0 || (at > 0 && word.length - at <= wanted.length + inflection)) return true;
  }
  return wanted.length >= 5 && isOneEditApart(wanted, word);
}

/** True if one character is replaced, left out or added, or two are exchanged. */
function isOneEditApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let [a, b] = [one.length, other.length];
  while (a > start && b > start && one[a - 1] === other[b - 1]) {
    a -= 1;
    b -= 1;
  }
  if (a - start <= 1 && b - start <= 1) return true;
  return a - start === 2 && b - start === 2 && one[start] === other[start + 1] && one[start + 1] === other[start];
}

/** Max words of the key of a question. */
const keyWords = 500;

/** The words of a question, folded: the same for a question that differs in case, marks or punctuation only. */
export const questionKey = (question: string): string =>
  [...wordsIn(question)].slice(0, keyWords).join(' ') || question;

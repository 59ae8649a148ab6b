/** The server's minimum (`schemas/limits.ts`). */
export const minPasswordLength = 12;

/** Strength of a password, from 0 (empty) to 3, and the text to show for it. */
export interface Strength {
  readonly level: 0 | 1 | 2 | 3;
  readonly words: string;
}

/**
 * Words of the passwords that are tried first, in the forms in which people write them: the heads of published lists of
 * stolen passwords. Digits in place of letters are read as the letters.
 */
const commonWords = [
  ...['password', 'passwort', 'passw', 'motdepasse', 'contrasena', 'secret', 'geheim', 'letmein', 'login', 'access'],
  ...['welcome', 'willkommen', 'admin', 'administrator', 'root', 'user', 'guest', 'test', 'default', 'changeme'],
  ...['qwerty', 'qwertz', 'azerty', 'asdf', 'zxcvbn', 'iloveyou', 'loveyou', 'monkey', 'dragon', 'football'],
  ...['baseball', 'soccer', 'master', 'sunshine', 'princess', 'shadow', 'superman', 'batman', 'michael', 'jordan'],
  ...['hello', 'hallo', 'freedom', 'whatever', 'trustno', 'starwars', 'pokemon', 'computer', 'internet', 'killer'],
  ...['summer', 'winter', 'spring', 'autumn', 'sommer', 'january', 'monday', 'flower', 'cheese', 'charlie'],
  ...['parley', 'company', 'office', 'hunter', 'ninja', 'samsung', 'google', 'facebook', 'mustang', 'liverpool'],
].sort((one, other) => other.length - one.length);

/** Rows in which neighbours follow each other. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
];

/** Min length of what counts as a sequence, in characters. */
const minSequence = 3;

/** Strength that each common word, sequence or year adds, once, in characters that would be as hard to guess. */
const worthOfPart = 2;

const letters: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * Estimates the strength of a password: its length, where common words, sequences, years and repeated characters count
 * as next to nothing. It knows no dictionary, so it says "strong" with a condition.
 */
export function strengthOf(password: string): Strength {
  const missing = minPasswordLength - password.length;
  if (missing > 0)
    return {
      level: password === '' ? 0 : 1,
      words: `At least ${minPasswordLength} characters; a few words are easy to remember`,
    };
  if (new Set(password.toLowerCase()).size < 6)
    return { level: 1, words: 'Long, but made of very few different characters' };
  const worth = worthOf(password);
  if (worth < 8) return { level: 1, words: 'Easy to guess: it is made of what is tried first. Use a few random words' };
  if (worth < minPasswordLength) return { level: 2, words: 'Fair. A part of it is easy to guess: add another word' };
  if (worth < 16) return { level: 2, words: 'Good. Length matters more than special characters' };
  return { level: 3, words: 'Strong, if it is hard to guess and used only here' };
}

/** The length of a password in characters, with its guessable parts at their worth. */
function worthOf(password: string): number {
  let rest = password.toLowerCase();
  const parts = new Set<string>();
  const drop = (found: string) => {
    // A mark in its place, so that the texts before and after it don't become one part.
    rest = rest.replace(found, '\n');
    parts.add(found);
  };
  for (const found of rest.match(/(19|20)\d\d/g) ?? []) drop(found);
  for (const found of sequencesIn(rest)) drop(found);
  for (const [found] of rest.matchAll(/(.)\1{2,}/g)) drop(found);
  for (const word of commonWords) {
    // The letters are as many as the characters that they stand for.
    for (let at = asLetters(rest).indexOf(word); at !== -1; at = asLetters(rest).indexOf(word)) {
      drop(rest.slice(at, at + word.length));
    }
  }
  return [...rest.replaceAll('\n', '')].length + parts.size * worthOfPart;
}

const asLetters = (text: string) => [...text].map((character) => letters[character] ?? character).join('');

/** The parts of a text that run along a row, forwards or backwards. */
function sequencesIn(text: string): string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length; ) {
    const length = Math.max(...rows.flatMap((row) => [runAt(text, start, row), runAt(text, start, reversed(row))]));
    if (length >= minSequence) found.push(text.slice(start, start + length));
    start += length >= minSequence ? length : 1;
  }
  return found;
}

const reversed = (row: string) => [...row].reverse().join('');

/** Returns the number of characters from a start on that follow each other in a row. */
function runAt(text: string, start: number, row: string): number {
  const first = row.indexOf(text[start] ?? '\0');
  if (first === -1) return 0;
  let length = 1;
  while (start + length < text.length && row[first + length] === text[start + length]) length += 1;
  return length;
}

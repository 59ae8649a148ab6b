/**
 * Names for values that differ between two services: IDs, times, cursors, tokens. Each gets a number at its first
 * appearance. So two services that got the same requests have the same names, and one request fits both.
 */
export interface Names {
  /** Replaces values with their names; random values become a fixed word. */
  mask(text: string): string;
  /** Replaces names with their values, in a path, a header or a body. */
  unmask(text: string): string;
  /** The names of the times seen so far, earliest first. */
  timesInOrder(): string[];
}

/** The named values in an answer's bytes: the word of the name, and the pattern. */
const named: readonly (readonly [word: string, pattern: RegExp])[] = [
  ['cursor', /(?<="nextCursor":")[\w-]+(?=")/g],
  ['token', /(?<=#token=)[\w-]+/g],
  ['time', /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g],
  ['', /\b(?:acct|user|sess|ws|inv|key|agent)_[0-9a-hjkmnp-tv-z]{26}\b|\bsrc_[0-9a-f]{16}\b/g],
];

/**
 * Values that depend on the wall clock or on chance and can't be compared: the request, the window, the end of a key.
 */
const ofChance: readonly (readonly [pattern: RegExp, word: string])[] = [
  [/\breq_[0-9a-z]+\b/g, 'request'],
  [/(?<="rateLimit":)\{[^}]*\}/g, '"window"'],
  [/(?<="lastUsedAt":)(?:null|"[^"]*")/g, '"sometime"'],
  [/(?<="(?:lastFour|prefix)":")[\w]+(?=")/g, 'part'],
];

/** `agent.no7`: needs no encoding in a path, a query, a header or JSON. */
const nameForm = /\b[a-z]+\.no\d+\b/g;

/** Creates the names of one service. */
export function createNames(): Names {
  const nameOf = new Map<string, string>();
  const meaningOf = new Map<string, string>();
  const counts = new Map<string, number>();
  const name = (word: string, meaning: string): string => {
    const known = nameOf.get(`${word} ${meaning}`);
    if (known !== undefined) return known;
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    const fresh = `${word}.no${count}`;
    nameOf.set(`${word} ${meaning}`, fresh);
    meaningOf.set(fresh, meaning);
    return fresh;
  };
  return {
    mask: (text) => {
      let masked = text;
      for (const [pattern, word] of ofChance) masked = masked.replace(pattern, word);
      for (const [word, pattern] of named) {
        masked = masked.replace(pattern, (found) =>
          name(word === '' ? found.slice(0, found.indexOf('_')) : word, found),
        );
      }
      return masked;
    },
    unmask: (text) => text.replace(nameForm, (known) => meaningOf.get(known) ?? known),
    timesInOrder: () => {
      const times = [...meaningOf].filter(([known]) => known.startsWith('time.'));
      return times.sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([known]) => known);
    },
  };
}

/** Limits of the beginning of a text, in code points. */
export interface TruncationLimits {
  /** Max length, `…` included. */
  readonly max: number;
  /** Min length that a cut between words keeps; if no word ends after it, a word is cut. */
  readonly least: number;
}

/** The beginning of a text: the whole one if it is short enough, else cut between words where possible, and with `…`. */
export function truncated(text: string, { max, least }: TruncationLimits): string {
  const characters = [...text.slice(0, 2 * (max + 1))];
  if (characters.length <= max) return text;
  // Spaces after a whole word may be cut off.
  const isBetween = (at: number) => /\s/u.test(characters[at] ?? '');
  let end = max - 1;
  while (end > least && !isBetween(end)) end -= 1;
  return `${characters
    .slice(0, isBetween(end) ? end : max - 1)
    .join('')
    .trimEnd()}…`;
}

/** True if a text has at most so many code points. */
export const hasAtMost = (text: string, characters: number): boolean =>
  text.length <= characters || (text.length <= 2 * characters && [...text].length <= characters);

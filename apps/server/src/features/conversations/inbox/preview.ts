import { previewCharacters } from './schema.ts';

/** A cut between words keeps at least this share of the characters; a longer word is cut. */
const leastKept = 0.6;

/**
 * The beginning of a text: at most 140 code points, `…` included. Cuts between words where possible. The text may end
 * anywhere after them.
 */
export function previewOf(text: string): string {
  const characters = [...text.slice(0, 2 * (previewCharacters + 1))];
  if (characters.length <= previewCharacters) return text;
  const kept = characters.slice(0, previewCharacters - 1);
  // What follows a whole word may be cut off.
  const isBetween = (at: number) => /\s/u.test(characters[at] ?? '');
  let end = kept.length;
  while (end > previewCharacters * leastKept && !isBetween(end)) end -= 1;
  return `${kept
    .slice(0, isBetween(end) ? end : undefined)
    .join('')
    .trimEnd()}…`;
}

/** A place of a text, in UTF-16 units; the end is not included. */
export interface Hit {
  readonly start: number;
  readonly end: number;
}

/** Max places that are looked for: more of them say no more. */
export const maxHits = 1_000;

/** Finds the places of some words in a text, whatever the case of their letters; none without words. */
export function findText(text: string, words: string): Hit[] {
  if (words === '') return [];
  const pattern = new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu');
  const hits: Hit[] = [];
  for (const { index, 0: found } of text.matchAll(pattern)) {
    hits.push({ start: index, end: index + found.length });
    if (hits.length === maxHits) break;
  }
  return hits;
}

/** The pieces of a text in order: those between the places, and the places with their number. */
export function piecesOf(text: string, hits: readonly Hit[]): { readonly text: string; readonly hit?: number }[] {
  const pieces: { readonly text: string; readonly hit?: number }[] = [];
  let at = 0;
  for (const [hit, { start, end }] of hits.entries()) {
    pieces.push({ text: text.slice(at, start) }, { text: text.slice(start, end), hit });
    at = end;
  }
  return [...pieces, { text: text.slice(at) }];
}

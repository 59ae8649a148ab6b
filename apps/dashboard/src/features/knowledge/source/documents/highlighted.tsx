import type { ReactNode } from 'react';

/** Start and end of a part of a text, in UTF-16 units. */
export type Range = readonly [start: number, end: number];

/** Max places of a word that are highlighted. */
const maxRanges = 200;

/** The places of a word in a text, whatever its case. */
export function rangesOf(text: string, find: string): Range[] {
  const [all, word] = [text.toLowerCase(), find.toLowerCase()];
  // A few letters get longer in lower case; then the places would be wrong.
  if (word === '' || all.length !== text.length) return [];
  const ranges: Range[] = [];
  for (let at = all.indexOf(word); at >= 0 && ranges.length < maxRanges; at = all.indexOf(word, at + word.length))
    ranges.push([at, at + word.length]);
  return ranges;
}

/** The ranges in order, within the text and apart from each other. */
export function tidy(ranges: readonly Range[], length: number): Range[] {
  const tidied: [number, number][] = [];
  const inOrder = ranges.map(([start, end]) => [Math.max(0, start), Math.min(length, end)] as const);
  for (const [start, end] of inOrder.filter(([start, end]) => start < end).sort(([one], [other]) => one - other)) {
    const last = tidied.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else tidied.push([start, end]);
  }
  return tidied;
}

/** A text with some of its parts marked. */
export function Highlighted({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [start, end] of tidy(ranges, text.length)) {
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}

import type { ReadDocument } from './document.ts';
import { limits } from './limits.ts';
import { longText, partsOf } from './long-text.ts';

/** Makes one document of all: a page or an item is one document of its source, whatever its format contains. */
export function joinDocuments(documents: readonly ReadDocument[]): ReadDocument {
  const [first, ...more] = documents;
  if (first === undefined) return { title: '', text: '', marks: [] };
  if (more.length === 0) return first;
  const between = '\n\n';
  const parts = [...partsOf(first.text, limits.piece)];
  const marks = [...first.marks];
  let { length } = first.text;
  for (const next of more) {
    const at = length + between.length;
    marks.push({ at, heading: { level: 1, text: next.title } });
    for (const mark of next.marks) marks.push({ ...mark, at: mark.at + at });
    parts.push(between, ...partsOf(next.text, limits.piece));
    length = at + next.text.length;
  }
  return { ...first, text: longText(parts), marks };
}

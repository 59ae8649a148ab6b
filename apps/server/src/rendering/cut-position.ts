import { sentencesOf } from '../text/sentences.ts';
import { type Block, lengthOf, textOf } from './blocks.ts';

const words = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Returns the index at which to cut blocks so that the first part has at most `most` UTF-16 units: at the end of a
 * paragraph, else of a line, a sentence, a word, a character. An index in the second half of the part is preferred to
 * any in the first half.
 */
export function cutPosition(blocks: readonly Block[], most: number): number {
  const text = blocks.map(({ runs }) => textOf(runs)).join('\n');
  const finders = [
    () => lastOf(paragraphEnds(blocks), most),
    () => lineEnd(text, most, blocks),
    () => lastOf(sentenceEnds(text), most),
    () => Math.max(text.lastIndexOf(' ', most), text.lastIndexOf('\t', most)),
    () => words.segment(text).containing(most)?.index ?? 0,
  ];
  const found: number[] = [];
  for (const find of finders) {
    const cut = find();
    if (cut >= most / 2) return cut;
    found.push(cut);
  }
  return found.find((cut) => cut > 0) ?? characterEnd(text, most);
}

/** The last of the ordered places at or before `most`; 0 for no such place. */
function lastOf(places: Iterable<number>, most: number): number {
  let last = 0;
  for (const place of places) {
    if (place > most) break;
    last = place;
  }
  return last;
}

function* paragraphEnds(blocks: readonly Block[]): Generator<number> {
  let end = -1;
  for (const [index, block] of blocks.entries()) {
    end += lengthOf([block]) + 1;
    // A heading stays with what follows it.
    if (blocks[index + 1]?.gap === 2 && block.kind !== 'heading') yield end;
  }
}

function lineEnd(text: string, most: number, blocks: readonly Block[]): number {
  const headings = new Set<number>();
  let end = -1;
  for (const block of blocks) {
    end += lengthOf([block]) + 1;
    if (block.kind === 'heading') headings.add(end);
  }
  let line = text.lastIndexOf('\n', most);
  while (line > 0 && headings.has(line)) line = text.lastIndexOf('\n', line - 1);
  return line;
}

const sentenceEnds = (text: string) => sentencesOf(text).map(({ end }) => end);

/** Between two characters as a reader sees them, or, in one that is longer than a part, between two code points. */
function characterEnd(text: string, most: number): number {
  const end = graphemes.segment(text).containing(most)?.index ?? most;
  if (end > 0) return end;
  const isWhole = text.slice(0, most).isWellFormed();
  return Math.max(isWhole ? most : most - 1, String.fromCodePoint(text.codePointAt(0) ?? 0).length);
}

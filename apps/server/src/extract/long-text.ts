/**
 * A text that is read in parts. A string is one; a long text from another process stays in the pieces in which it came,
 * since joining 20 MiB holds up everyone else for 30 ms and more.
 */
export interface LongText {
  /** In UTF-16 units. */
  readonly length: number;
  /** The part from an offset to another, both from 0 to the length. */
  slice(start: number, end: number): string;
}

/** Maximum UTF-16 units of texts that are joined in one step. */
const joinedAtOnce = 256 * 1024;

/** A text of pieces. */
export function longText(pieces: readonly string[]): LongText {
  const starts: number[] = [];
  let length = 0;
  for (const piece of pieces) {
    starts.push(length);
    length += piece.length;
  }
  if (length <= joinedAtOnce) return pieces.join('');

  /** The last piece that begins at an offset or before it. */
  const pieceAt = (offset: number): number => {
    let [low, high] = [0, pieces.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };

  return {
    length,
    slice: (start, end) => {
      let text = '';
      for (let at = pieceAt(start); at < pieces.length && (starts[at] ?? 0) < end; at += 1) {
        const before = starts[at] ?? 0;
        text += pieces[at]?.slice(Math.max(0, start - before), Math.max(0, end - before)) ?? '';
      }
      return text;
    },
  };
}

/** The parts of a text of at most so many UTF-16 units, cut between characters. */
export function* partsOf(text: LongText, most: number): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let part = text.slice(at, Math.min(at + most, text.length));
    const last = part.charCodeAt(part.length - 1);
    if (at + part.length < text.length && last >= 0xd800 && last < 0xdc00) part = part.slice(0, -1);
    yield part;
    at += part.length;
  }
}

/** UTF-16 units that are searched at a time for one that isn't a space. */
const blankUnits = 16 * 1024;

/** True if a text has nothing but spaces; any other text shows that early. */
export function isBlank(text: LongText): boolean {
  for (const part of partsOf(text, blankUnits)) if (part.trim() !== '') return false;
  return true;
}

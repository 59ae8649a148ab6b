/** Pieces that are joined at a time. */
const joined = 64;

/** A text that grows by small pieces. */
export type GrowingText = ReturnType<typeof createGrowingText>;

/**
 * Creates a text that grows by small pieces and is rarely read. Until it is read, V8 keeps a string that was made by
 * `+=` as its pieces and a node for each: 60 to 80 bytes for each token of a reply.
 */
export function createGrowingText() {
  let text = '';
  let pieces: string[] = [];
  let length = 0;
  const read = (): string => {
    text += pieces.join('');
    pieces = [];
    return text;
  };
  return {
    add: (piece: string): void => {
      length += piece.length;
      if (pieces.push(piece) === joined) read();
    },
    read,
    /** In UTF-16 units. */
    length: (): number => length,
  };
}

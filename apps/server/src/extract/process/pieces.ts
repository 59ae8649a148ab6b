import type { ReadDocument } from '../document.ts';
import { limits } from '../limits.ts';
import { partsOf } from '../long-text.ts';
import type { Piece } from './protocol.ts';

/** Cuts bytes into messages. */
export function* bytePieces(bytes: Uint8Array): Generator<{ readonly bytes: Uint8Array }> {
  for (let at = 0; at < bytes.length; at += limits.piece) {
    // A copy: the whole buffer of a view would be sent.
    yield { bytes: bytes.slice(at, at + limits.piece) };
  }
}

/** Cuts a list into portions of a message each. `sizeOf` gives an element's length in characters. */
export function* batches<T>(list: readonly T[], sizeOf: (element: T) => number = () => 0): Generator<readonly T[]> {
  let batch: T[] = [];
  let size = 0;
  for (const element of list) {
    if (batch.length === limits.batch || (batch.length > 0 && size + sizeOf(element) > limits.piece)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(element);
    size += sizeOf(element);
  }
  if (batch.length > 0) yield batch;
}

/** A document in messages. */
export function* documentPieces(
  document: Pick<ReadDocument, 'title' | 'text' | 'marks'> & Partial<ReadDocument>,
): Generator<Piece> {
  const { title, language, canonical, robots, text, marks, links = [] } = document;
  yield { head: { title, language, canonical, robots } };
  for (const part of partsOf(text, limits.piece)) yield { text: part };
  for (const batch of batches(marks)) yield { marks: batch };
  for (const batch of batches(links, (link) => link.length)) yield { links: batch };
}

import { ClosingError, tooLarge } from '../../errors.ts';

/** The first buffer is at most so large, in bytes: a client may announce more than it sends. */
const firstBytes = 64 * 1024;

/** A text or body may arrive in so many parts, or in one for each 16 bytes of its limit if that is more. */
const leastParts = 8192;

/** Bytes that are collected as they arrive. */
export interface Collected {
  /** Adds a part. Throws `payload_too_large` if it is too much, or if the parts are too many. */
  add(part: Uint8Array): void;
  /** Returns the bytes that have arrived. */
  bytes(): Buffer;
}

/**
 * Collects the parts of something that has a name and a max size, in one buffer that grows. A list of the parts would
 * take a hundred bytes for each, and a client can send them byte by byte. `expected` is the announced size.
 */
export function collect(what: string, maxBytes: number, expected = 0): Collected {
  let buffer = Buffer.allocUnsafe(Math.min(expected, firstBytes));
  let length = 0;
  const checkParts = partsLimit(what, maxBytes);
  return {
    add: (part) => {
      const after = length + part.length;
      if (after > maxBytes) throw tooLarge(what, maxBytes);
      checkParts();
      if (after > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.max(after, Math.min(buffer.length * 2, expected || maxBytes)));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(part, length);
      length = after;
    },
    bytes: () => buffer.subarray(0, length),
  };
}

/**
 * Returns a function to call for each part that arrives. Throws `payload_too_large` if there are too many for the size:
 * each costs the same time, however small it is.
 */
export function partsLimit(what: string, maxBytes: number): () => void {
  const maxParts = Math.max(leastParts, maxBytes / 16);
  let parts = 0;
  return () => {
    parts += 1;
    if (parts <= maxParts) return;
    throw new ClosingError('payload_too_large', `${what} arrives in too many small parts.`);
  };
}

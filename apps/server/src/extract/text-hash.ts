import { createHash } from 'node:crypto';
import { pace } from '../scheduling/pace.ts';
import { type LongText, partsOf } from './long-text.ts';

/** UTF-16 units that are hashed in one step: half a millisecond. */
const atOnce = 128 * 1024;

/** The SHA-256 of a short text, in hex. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The SHA-256 of a text, in hex, and its bytes in UTF-8. A long text takes turns of the event loop. */
export async function hashAndSize(text: LongText): Promise<{ readonly hash: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const part of partsOf(text, atOnce)) {
    if (bytes > 0) await pace.pause();
    const encoded = Buffer.from(part);
    hash.update(encoded);
    bytes += encoded.length;
  }
  return { hash: hash.digest('hex'), bytes };
}

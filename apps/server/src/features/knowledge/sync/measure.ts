import { createHash } from 'node:crypto';
import { pace } from '../../../pace.ts';

/** UTF-16 units that are hashed at once: half a millisecond. */
const atOnce = 128 * 1024;

/** The SHA-256 of a short text, in hex. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The SHA-256 of a text, in hex, and its bytes in UTF-8. A long text takes turns of the event loop. */
export async function measure(text: string): Promise<{ readonly hash: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + atOnce);
    // Not between two surrogates.
    if ((text.codePointAt(end - 1) ?? 0) > 0xffff) end -= 1;
    const part = Buffer.from(text.slice(at, end));
    hash.update(part);
    bytes += part.length;
    at = end;
    if (at < text.length) await pace.pause();
  }
  return { hash: hash.digest('hex'), bytes };
}

import { createHash } from 'node:crypto';

/** What an event shows of a text that may be long or private. */
export interface TextMark {
  /** SHA-256 of the text in UTF-8, in hex. */
  readonly sha256: string;
  /** In characters (UTF-16 code units). */
  readonly length: number;
}

/** Returns what an event shows of a text; null stays null. */
export const textMark = (text: string | null): TextMark | null =>
  text === null ? null : { sha256: createHash('sha256').update(text).digest('hex'), length: text.length };

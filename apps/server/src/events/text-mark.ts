import { createHash } from 'node:crypto';

/** The part of a text that events show if it may be long or private. */
export interface TextMark {
  /** SHA-256 of the text in UTF-8, in hex. */
  readonly sha256: string;
  /** In characters (Unicode code points), which both engines count alike. */
  readonly length: number;
}

/** Returns what an event shows of a text; null stays null. `storage/sql/text-mark.ts` does the same in SQL. */
export const textMark = (text: string | null): TextMark | null =>
  text === null ? null : { sha256: createHash('sha256').update(text).digest('hex'), length: lengthOf(text) };

const lengthOf = (text: string): number => text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

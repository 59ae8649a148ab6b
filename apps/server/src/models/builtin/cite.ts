import { createHash } from 'node:crypto';
import type { Span } from '../../text/sentences.ts';
import type { FoundPassage, Passage } from '../model.ts';

/** SHA-256 of a quote in UTF-8, in hex: tells whether a stored quote is the one that was given. */
export const hashOfQuote = (quote: string): string => createHash('sha256').update(quote).digest('hex');

/** The citation of a part of a passage: an exact slice of its text, and the place of that in its document. */
export function citationOf(passage: FoundPassage, { start, end }: Span): Passage {
  const { source, title, url, score, document, version, chunk, page, headings } = passage;
  const quote = passage.text.slice(start, end);
  return {
    ...{ source, title, url, quote, score: Number.isFinite(score) ? score : 0 },
    ...{ document, version, chunk, page, headings },
    ...{ start: passage.start + start, end: passage.start + end, quoteHash: hashOfQuote(quote) },
  };
}

import { type ExtractedDocument, type Mark, SourceFailure } from '../document.ts';
import { limits } from '../limits.ts';
import { linesOf, shortened } from './clean-text.ts';

/** Builds the text of a document block by block, with its marks. */
export interface TextBuilder {
  /** Adds a paragraph, list, table or code: its lines, without empty ones. */
  block(text: string): void;
  /** Adds a heading as a paragraph of its own. */
  heading(level: number, text: string): void;
  /** The next block begins this page. */
  page(number: number): void;
  readonly length: () => number;
  /** The first heading, if there is one. */
  readonly firstHeading: () => string | undefined;
  build(head: Omit<ExtractedDocument, 'text' | 'marks'>): ExtractedDocument;
}

/** Creates a builder. It throws `too_large` if the text exceeds `limits.text`. */
export function createTextBuilder(): TextBuilder {
  const blocks: string[] = [];
  const marks: Mark[] = [];
  let length = 0;
  let page: number | undefined;
  let firstHeading: string | undefined;

  const add = (text: string, heading?: { level: number; text: string }): void => {
    if (text === '') return;
    const at = length === 0 ? 0 : length + 2;
    length = at + text.length;
    if (length > limits.text) throw tooLong();
    const mark = { at, ...(heading && { heading }), ...(page !== undefined && { page }) };
    if ((heading ?? page) !== undefined && marks.length < limits.marks) marks.push(mark);
    page = undefined;
    blocks.push(text);
  };

  return {
    block: (text) => add(linesOf(text).join('\n').trim()),
    heading(level, text) {
      const words = shortened(text, limits.title);
      if (words === '') return;
      firstHeading ??= words;
      // The full text of an endless heading stays in the document; only the heading itself is cut.
      add(linesOf(text).join(' ').trim(), { level: Math.min(Math.max(level, 1), 6), text: words });
    },
    page: (number) => {
      page = number;
    },
    length: () => length,
    firstHeading: () => firstHeading,
    build: (head) => ({ ...head, title: shortened(head.title, limits.title), text: blocks.join('\n\n'), marks }),
  };
}

const tooLong = () =>
  new SourceFailure('too_large', {
    message: `The text is longer than ${limits.text.toLocaleString('en')} characters.`,
    hint: 'Split the content into several sources.',
  });

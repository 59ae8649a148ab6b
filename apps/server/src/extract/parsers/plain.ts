import { decode } from '../decode.ts';
import { type Extraction, SourceFailure } from '../document.ts';
import { cleaned } from './clean-text.ts';
import type { Input } from './input.ts';
import { paragraphsOf } from './paragraphs.ts';
import { createTextBuilder, type TextBuilder } from './text-builder.ts';
import { titleFrom } from './title.ts';

/** Reads plain text: paragraphs end at empty lines, pages at form feeds. */
export function readPlain({ bytes, charset, fileName, url }: Input): Extraction {
  const { text, warnings } = decode(bytes, { charset });
  const builder = createTextBuilder();
  const pages = text.split('\f');
  for (const [index, page] of pages.entries()) {
    if (pages.length > 1) builder.page(index + 1);
    addParagraphs(page, builder);
  }
  if (builder.length() === 0) throw new SourceFailure('no_text', { message: 'The file has no text.' });
  return {
    documents: [builder.build({ title: titleFrom({ fileName, url }) })],
    warnings,
  };
}

/** Adds the paragraphs of a plain text. */
export function addParagraphs(text: string, builder: TextBuilder): void {
  for (const paragraph of paragraphsOf(cleaned(text))) builder.block(paragraph);
}

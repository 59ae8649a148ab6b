import { decode } from '../decode.ts';
import { type Extraction, SourceFailure } from '../document.ts';
import { cleaned } from './clean-text.ts';
import type { Input } from './input.ts';
import { paragraphsOf } from './paragraphs.ts';
import { createTextBuilder } from './text-builder.ts';
import { titleFrom } from './title.ts';

/** Reads plain text: paragraphs end at empty lines, pages at form feeds. */
export function readPlain({ bytes, charset, fileName, url }: Input): Extraction {
  const { text, isGuess } = decode(bytes, { charset });
  const builder = createTextBuilder();
  const pages = text.split('\f');
  for (const [index, page] of pages.entries()) {
    if (pages.length > 1) builder.page(index + 1);
    for (const paragraph of paragraphsOf(cleaned(page))) builder.block(paragraph);
  }
  if (builder.length() === 0) throw new SourceFailure('no_text', { message: 'The file has no text.' });
  return {
    documents: [builder.build({ title: titleFrom({ fileName, url }) })],
    warnings: isGuess ? [guessedEncoding] : [],
  };
}

/** The encoding of a text is neither declared nor UTF-8. */
export const guessedEncoding = {
  code: 'encoding_guessed',
  message: 'The encoding was not clear and was read as windows-1252. If letters look wrong, save the file as UTF-8.',
};

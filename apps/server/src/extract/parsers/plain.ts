import { decode } from '../decode.ts';
import { type Extraction, SourceFailure } from '../document.ts';
import { cleaned } from './clean-text.ts';
import type { Input } from './input.ts';
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

/** The parts of a text between empty lines. A pattern would keep a place for each of a million empty lines. */
function* paragraphsOf(text: string): Generator<string> {
  let start = 0;
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at);
    const end = found === -1 ? text.length : found;
    if (text.slice(at, end).trim() === '') {
      if (at > start) yield text.slice(start, at);
      start = end + 1;
    }
    at = end + 1;
  }
  if (start < text.length) yield text.slice(start);
}

/** The encoding of a text is neither declared nor UTF-8. */
export const guessedEncoding = {
  code: 'encoding_guessed',
  message: 'The encoding was not clear and was read as windows-1252. If letters look wrong, save the file as UTF-8.',
};

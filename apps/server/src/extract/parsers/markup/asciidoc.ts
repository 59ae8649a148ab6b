import { convert, LoggerManager, NullLogger } from '@asciidoctor/core';
import type { Extraction } from '../../document.ts';
import { leftOut } from '../archive/left-out.ts';
import type { Input } from '../input.ts';
import { type MarkedUp, readMarkup } from './read-markup.ts';

/** Reads AsciiDoc through HTML. Other files that it includes are left out. */
export const readAsciidoc = (input: Input): Promise<Extraction> => readMarkup(input, asciidocToHtml);

const include = /^include::/gm;
/** The table that HTML has for a note, with its kind beside it. */
const admonition =
  /<table>\s{0,9}<tr>\s{0,9}<td class="icon">\s{0,9}<div class="title">([^<]{1,50})<\/div>\s{0,9}<\/td>\s{0,9}<td class="content">/g;
const callout = /<b class="conum">\(\d{1,4}\)<\/b>/g;
const included = /<a href="[^"]{0,2000}" class="bare include">[^<]{0,2000}<\/a>/g;

async function asciidocToHtml(text: string): Promise<MarkedUp> {
  LoggerManager.logger = new NullLogger();
  const html = String(
    await convert(text, {
      safe: 'secure',
      standalone: false,
      attributes: { showtitle: '', 'toc!': '', 'table-caption!': '' },
    }),
  );
  return {
    html: html.replace(included, '').replace(callout, '').replace(admonition, '<p>$1:</p>'),
    warnings: leftOut('includes_left_out', 'Left out', { 'included file': text.match(include)?.length ?? 0 }),
  };
}

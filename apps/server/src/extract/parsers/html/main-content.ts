import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import type { HtmlToken } from '../../../text/html/tokens.ts';
import { shallowHtml } from './limit-depth.ts';

/** Pages with more start tags, or a longer source, are taken whole: the search for the main content would take long. */
const bounds = { elements: 10_000, characters: 2 * 2 ** 20 };

/** Returns the HTML of a page's main content; undefined if no part stands out. */
export function mainContent(
  tokens: Iterable<HtmlToken>,
  { elements }: { readonly elements: number },
): string | undefined {
  if (elements > bounds.elements) return undefined;
  const html = shallowHtml(tokens);
  if (html.length > bounds.characters) return undefined;
  const { document } = parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`);
  const options = { disableJSONLD: true, keepClasses: false, maxElemsToParse: bounds.elements * 2 };
  return new Readability(document, options).parse()?.content ?? undefined;
}

import { htmlTokens } from '../../../text/html-tokens.ts';
import { decode } from '../../decode.ts';
import { type ExtractedDocument, type Extraction, SourceFailure } from '../../document.ts';
import type { Input } from '../input.ts';
import { createTextBuilder, type TextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';
import { type PageFacts, readFacts } from './facts.ts';
import { mainContent } from './main-content.ts';
import { renderHtml } from './render.ts';

/** The main content counts if it has at least this share of the text outside of navigation and footers. */
const leastShare = 0.6;
/** A page with less text and a script may be empty without it. */
const hardlyAny = { characters: 50, whileAwaiting: 300 };

/** Reads a web page or HTML file: its main content, or all outside of its navigation if little stands out. */
export function readPage({ bytes, charset, url, fileName, whole = false }: Input): Extraction {
  const { text: html, warnings } = decode(bytes, { charset, isHtml: true });
  const facts = readFacts(htmlTokens(html), url);
  const built = whole ? rendered(html, false) : contentOf(html, facts);
  const length = built.length();
  const isEmpty = length < (facts.awaitsScript ? hardlyAny.whileAwaiting : hardlyAny.characters);
  if (facts.scripts > 0 && isEmpty) throw new SourceFailure('needs_script');
  if (length === 0) throw new SourceFailure('no_text', { message: 'The page has no text.' });
  return { documents: [documentOf(built, facts, { url, fileName })], warnings };
}

function contentOf(html: string, facts: PageFacts): TextBuilder {
  const outside = rendered(html, true);
  const main = mainContent(htmlTokens(html), facts);
  const inside = main === undefined ? undefined : rendered(main, false);
  if (inside !== undefined && inside.length() >= outside.length() * leastShare) return inside;
  // A page that consists of what other pages have around their content.
  return outside.length() > 0 ? outside : rendered(html, false);
}

function rendered(html: string, withoutSurroundings: boolean): TextBuilder {
  const builder = createTextBuilder();
  renderHtml(htmlTokens(html), builder, { withoutSurroundings });
  return builder;
}

function documentOf(built: TextBuilder, facts: PageFacts, names: Pick<Input, 'url' | 'fileName'>): ExtractedDocument {
  const { title, language, canonical, robots, links } = facts;
  return built.build({
    title: title || built.firstHeading() || titleFrom(names),
    ...(language !== undefined && { language }),
    ...(canonical !== undefined && { canonical }),
    ...(robots.length > 0 && { robots }),
    ...(links.length > 0 && { links }),
  });
}

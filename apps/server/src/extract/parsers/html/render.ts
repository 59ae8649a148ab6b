import { decodeHtmlAttribute, decodeHtmlText } from '../../../text/character-references.ts';
import type { HtmlToken } from '../../../text/html/tokens.ts';
import type { TextBuilder } from '../text-builder.ts';
import { blocks, firstLevelId, type OpenTag } from './elements.ts';
import { createInlineText, type InlineOptions } from './inline.ts';
import { createListsAndTables } from './lists.ts';
import { noSurvey } from './survey.ts';
import { visibleTokens } from './visible.ts';

/** Parts of a page that are rendered. */
interface RenderOptions {
  /** Leaves out what is around the content: navigation, footers, dialogs. */
  readonly withoutSurroundings: boolean;
}

const heading = /^h([1-6])$/;
const space = /\s+/g;
const spaces = / {2,}/g;
const lineEnds = / ?\n ?/g;

/**
 * Renders the tokens of HTML as the text of a document: headings, paragraphs, lists with markers, rows of tables as
 * `a | b`, links as `[text](address)`, and code as it is. Keeps no tree, so any depth costs the same.
 */
export function renderHtml(
  tokens: Iterable<HtmlToken>,
  builder: TextBuilder,
  { withoutSurroundings }: RenderOptions,
): void {
  renderVisible(visibleTokens(tokens, { survey: noSurvey, withoutSurroundings }), builder, { withLinks: true });
}

/** Renders all tokens. */
export function renderVisible(tokens: Iterable<HtmlToken>, builder: TextBuilder, options: InlineOptions): void {
  const state = createState(builder, options);
  for (const token of tokens) {
    if (token.type === 'text') state.text(token.isRaw ? token.text : decodeHtmlText(token.text));
    else if (token.type === 'open') state.open(nameOf(token), decoded(token.attributes));
    else state.close(token.name);
  }
  state.end();
}

const nameOf = ({ name, attributes }: OpenTag): string =>
  name === 'h2' && attributes.get('id') === firstLevelId ? 'h1' : name;

/** Attributes that are written. */
const written = ['href', 'alt', 'title'];

function decoded(attributes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  if (!written.some((name) => attributes.get(name)?.includes('&'))) return attributes;
  return new Map([...attributes].map(([name, value]) => [name, decodeHtmlAttribute(value)]));
}

function createState(builder: TextBuilder, options: InlineOptions) {
  const parts = createListsAndTables((text) => builder.block(text));
  let level: number | undefined;
  let pre = 0;
  const isHeading = () => level !== undefined && !parts.isInHeading();
  const inline = createInlineText(options, isHeading);

  const addHeading = (text: string, address: string | undefined) => {
    parts.end();
    builder.heading(level ?? 1, text);
    if (address !== undefined && level !== 1) builder.block(address);
    // Text after an unclosed heading is no heading.
    level = undefined;
  };

  /** Ends the paragraph. */
  const flush = () => {
    const { text: source, address } = inline.take();
    const text = pre > 0 ? source : source.replace(spaces, ' ').replace(lineEnds, '\n').trim();
    if (text.trim() === '') return;
    if (isHeading()) addHeading(text, address);
    else if (!parts.takes(text)) builder.block(text);
  };

  return {
    text(text: string) {
      inline.text(pre > 0 ? text : text.replace(space, ' '));
    },
    open(name: string, attributes: ReadonlyMap<string, string>) {
      if (!blocks.has(name)) return inline.open(name, attributes);
      flush();
      const found = heading.exec(name);
      if (found) level = Number(found[1]);
      else if (name === 'pre') pre += 1;
      else parts.open(name, attributes);
    },
    close(name: string) {
      if (!blocks.has(name)) return inline.close(name);
      flush();
      if (heading.test(name)) level = undefined;
      else if (name === 'pre') pre = Math.max(0, pre - 1);
      else parts.close(name);
    },
    end() {
      flush();
      parts.end();
    },
  };
}

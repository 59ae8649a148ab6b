import { decodeEntities } from '../../../text/character-references.ts';
import type { HtmlToken } from '../../../text/html-tokens.ts';
import type { TextBuilder } from '../text-builder.ts';
import { blocks, firstLevelId, isAround, isHidden, unread } from './elements.ts';
import { createListsAndTables } from './lists-and-tables.ts';
import { type OpenTag, withoutElements } from './remove-elements.ts';

/** Parts of a page that are rendered. */
export interface RenderOptions {
  /** Leaves out what is around the content: navigation, footers, dialogs. */
  readonly withoutSurroundings: boolean;
}

const heading = /^h([1-6])$/;
const space = /\s+/g;

/**
 * Renders the tokens of HTML as the text of a document: headings, paragraphs, lists with markers, rows of tables as
 * `a | b`, and code as it is. Keeps no tree, so any depth costs the same.
 */
export function renderHtml(tokens: Iterable<HtmlToken>, builder: TextBuilder, options: RenderOptions): void {
  const state = createState(builder);
  const isSkipped = ({ name, attributes }: OpenTag): boolean =>
    unread.has(name) || isHidden(attributes) || (options.withoutSurroundings && isAround(name, attributes));
  for (const token of withoutElements(tokens, isSkipped)) {
    if (token.type === 'text') state.text(token.isRaw ? token.text : decodeEntities(token.text));
    else if (token.type === 'open') state.open(nameOf(token));
    else state.close(token.name);
  }
  state.end();
}

const nameOf = ({ name, attributes }: OpenTag): string =>
  name === 'h2' && attributes.get('id') === firstLevelId ? 'h1' : name;

function createState(builder: TextBuilder) {
  const parts = createListsAndTables((text) => builder.block(text));
  let inline: string[] = [];
  let level: number | undefined;
  let pre = 0;

  /** Ends the paragraph. */
  const flush = () => {
    const source = inline.join('');
    inline = [];
    const text = pre > 0 ? source : source.trim();
    if (text.trim() === '') return;
    if (level !== undefined) {
      parts.end();
      builder.heading(level, text);
      // Text after an unclosed heading is no heading.
      level = undefined;
    } else if (!parts.takes(text)) builder.block(text);
  };

  return {
    text(text: string) {
      inline.push(pre > 0 ? text : text.replace(space, ' '));
    },
    open(name: string) {
      if (name === 'br') inline.push('\n');
      if (!blocks.has(name)) return;
      flush();
      const found = heading.exec(name);
      if (found) level = Number(found[1]);
      else if (name === 'pre') pre += 1;
      else parts.open(name);
    },
    close(name: string) {
      if (!blocks.has(name)) return;
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

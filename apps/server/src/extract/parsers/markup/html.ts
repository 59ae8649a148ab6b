import { escapeHtml } from '../../../text/html/escape-html.ts';
import { htmlTokens } from '../../../text/html/tokens.ts';
import { renderHtml } from '../html/render.ts';
import type { TextBuilder } from '../text-builder.ts';

/** Adds the blocks of an HTML fragment to a document. */
export const addHtml = (html: string, builder: TextBuilder): void =>
  renderHtml(htmlTokens(html), builder, { withoutSurroundings: false });

/** A link in HTML, if its address is one that a reader can open; else its text. `content` is HTML. */
export const link = (content: string, address: string): string =>
  /^(?:https?:|mailto:|tel:)/i.test(address) ? `<a href="${escapeHtml(address)}">${content}</a>` : content;

import { htmlTokens } from '../../../text/html/tokens.ts';
import { renderHtml } from '../html/render.ts';
import type { TextBuilder } from '../text-builder.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text within HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** Adds the blocks of an HTML fragment to a document. */
export const addHtml = (html: string, builder: TextBuilder): void =>
  renderHtml(htmlTokens(html), builder, { withoutSurroundings: false });

/** A link in HTML, if its address is one that a reader can open; else its text. `content` is HTML. */
export const link = (content: string, address: string): string =>
  /^(?:https?:|mailto:|tel:)/i.test(address) ? `<a href="${escaped(address)}">${content}</a>` : content;

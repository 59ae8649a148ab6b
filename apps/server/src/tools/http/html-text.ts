import { decodeHtmlText } from '../../text/character-references.ts';
import { type HtmlToken, htmlTokens } from '../../text/html/tokens.ts';

/** Elements that begin a line. */
const lines = new Set([
  ...['p', 'div', 'br', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'ul', 'ol', 'section', 'article'],
  ...['header', 'footer', 'pre', 'blockquote', 'title', 'dt', 'dd', 'hr'],
]);

/** Elements whose content isn't shown. */
const hidden = new Set(['script', 'style', 'noscript', 'template', 'svg']);

/** Returns the text of a page, without what isn't shown. */
export function htmlText(html: string): string {
  const parts: string[] = [];
  let within: string | undefined;
  for (const token of htmlTokens(html)) {
    if (within === undefined) {
      parts.push(shown(token));
      if (token.type === 'open' && hidden.has(token.name)) within = token.name;
    } else if (token.type === 'close' && token.name === within) within = undefined;
  }
  return parts
    .join('')
    .replace(/ ?(?:\n ?)+/g, '\n')
    .replace(/ {2,}/g, ' ')
    .trim();
}

function shown(token: HtmlToken): string {
  if (token.type === 'text') return decodeHtmlText(token.text).replace(/\s+/g, ' ');
  if (lines.has(token.name)) return '\n';
  return token.name === 'td' || token.name === 'th' ? ' ' : '';
}

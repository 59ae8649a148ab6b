import { BoundedLexer } from '@parley/markdown';
import DOMPurify from 'dompurify';
import { Marked, type MarkedOptions, type Token } from 'marked';
import type { Texts } from './texts.ts';

/** Longer texts are shown as they are written, in characters: formatting them would block the page. */
export const maxFormatted = 50_000;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** HTML is shown as text, images become links, and headings rank below the chat's heading. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    image: ({ href, text }) => `<a href="${escapeHtml(href)}">${escapeHtml(text || href)}</a>`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    heading({ tokens, depth }) {
      const rank = Math.min(depth + 2, 6);
      return `<h${rank}>${this.parser.parseInline(tokens)}</h${rank}>`;
    },
  },
});

/** The blocks of a text. Only the last one changes while the text grows. */
export const readBlocks = (text: string): readonly Token[] =>
  new BoundedLexer(marked.defaults as MarkedOptions).lex(text);

const purifier = DOMPurify(window);
purifier.setConfig({
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a', '#text'],
    ...['h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'align', 'start'],
  // Other attributes aren't addresses.
  ADD_URI_SAFE_ATTR: ['align', 'start'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
});

/** The elements of a block: only formatting, and links to http, https and mailto that open a window of their own. */
export function elementsOf(block: Token, { code, table }: Texts): DocumentFragment {
  const fragment = purifier.sanitize(marked.parser([block]), { RETURN_DOM_FRAGMENT: true });
  for (const link of fragment.querySelectorAll('a')) {
    if (link.hasAttribute('href')) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer nofollow';
    } else link.replaceWith(...link.childNodes);
  }
  for (const wide of fragment.querySelectorAll<HTMLElement>('pre, table')) {
    // Scrollable elements must be reachable by keyboard (WCAG 2.1.1).
    const frame = document.createElement('div');
    frame.className = 'wide';
    frame.tabIndex = 0;
    frame.setAttribute('role', 'group');
    frame.setAttribute('aria-label', wide.localName === 'pre' ? code : table);
    wide.replaceWith(frame);
    frame.append(wide);
  }
  return fragment;
}

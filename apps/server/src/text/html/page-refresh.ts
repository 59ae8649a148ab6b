import { decodeHtmlAttribute } from '../character-references.ts';
import { type HtmlToken, htmlTokens } from './tokens.ts';

/** Max delay, in s, of a refresh that counts as a redirect. A page with a longer one is there to be read. */
const maxDelay = 15;
/** Characters at the start of a page in which a refresh is looked for. */
export const refreshHead = 64 * 1024;

const refresh = /^\s{0,20}(\d{0,9})(?:\.\d{0,9})?\s{0,20}(?:[;,]|\s)\s{0,20}(?:url\s{0,9}=\s{0,9})?(.+)$/is;

/** Returns the address, maybe relative, to which a page redirects by `<meta http-equiv="refresh">`; undefined if it doesn't. */
export function refreshTarget(html: string): string | undefined {
  let isForOthers = false;
  for (const token of htmlTokens(html.slice(0, refreshHead))) {
    if (token.type === 'text') continue;
    // A refresh for browsers without scripts leads to a page that says so.
    if (token.name === 'noscript') isForOthers = token.type === 'open';
    if (token.type === 'open' && !isForOthers && isRefresh(token)) {
      return targetOf(decodeHtmlAttribute(token.attributes.get('content') ?? ''));
    }
  }
  return undefined;
}

const isRefresh = ({ name, attributes }: HtmlToken & { readonly type: 'open' }): boolean =>
  name === 'meta' && attributes.get('http-equiv')?.toLowerCase() === 'refresh';

function targetOf(content: string): string | undefined {
  const [, delay = '', rest = ''] = refresh.exec(content) ?? [];
  const quote = /^["']/.exec(rest)?.[0];
  const target = (quote === undefined ? rest : (rest.slice(1).split(quote, 1)[0] ?? '')).trim();
  return target === '' || Number(delay) > maxDelay ? undefined : target;
}

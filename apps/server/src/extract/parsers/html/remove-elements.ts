import type { HtmlToken } from '../../../text/html-tokens.ts';
import { empty } from './elements.ts';

/** The start of an element. */
export type OpenTag = HtmlToken & { readonly type: 'open' };

/** They begin the content of a page, even within a navigation that was never closed. */
const contents = new Set(['main', 'article', 'body']);

/** The tokens without the elements that `isSkipped` names, and all that these contain. */
export function* withoutElements(
  tokens: Iterable<HtmlToken>,
  isSkipped: (tag: OpenTag) => boolean,
): Generator<HtmlToken> {
  let name: string | undefined;
  let depth = 0;
  for (const token of tokens) {
    if (name !== undefined && !endsSkipped(token, name)) {
      depth += depthChange(token, name);
      if (depth === 0) name = undefined;
    } else if (token.type === 'open' && !empty.has(token.name) && isSkipped(token)) {
      name = token.name;
      depth = 1;
    } else {
      name = undefined;
      yield token;
    }
  }
}

const endsSkipped = (token: HtmlToken, name: string): boolean =>
  token.type === 'open' && contents.has(token.name) && token.name !== name;

function depthChange(token: HtmlToken, name: string): number {
  if (token.type === 'text' || token.name !== name) return 0;
  return token.type === 'open' ? 1 : -1;
}

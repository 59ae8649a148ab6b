import { blocks, empty, isAround, isHidden, unread } from './elements.ts';
import { escaped, withoutEntities } from './entities.ts';
import type { HtmlToken } from './tokens.ts';

/** Max depth of the tree that is built: Readability takes quadratic time in depth (2,000 levels took 33 s). */
const maxDepth = 60;

/** Attributes that Readability judges by. */
const judged = ['id', 'class', 'href', 'role', 'itemprop', 'property', 'name', 'content', 'rel', 'lang'];

/** Start tags that end an open paragraph, as in browsers. */
const ends: Readonly<Record<string, ReadonlySet<string>>> = {
  p: new Set([...blocks].filter((name) => !['td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'body'].includes(name))),
  li: new Set(['li']),
  dt: new Set(['dt', 'dd']),
  dd: new Set(['dt', 'dd']),
  td: new Set(['td', 'th', 'tr']),
  th: new Set(['td', 'th', 'tr']),
  tr: new Set(['tr']),
  option: new Set(['option']),
};

/**
 * Writes HTML again as a well-formed tree of bounded depth: the tags of deeper elements are dropped, their text stays.
 * Scripts, styles, navigation, hidden elements and unknown attributes are left out, texts are decoded and escaped anew. Linear, as
 * no search goes beyond `maxDepth`.
 */
export function shallowHtml(tokens: Iterable<HtmlToken>): string {
  const written: string[] = [];
  const open: string[] = [];
  /** Elements whose tags were dropped, by name. */
  const dropped = new Map<string, number>();
  let skipped: { name: string; depth: number } | undefined;

  const closeTo = (depth: number) => {
    while (open.length > depth) written.push(`</${open.pop()}>`);
  };
  const start = (name: string, attributes: ReadonlyMap<string, string>) => {
    const last = open.at(-1);
    if (last !== undefined && ends[last]?.has(name)) closeTo(open.length - 1);
    if (empty.has(name)) return written.push(`<${name}${attributesOf(attributes)}>`);
    if (open.length >= maxDepth) return dropped.set(name, (dropped.get(name) ?? 0) + 1);
    open.push(name);
    return written.push(`<${name}${attributesOf(attributes)}>`);
  };
  const end = (name: string) => {
    const missing = dropped.get(name) ?? 0;
    if (missing > 0) return dropped.set(name, missing - 1);
    const place = open.lastIndexOf(name);
    if (place !== -1) closeTo(place);
    return undefined;
  };

  for (const token of tokens) {
    if (skipped !== undefined) {
      if (token.type !== 'text' && token.name === skipped.name) skipped.depth += token.type === 'open' ? 1 : -1;
      if (skipped.depth === 0) skipped = undefined;
    } else if (token.type === 'text') written.push(escaped(token.isRaw ? token.text : withoutEntities(token.text)));
    else if (token.type === 'close') end(token.name);
    else if (isLeftOut(token.name, token.attributes)) skipped = { name: token.name, depth: 1 };
    else if (isWritten(token.name)) start(token.name, token.attributes);
  }
  closeTo(0);
  return written.join('');
}

const isLeftOut = (name: string, attributes: ReadonlyMap<string, string>): boolean =>
  !empty.has(name) && (unread.has(name) || isHidden(attributes) || isAround(name, attributes));

/** The tree gets its own html, head and body. A name beyond letters and digits is none. */
const isWritten = (name: string): boolean => !['html', 'head', 'body'].includes(name) && /^[a-z][a-z0-9-]*$/.test(name);

function attributesOf(attributes: ReadonlyMap<string, string>): string {
  if (attributes.size === 0) return '';
  const found = judged.flatMap((name) => {
    const value = attributes.get(name);
    return value === undefined ? [] : [` ${name}="${escaped(withoutEntities(value.slice(0, 500)))}"`];
  });
  return found.join('');
}

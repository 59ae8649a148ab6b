import { decodeHtmlAttribute, decodeHtmlText } from '../../../text/character-references.ts';
import type { HtmlToken } from '../../../text/html/tokens.ts';
import { empty, endedBy, firstLevelId } from './elements.ts';

/** Max depth of the tree that is built: Readability takes quadratic time in depth (2,000 levels took 33 s). */
const maxDepth = 60;

/** Attributes that Readability judges by. */
const judged = ['id', 'class', 'href', 'role', 'itemprop', 'property', 'name', 'content', 'rel', 'lang'];
/** Attributes that are written to the text afterwards. */
const written = ['alt', 'title', 'colspan', 'rowspan'];

/** Readability drops a heading of level 1 that repeats the title, and lowers others: until then they are of level 2. */
const firstLevel: ReadonlyMap<string, string> = new Map([['id', firstLevelId]]);

/**
 * Writes HTML again as a well-formed tree of bounded depth: the tags of deeper elements are dropped, their text stays.
 * Unknown attributes are left out, texts are decoded and escaped again. Linear, as no search goes beyond `maxDepth`.
 */
export function shallowHtml(tokens: Iterable<HtmlToken>): string {
  const tree = createTree();
  for (const token of tokens) {
    if (token.type === 'text') tree.text(token.isRaw ? token.text : decodeHtmlText(token.text));
    else if (token.type === 'close') tree.close(token.name === 'h1' ? 'h2' : token.name);
    else if (token.name === 'h1') tree.open('h2', firstLevel);
    else if (isWritten(token.name)) tree.open(token.name, token.attributes);
  }
  return tree.end();
}

function createTree() {
  const written: string[] = [];
  const open: string[] = [];
  /** Elements whose tags were dropped, by name. */
  const dropped = new Map<string, number>();
  const closeTo = (depth: number) => {
    while (open.length > depth) written.push(`</${open.pop()}>`);
  };
  return {
    text: (text: string) => written.push(escaped(text)),
    open(name: string, attributes: ReadonlyMap<string, string>) {
      const last = open.at(-1);
      if (last !== undefined && endedBy[last]?.has(name)) closeTo(open.length - 1);
      const isEmpty = empty.has(name);
      if (!isEmpty && open.length >= maxDepth) dropped.set(name, (dropped.get(name) ?? 0) + 1);
      else written.push(`<${name}${attributesOf(attributes)}>`);
      if (!isEmpty && open.length < maxDepth) open.push(name);
    },
    close(name: string) {
      const missing = dropped.get(name) ?? 0;
      const place = open.lastIndexOf(name);
      if (missing > 0) dropped.set(name, missing - 1);
      else if (place !== -1) closeTo(place);
    },
    end() {
      closeTo(0);
      return written.join('');
    },
  };
}

/** The tree gets its own html, head and body. A name with characters beyond letters, digits and hyphens is invalid. */
const isWritten = (name: string): boolean => !['html', 'head', 'body'].includes(name) && /^[a-z][a-z0-9-]*$/.test(name);

/** The text as it stands in HTML. */
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function attributesOf(attributes: ReadonlyMap<string, string>): string {
  if (attributes.size === 0) return '';
  const found = [...judged, ...written].flatMap((name) => {
    const value = attributes.get(name);
    return value === undefined ? [] : [` ${name}="${escaped(decodeHtmlAttribute(value.slice(0, 500)))}"`];
  });
  return found.join('');
}

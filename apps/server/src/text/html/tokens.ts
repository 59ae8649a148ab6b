/** A part of HTML source: text with its entities, the start of an element with its kept attributes, or its end. */
export type HtmlToken =
  | { readonly type: 'text'; readonly text: string; readonly isRaw: boolean }
  | { readonly type: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly type: 'close'; readonly name: string };

/** Elements whose content is text up to their end tag (https://html.spec.whatwg.org/#parsing-html-fragments). */
const rawText = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'textarea', 'title']);
/** Of these, those whose text has entities. */
const withEntities = new Set(['textarea', 'title']);

/** Attributes that decide on what a page or a mail says. The others are dropped unread. */
const kept = new Set([
  ...['alt', 'aria-controls', 'aria-hidden', 'bgcolor', 'charset', 'class', 'color', 'colspan', 'content'],
  ...['data-bs-target', 'data-target', 'for', 'hidden', 'href', 'http-equiv', 'id', 'itemprop', 'lang', 'name'],
  ...['property', 'rel', 'role', 'rowspan', 'style', 'title', 'type', 'xml:lang'],
]);
/** Max characters of an attribute's value; the rest is dropped. */
const maxValue = 4_000;

const tagName = /[a-z][^\s/>]{0,99}/iy;
const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*)))?/y;
const noAttributes: ReadonlyMap<string, string> = new Map();

/** Begins a page of XHTML, in which any element may end in its own tag: `<title/>`. */
const xmlDeclaration = /^\ufeff?\s{0,100}<\?xml\s/;

/** Source of HTML, with its language. */
interface Source {
  readonly html: string;
  readonly isXml: boolean;
}

/** True if a page is written in XHTML. */
const isXhtml = (html: string): boolean => xmlDeclaration.test(html);

/**
 * Divides HTML into its tokens in linear time, whatever it is: nothing is looked back at, and no tree is built.
 * Comments, doctypes and processing instructions are left out.
 */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  const source = { html, isXml: isXhtml(html) };
  let text = 0;
  let open = html.indexOf('<');
  while (open !== -1) {
    const end = markupEnd(html, open);
    if (end !== undefined) {
      if (open > text) yield { type: 'text', text: html.slice(text, open), isRaw: false };
      text = yield* tagTokens(source, open, end);
    }
    open = html.indexOf('<', end === undefined ? open + 1 : text);
  }
  if (text < html.length) yield { type: 'text', text: html.slice(text), isRaw: false };
}

/** A tag, and the text of an element of raw text. Returns where they end. */
function* tagTokens({ html, isXml }: Source, open: number, end: number): Generator<HtmlToken, number> {
  const tag = tagAt(html, open, end);
  if (tag !== undefined) yield tag;
  if (tag?.type !== 'open') return end;
  const close = rawText.has(tag.name) ? rawEnd(html, tag.name, end) : end;
  // In HTML only an end tag ends an element of raw text. A page that has none was written as XML.
  if (html[end - 2] === '/' && (isXml || (rawText.has(tag.name) && close === html.length))) {
    yield { type: 'close', name: tag.name };
    return end;
  }
  if (close > end) yield { type: 'text', text: html.slice(end, close), isRaw: !withEntities.has(tag.name) };
  return close;
}

/** Returns the end of the markup that begins at a place; undefined if it is text. */
function markupEnd(html: string, open: number): number | undefined {
  const code = html.charCodeAt(open + 1) | 0x20;
  if (code >= 0x61 && code <= 0x7a) return tagEnd(html, open + 1);
  if (html.startsWith('</', open)) {
    const letter = html.charCodeAt(open + 2) | 0x20;
    return letter >= 0x61 && letter <= 0x7a ? tagEnd(html, open + 2) : after(html, '>', open);
  }
  if (html.startsWith('<!--', open)) return after(html, '-->', open + 2);
  return html[open + 1] === '!' || html[open + 1] === '?' ? after(html, '>', open) : undefined;
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

/** After the ">" of a tag that isn't in quotes. */
function tagEnd(html: string, from: number): number {
  let quote = 0;
  let afterEquals = false;
  for (let at = from; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 0x3e) return at + 1;
    else if (afterEquals && (code === 0x22 || code === 0x27)) quote = code;
    if (code > 0x20) afterEquals = code === 0x3d;
  }
  return html.length;
}

function tagAt(html: string, open: number, end: number): HtmlToken | undefined {
  const isClose = html[open + 1] === '/';
  tagName.lastIndex = open + (isClose ? 2 : 1);
  const name = tagName.exec(html)?.[0].toLowerCase();
  if (name === undefined) return undefined;
  if (isClose) return { type: 'close', name };
  return { type: 'open', name, attributes: attributesIn(html, tagName.lastIndex, end - 1) };
}

function attributesIn(html: string, from: number, end: number): ReadonlyMap<string, string> {
  if (from >= end) return noAttributes;
  const source = html.slice(from, end);
  let attributes: Map<string, string> | undefined;
  attribute.lastIndex = 0;
  for (let found = attribute.exec(source); found !== null; found = attribute.exec(source)) {
    const name = (found[1] ?? '').toLowerCase();
    if (!kept.has(name)) continue;
    attributes ??= new Map();
    const value = found[2] ?? found[3] ?? found[4] ?? '';
    if (!attributes.has(name)) attributes.set(name, value.slice(0, maxValue));
  }
  return attributes ?? noAttributes;
}

/** Returns the start of the end tag of an element of raw text. */
function rawEnd(html: string, name: string, from: number): number {
  const end = /<\/(script|style|xmp|iframe|noembed|noframes|textarea|title)(?=[\s/>])/gi;
  end.lastIndex = from;
  for (;;) {
    const found = end.exec(html);
    if (found === null) return html.length;
    if (found[1]?.toLowerCase() === name) return found.index;
  }
}

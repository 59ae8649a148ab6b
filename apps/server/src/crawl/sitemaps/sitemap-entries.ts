import { decodeEntities } from '../../text/character-references.ts';
import { maxUrl } from '../addresses.ts';

/** An entry of a sitemap. */
export interface SitemapEntry {
  readonly kind: 'page' | 'sitemap';
  readonly url: string;
}

/** A piece of XML: the inside of a tag, or text without entities decoded. */
interface Token {
  readonly kind: 'tag' | 'text' | 'other';
  readonly text: string;
}

/** Tokens, or lines, after which the event loop gets its share. */
const stepsAtOnce = 1_000;

/** Max tokens before the root: a declaration, a document type, comments. */
const maxBeforeRoot = 1_000;

/** Roots of sitemaps and what they list. */
const roots: Readonly<Record<string, SitemapEntry['kind']>> = { urlset: 'page', sitemapindex: 'sitemap' };

/**
 * Returns the entries of a sitemap in order (sitemaps.org: `urlset`, `sitemapindex`, or one address a line). A document
 * type is skipped, so no entity but those of XML is ever replaced. Anything else than a sitemap has no entries. Now and
 * then it returns undefined, at which the event loop should get its share.
 */
export function* entriesIn(file: string): Generator<SitemapEntry | undefined> {
  const isXml = file.trimStart().startsWith('<');
  let steps = 0;
  for (const entry of isXml ? xmlEntries(file) : lineEntries(file)) {
    steps += 1;
    if (steps % stepsAtOnce === 0) yield undefined;
    if (entry !== undefined && entry.url !== '' && entry.url.length <= maxUrl) yield entry;
  }
}

function* lineEntries(file: string): Generator<SitemapEntry | undefined> {
  for (let at = 0; at < file.length; ) {
    const found = file.indexOf('\n', at);
    const end = found === -1 ? file.length : found;
    const url = file.slice(at, Math.min(end, at + maxUrl + 1)).trim();
    at = end + 1;
    yield /^https?:\/\//i.test(url) ? { kind: 'page', url } : undefined;
  }
}

function* xmlEntries(file: string): Generator<SitemapEntry | undefined> {
  const root = rootOf(file);
  if (root === undefined) return;
  /** The text of the `loc` that is open. */
  let address: string | undefined;
  for (const { kind, text } of tokensIn(file)) {
    yield undefined;
    if (kind === 'text') address = extended(address, text);
    else if (kind === 'tag' && isAddress(text, root.prefix)) {
      if (address !== undefined) yield { kind: root.kind, url: decodeEntities(address).trim() };
      address = text.startsWith('/') ? undefined : '';
    }
  }
}

function rootOf(file: string): { readonly kind: SitemapEntry['kind']; readonly prefix: string } | undefined {
  let tokens = 0;
  for (const { kind: token, text } of tokensIn(file)) {
    tokens += 1;
    if (tokens > maxBeforeRoot) return undefined;
    if (token !== 'tag') continue;
    const { prefix, name } = nameOf(text);
    const kind = Object.hasOwn(roots, name) ? roots[name] : undefined;
    return kind === undefined ? undefined : { kind, prefix };
  }
  return undefined;
}

const extended = (address: string | undefined, text: string): string | undefined =>
  address === undefined || address.length > maxUrl * 2 ? address : address + text;

/**
 * True if a tag contains an address of the sitemap. Extensions have tags for images and videos, under their own
 * prefixes.
 */
function isAddress(tag: string, rootPrefix: string): boolean {
  const { prefix, name } = nameOf(tag);
  return name === 'loc' && prefix === rootPrefix;
}

function nameOf(tag: string): { readonly prefix: string; readonly name: string } {
  const whole = /^\/?([\w.:-]{1,100})/.exec(tag)?.[1] ?? '';
  const colon = whole.lastIndexOf(':') + 1;
  return { prefix: whole.slice(0, colon), name: whole.slice(colon).toLowerCase() };
}

/** Markup that isn't a tag: its start and end. */
const markup: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
];

/** Cuts XML into tags and text. Leaves out an incomplete part at the end of the file. */
function* tokensIn(file: string): Generator<Token> {
  for (let at = 0; at < file.length; ) {
    const open = file.indexOf('<', at);
    if (open === -1) return;
    if (open > at) yield { kind: 'text', text: file.slice(at, Math.min(open, at + maxUrl * 2)) };
    const [start, end] = markup.find(([mark]) => file.startsWith(mark, open)) ?? ['<', '>'];
    const close = file.indexOf(end, open + start.length);
    if (close === -1) return;
    const content = file.slice(open + start.length, close);
    // An ampersand in CDATA is one.
    if (start === '<![CDATA[') yield { kind: 'text', text: content.slice(0, maxUrl * 2).replaceAll('&', '&amp;') };
    else yield { kind: start === '<' ? 'tag' : 'other', text: content };
    at = close + end.length;
  }
}

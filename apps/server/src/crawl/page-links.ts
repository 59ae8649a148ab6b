import type { HeaderRecord } from '../outbound/exchange/headers.ts';
import { parseUrl } from '../parse-url.ts';
import { pace } from '../scheduling/pace.ts';
import { product } from './requests.ts';
import { type Tag, tagsIn } from './tags.ts';

/** Links of a page, and its directives for crawlers. */
export interface PageLinks {
  /** The page asks not to be indexed. */
  readonly noindex: boolean;
  /** The page asks that its links aren't followed. */
  readonly nofollow: boolean;
  /** Links to follow, as written, in order. */
  readonly links: readonly string[];
  /** Base URL of relative links. */
  readonly base: string;
  /** The URL that the page calls its own. */
  readonly canonical: string | undefined;
}

/** Max links of a page that are read. */
const maxLinks = 2_000;

/** Characters after which the event loop gets its share: about a millisecond. */
const charactersAtOnce = 16_384;

/** Results from the tags so far. */
interface Found {
  readonly directives: Set<string>;
  readonly links: string[];
  base: string | undefined;
  canonical: string | undefined;
}

/** Reads what a page of HTML says to crawlers, in its tags and in its headers. */
export async function readLinks(html: string, url: string, headers: HeaderRecord): Promise<PageLinks> {
  const directives = directivesIn(headers['x-robots-tag'] ?? '');
  const found: Found = { directives, links: [], base: undefined, canonical: undefined };
  let paused = 0;
  for (const tag of tagsIn(html)) {
    if (tag.end - paused >= charactersAtOnce) {
      paused = tag.end;
      await pace.pause();
    }
    collect(found, tag);
  }
  const { links, base, canonical } = found;
  const isNone = directives.has('none');
  return {
    noindex: isNone || directives.has('noindex'),
    nofollow: isNone || directives.has('nofollow'),
    links,
    base: (base === undefined ? undefined : parseUrl(base, url)?.href) ?? url,
    canonical,
  };
}

function collect(found: Found, tag: Tag): void {
  const href = tag.attributes.get('href');
  const link = followed(tag);
  if (link !== undefined && found.links.length < maxLinks) found.links.push(link);
  if (tag.name === 'meta') for (const each of metaDirectives(tag)) found.directives.add(each);
  if (tag.name === 'base') found.base ??= href;
  if (tag.name === 'link' && wordsOf(tag.attributes.get('rel')).includes('canonical')) found.canonical ??= href;
}

/** The address that a tag leads to, unless it says not to follow it. */
function followed({ name, attributes }: Tag): string | undefined {
  if (name === 'a' || name === 'area') {
    const href = attributes.get('href');
    return href === undefined || href.startsWith('#') || wordsOf(attributes.get('rel')).includes('nofollow')
      ? undefined
      : href;
  }
  const isRefresh = name === 'meta' && attributes.get('http-equiv')?.toLowerCase() === 'refresh';
  return isRefresh ? /url\s{0,9}=\s{0,9}['"]?([^'"]{1,2048})/i.exec(attributes.get('content') ?? '')?.[1] : undefined;
}

function metaDirectives({ attributes }: Tag): string[] {
  const name = attributes.get('name')?.toLowerCase();
  return name === 'robots' || name === product.toLowerCase() ? wordsOf(attributes.get('content')) : [];
}

const wordsOf = (text: string | undefined): string[] => (text ?? '').toLowerCase().split(/[\s,]+/);

/** Directives whose value follows a colon, as the name of a crawler precedes one. */
const valued = /^(?:unavailable_after|max-snippet|max-image-preview|max-video-preview)$/;

/** The directives of an `X-Robots-Tag` for all crawlers and for this one: `noindex, otherbot: nofollow`. */
function directivesIn(header: string): Set<string> {
  const directives = new Set<string>();
  let isOurs = true;
  for (const part of header.toLowerCase().split(',')) {
    const [first = '', ...rest] = part.split(':');
    const isNamed = rest.length > 0 && !valued.test(first.trim());
    if (isNamed) isOurs = first.trim() === product.toLowerCase();
    if (isOurs) directives.add((isNamed ? rest.join(':') : part).trim());
  }
  return directives;
}

import { parseUrl } from '../../../parse-url.ts';
import { decodeEntities } from '../../../text/character-references.ts';
import type { HtmlToken } from '../../../text/html-tokens.ts';
import { limits } from '../../limits.ts';
import { oneLine } from '../clean-text.ts';

/** Metadata of a page. */
export interface PageFacts {
  readonly title: string;
  readonly language?: string;
  readonly canonical?: string;
  /** Directives for crawlers: `noindex`, `nofollow`. */
  readonly robots: readonly string[];
  /** Absolute HTTP(S) URLs without fragment, distinct, in order. */
  readonly links: readonly string[];
  /** Scripts of the page. */
  readonly scripts: number;
  /** Start tags of the page. */
  readonly elements: number;
  /** True if an empty element waits for a script to fill it, or a text asks for scripts. */
  readonly awaitsScript: boolean;
}

/** IDs of the elements that frameworks fill. */
const roots = new Set(['root', 'app', '__next', '__nuxt', '___gatsby', 'react-root', 'app-root', 'svelte', 'q-app']);
const asksForScripts = /java\s?script/i;
const language = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;

/** Reads what a page says about itself from its tokens. `url` resolves its links. */
export function readFacts(tokens: Iterable<HtmlToken>, url: string | undefined): PageFacts {
  const facts = createFacts(url);
  let inside: string | undefined;
  for (const token of tokens) {
    if (token.type === 'open') {
      facts.open(token.name, token.attributes);
      inside = token.name;
    } else if (token.type === 'close') inside = undefined;
    else facts.text(token.text, inside);
  }
  return facts.read();
}

function createFacts(url: string | undefined) {
  const links = new Set<string>();
  const meta = new Map<string, string>();
  const robots = new Set<string>();
  let base = url;
  let title: string | undefined;
  let lang: string | undefined;
  let canonical: string | undefined;
  let [scripts, elements, awaitsScript] = [0, 0, false];

  const resolved = (href: string | undefined): string | undefined => {
    const target = decodeEntities(href ?? '').trim();
    const found = target === '' ? undefined : parseUrl(target, base);
    if (found === undefined) return undefined;
    found.hash = '';
    return found.protocol.startsWith('http') && found.href.length <= limits.url ? found.href : undefined;
  };

  const readMeta = (attributes: ReadonlyMap<string, string>) => {
    const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase();
    const content = oneLine(decodeEntities(attributes.get('content') ?? ''));
    if (name === 'robots') for (const directive of content.toLowerCase().split(',')) robots.add(directive.trim());
    else if (name === 'og:title' || name === 'og:locale') meta.set(name, content);
  };

  const readLink = (attributes: ReadonlyMap<string, string>) => {
    const href = resolved(attributes.get('href'));
    if (href !== undefined && !attributes.get('rel')?.includes('nofollow') && links.size < limits.links)
      links.add(href);
  };

  const readers = new Map<string, (attributes: ReadonlyMap<string, string>) => void>([
    ['a', readLink],
    ['area', readLink],
    ['meta', readMeta],
    [
      'html',
      (attributes) => {
        lang ??= attributes.get('lang') ?? attributes.get('xml:lang');
      },
    ],
    [
      'base',
      (attributes) => {
        base = resolved(attributes.get('href')) ?? base;
      },
    ],
    [
      'link',
      (attributes) => {
        if (attributes.get('rel')?.toLowerCase() === 'canonical') canonical ??= resolved(attributes.get('href'));
      },
    ],
  ]);

  return {
    open(name: string, attributes: ReadonlyMap<string, string>) {
      elements += 1;
      if (name === 'script') scripts += 1;
      if (attributes.size === 0) return;
      readers.get(name)?.(attributes);
      if (roots.has(attributes.get('id') ?? '')) awaitsScript = true;
    },
    text(text: string, inside: string | undefined) {
      if (inside === 'title') title ??= oneLine(decodeEntities(text));
      else if (inside === 'noscript' && asksForScripts.test(text)) awaitsScript = true;
    },
    read(): PageFacts {
      const tag = (lang ?? '').trim();
      return {
        title: meta.get('og:title') || title || '',
        ...(language.test(tag) && { language: tag }),
        ...(canonical !== undefined && { canonical }),
        robots: [...robots].filter((directive) => /^[a-z:-]{1,40}$/.test(directive)).slice(0, 20),
        links: [...links],
        ...{ scripts, elements, awaitsScript },
      };
    },
  };
}

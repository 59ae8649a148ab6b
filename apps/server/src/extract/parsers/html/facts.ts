import { parseUrl } from '../../../parse-url.ts';
import { decodeHtmlAttribute, decodeHtmlText } from '../../../text/character-references.ts';
import type { HtmlToken } from '../../../text/html/tokens.ts';
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
  /** True if an empty element waits for a script to fill it. */
  readonly isUnfilled: boolean;
  /** True if a text asks for scripts. */
  readonly asksForScripts: boolean;
  /** URL that relative links are resolved against. */
  readonly base?: string;
}

/** IDs of the elements that frameworks fill. */
const roots = new Set(['root', 'app', '__next', '__nuxt', '___gatsby', 'react-root', 'app-root', 'svelte', 'q-app']);
/** Max characters of an element that a script is still to fill, such as "Loading…". */
const maxUnfilled = 40;
const request = /java\s?script/i;
const language = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;

/** Reads what a page says about itself from its tokens. `url` resolves its links. */
export function readFacts(tokens: Iterable<HtmlToken>, url: string | undefined): PageFacts {
  const facts = createFacts(url);
  let inside: string | undefined;
  for (const token of tokens) {
    if (token.type === 'open') {
      facts.open(token.name, token.attributes);
      inside = token.name;
    } else if (token.type === 'close') {
      facts.close(token.name);
      inside = undefined;
    } else facts.text(token, inside);
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
  let [scripts, elements, asksForScripts] = [0, 0, false];
  const root = createRoot();

  const resolved = (href: string | undefined): string | undefined => {
    const target = decodeHtmlAttribute(href ?? '').trim();
    const found = target === '' ? undefined : parseUrl(target, base);
    if (found === undefined) return undefined;
    found.hash = '';
    return found.protocol.startsWith('http') && found.href.length <= limits.url ? found.href : undefined;
  };

  const readMeta = (attributes: ReadonlyMap<string, string>) => {
    const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase();
    const content = oneLine(decodeHtmlAttribute(attributes.get('content') ?? ''));
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
      root.open(name, attributes);
      if (attributes.size > 0) readers.get(name)?.(attributes);
    },
    close: root.close,
    text({ text, isRaw }: { readonly text: string; readonly isRaw: boolean }, inside: string | undefined) {
      if (inside === 'title') title ??= oneLine(decodeHtmlText(text));
      else if (inside === 'noscript') asksForScripts ||= request.test(text);
      else if (!isRaw) root.text(text);
    },
    read(): PageFacts {
      const tag = (lang ?? '').trim();
      return {
        title: meta.get('og:title') || title || '',
        ...(language.test(tag) && { language: tag }),
        ...(canonical !== undefined && { canonical }),
        robots: [...robots].filter((directive) => /^[a-z:-]{1,40}$/.test(directive)).slice(0, 20),
        links: [...links],
        ...{ scripts, elements, asksForScripts, isUnfilled: root.isUnfilled() },
        ...(base !== undefined && { base }),
      };
    },
  };
}

/** Finds out whether an element that a framework fills is empty. */
function createRoot() {
  let name: string | undefined;
  let [depth, characters, isUnfilled] = [0, 0, false];
  const end = () => {
    isUnfilled ||= characters <= maxUnfilled;
    [name, depth, characters] = [undefined, 0, 0];
  };
  return {
    open(opened: string, attributes: ReadonlyMap<string, string>): void {
      if (opened === name) depth += 1;
      if (name !== undefined || !roots.has(attributes.get('id') ?? '')) return;
      [name, depth] = [opened, 1];
    },
    close(closed: string): void {
      if (closed !== name) return;
      depth -= 1;
      if (depth === 0) end();
    },
    text(text: string): void {
      if (name !== undefined) characters += text.trim().length;
    },
    isUnfilled: (): boolean => isUnfilled || (name !== undefined && characters <= maxUnfilled),
  };
}

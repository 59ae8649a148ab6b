import { SourceFailure } from '../../extract/document.ts';
import { readAddress } from '../addresses.ts';
import { type Extract, type FetchedPage, fetchPage, type ReadPage, readPage, type Validators } from '../page.ts';
import { type PageLinks, readLinks } from '../page-links.ts';
import { failure, isTemporary } from '../problems.ts';
import type { Get, Requests } from '../requests.ts';
import type { Entry } from './frontier.ts';
import type { SiteRules } from './site-rules.ts';
import type { KnownPage, SiteHooks, SkipCode } from './site-types.ts';

/** A page that is left out, though nothing failed. */
export class LeftOut extends Error {
  readonly code: SkipCode;

  constructor(code: SkipCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Reason why a page has no content. */
export type Problem = SourceFailure | LeftOut;

/** Result of a visit of a page. */
export interface Visit {
  /** After redirects. */
  readonly address: string;
  readonly content:
    | { readonly kind: 'read'; readonly page: ReadPage }
    | { readonly kind: 'unchanged'; readonly hash: string; readonly validators: Validators }
    | { readonly kind: 'none'; readonly problem: Problem; readonly known: KnownPage | undefined };
  /** The paths that it links to. */
  readonly links: readonly string[];
  /** The addresses of the site that it links to and the patterns leave out. */
  readonly excluded?: readonly string[];
  /** Another page that is visited instead, because this one calls it its own address. */
  readonly canonical?: string;
}

/** Dependencies of a visit. */
export interface VisitParts {
  readonly requests: Requests;
  readonly extract: Extract;
  readonly rules: SiteRules;
  readonly hooks: Pick<SiteHooks, 'known' | 'reader'>;
  readonly signal: AbortSignal;
  /** URL at which the crawl began. */
  readonly start: string;
}

/** Visits a page. A problem of the page is a result; rejects only if the crawl can't continue. */
export async function visit({ url, depth }: Entry, parts: VisitParts): Promise<Visit> {
  const { rules, hooks, requests, signal } = parts;
  const known = await hooks.known?.(url);
  const without = (problem: Problem): Visit => ({
    address: url,
    content: { kind: 'none', problem, known },
    links: isTemporary(problem) ? (known?.links ?? []) : [],
  });
  if (!rules.robots.allows(url)) return without(disallowed(url));
  // Without its links, what lies behind an unchanged page would be lost.
  const isConditional = known !== undefined && (known.links !== undefined || depth >= rules.maxDepth);
  const { etag = null, lastModified = null } = isConditional ? known : {};
  const get: Get = { url, signal, rate: rules.rate, judge: (target) => judge(target, rules) };
  try {
    const page = await fetchPage(requests, { ...get, etag, lastModified });
    if (!page.unchanged) return await look(page, { known, parts });
    const address = readAddress(rules.site, page.url, page.url) ?? url;
    const validators = { etag: page.etag, lastModified: page.lastModified };
    return { address, content: { kind: 'unchanged', hash: known?.hash ?? '', validators }, links: known?.links ?? [] };
  } catch (error) {
    if (error instanceof SourceFailure || error instanceof LeftOut) return without(error);
    throw error;
  }
}

/** Reads the links and the content of a page that was sent. */
export async function look(
  page: FetchedPage,
  { known, parts }: { readonly known: KnownPage | undefined; readonly parts: VisitParts },
): Promise<Visit> {
  const { rules, extract, hooks, signal, start } = parts;
  const address = readAddress(rules.site, page.url, page.url) ?? page.url;
  const said = await readLinks(page.kind === 'html' ? textOf(page) : '', page.url, page.headers);
  const { paths: links, excluded } = await rules.pathsOf(said);
  const without = (problem: Problem): Visit => ({
    address,
    content: { kind: 'none', problem, known: undefined },
    links,
    excluded,
  });
  if (said.noindex) return without(new LeftOut('noindex', 'The page asks not to be indexed.'));
  const canonical = canonicalOf(said, { address, rules, start });
  if (canonical !== undefined) {
    return { ...without(new LeftOut('duplicate', `The page is a copy of ${canonical}.`)), canonical };
  }
  try {
    const read = await readPage(extract, page, { ...hooks.reader, signal });
    const { hash, etag, lastModified } = read;
    const isSame = hash === known?.hash;
    const validators = { etag, lastModified };
    const content = isSame
      ? ({ kind: 'unchanged', hash, validators } as const)
      : ({ kind: 'read', page: read } as const);
    return { address, content, links, excluded };
  } catch (error) {
    if (error instanceof SourceFailure) return without(error);
    throw error;
  }
}

/** The failure of a page that robots.txt forbids. */
export const disallowed = (url: string): SourceFailure =>
  failure('robots_disallowed', `The robots.txt of ${new URL(url).host} does not allow this page.`, {
    hint: 'Allow ParleyBot in robots.txt, or upload the content as a file.',
  });

/** Throws if a redirect leads where the crawl may not go. */
function judge(target: string, { site, isWanted, robots }: SiteRules): void {
  const address = readAddress(site, target, target);
  if (address === undefined) throw new LeftOut('other_site', 'The page redirects to another site.');
  if (!isWanted(address)) throw new LeftOut('excluded', 'The page redirects to one that the patterns leave out.');
  if (!robots.allows(address)) throw disallowed(address);
}

interface Place {
  readonly address: string;
  readonly rules: SiteRules;
  readonly start: string;
}

/**
 * The other page that a page calls its own address. Templates often name the first page of a site everywhere: that is
 * not believed, or nothing but it would be left.
 */
function canonicalOf({ canonical, base }: PageLinks, { address, rules, start }: Place): string | undefined {
  if (canonical === undefined || canonical.trim() === '') return undefined;
  const named = rules.addressOf(canonical, base);
  if (named === undefined || named === address || !rules.robots.allows(named)) return undefined;
  const isFirst = named === start || named === `${rules.site.origin}/`;
  return isFirst && pathOf(named) !== pathOf(address) ? undefined : named;
}

const pathOf = (url: string): string => new URL(url).pathname;

/** Bytes of a page whose links are read. */
const linkBytes = 5 * 1024 * 1024;

/** Decodes a page for its links; few links contain characters beyond ASCII. */
function textOf({ bytes: all, charset }: FetchedPage): string {
  const bytes = all.subarray(0, linkBytes);
  const head = bytes.toString('latin1', 0, 2_048);
  const named = charset ?? /<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?([\w-]{1,40})/i.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

import { SourceFailure } from '../../extract/document.ts';
import { parseUrl } from '../../parse-url.ts';
import { isVariant, readAddress, type Site } from '../addresses.ts';
import { type FetchedPage, fetchPage } from '../page.ts';
import { failure } from '../problems.ts';
import type { Requests } from '../requests.ts';
import { fetchRobots } from '../robots/robots.ts';
import type { Robots } from '../robots/robots-rules.ts';
import { disallowed } from './visit.ts';

/** Facts of a site after its first page. */
export interface Start {
  readonly site: Site;
  readonly robots: Robots;
  /** The address of the first page, after redirects. */
  readonly address: string;
  /** The first page, or why it can't be read. */
  readonly page: FetchedPage | SourceFailure;
}

/**
 * Finds out which host the site has: the one of the first page after its redirects, which may add or drop `www.` and
 * lead to https. Rejects with a `SourceFailure` if the site may not or can't be read at all.
 */
export async function startSite(requests: Requests, url: string, signal: AbortSignal): Promise<Start> {
  const origin = originOf(url);
  const robots = await fetchRobots(requests, origin, signal);
  const asked = readAddress({ origin, aliases: [] }, url, url) ?? url;
  if (!robots.allows(asked)) {
    return { site: { origin, aliases: [] }, robots, address: asked, page: disallowed(asked) };
  }
  const judge = (target: string) => judgeStart(origin, target);
  const page = await fetchPage(requests, { url: asked, signal, judge }).catch((error: unknown) => {
    if (error instanceof SourceFailure) return error;
    throw error;
  });
  const reached = page instanceof SourceFailure || page.unchanged ? asked : page.url;
  const final = originOf(reached);
  const hosts = [origin, final].map((each) => new URL(each).host);
  const site = { origin: final, aliases: hosts.filter((host) => host !== new URL(final).host) };
  const address = readAddress(site, reached, reached) ?? reached;
  const finalRobots = final === origin ? robots : await fetchRobots(requests, final, signal);
  if (!finalRobots.allows(address)) return { site, robots: finalRobots, address, page: disallowed(address) };
  if (!(page instanceof SourceFailure) && page.unchanged) throw new Error('A page was unchanged, unasked.');
  return { site, robots: finalRobots, address, page };
}

function originOf(url: string): string {
  const { protocol, origin } = parseUrl(url) ?? { protocol: '', origin: '' };
  if (protocol === 'http:' || protocol === 'https:') return origin;
  throw failure('address_not_allowed', 'The URL does not begin with http:// or https://.', {
    hint: 'Use the address of the first page of the site, such as https://example.com/docs/.',
  });
}

function judgeStart(origin: string, target: string): void {
  const [from, to] = [new URL(origin), new URL(target)];
  if (from.host === to.host || isVariant(from.host, to.host)) return;
  throw failure('http_error', `${from.host} redirects to another site.`, {
    hint: 'Open the address in a browser, and use the address where it leads.',
  });
}

import { setTimeout as wait } from 'node:timers/promises';
import type { Reader } from '../extract/extractor.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { type Aside, type Clock, createHosts } from './hosts.ts';
import { type CrawlLimits, crawlLimits } from './limits.ts';
import { type Extract, fetchPage, type ReadPage, readPage, type UnchangedPage, type Validators } from './page.ts';
import { createRequests } from './requests.ts';
import { crawlSite } from './site/site.ts';
import type { SiteHooks, SiteSettings, SiteSummary } from './site/site-types.ts';

/** Dependencies of the crawler. */
export interface CrawlerParts {
  readonly outbound: Outbound;
  readonly extract: Extract;
  /** The address of this installation, which the crawler names in its `User-Agent`. */
  readonly about?: string;
  /** Replaced by tests: a monotonic clock, and milliseconds since 1970. */
  readonly clock?: Clock;
  readonly date?: () => number;
  readonly limits?: Partial<CrawlLimits>;
}

/** Reads pages and sites of others. */
export interface Crawler {
  /**
   * Reads one page that a person named. With validators, a page that has not changed is `unchanged`. Rejects with a
   * `SourceFailure`, or with the reason of the signal.
   */
  page(url: string, options: PageOptions): Promise<UnchangedPage | ReadPage>;
  /**
   * Crawls a site within its host, by its sitemaps and by links. Rejects with a `SourceFailure`, with the reason of the
   * signal, or with an error of a hook.
   */
  site(settings: SiteSettings, hooks: SiteHooks): Promise<SiteSummary>;
}

/** Options of reading one page. */
export interface PageOptions extends Partial<Validators> {
  readonly signal: AbortSignal;
  readonly aside?: Aside;
  readonly reader: Reader;
}

const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (ms, signal) => {
    try {
      await wait(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
};

/** Creates the crawler. All crawls of a process share its turns at each host. */
export function createCrawler(parts: CrawlerParts): Crawler {
  const { outbound, extract, about, clock = systemClock, date = Date.now } = parts;
  const limits = { ...crawlLimits, ...parts.limits };
  const hosts = createHosts(clock);
  const requestsWith = (aside: Aside | undefined) => createRequests({ outbound, hosts, date, about, limits, aside });
  return {
    page: async (url, { signal, aside, reader, ...validators }) => {
      const page = await fetchPage(requestsWith(aside), { url, signal, ...validators });
      return page.unchanged ? page : readPage(extract, page, { ...reader, signal });
    },
    site: (settings, hooks) => crawlSite({ requests: requestsWith(hooks.aside), extract }, settings, hooks),
  };
}

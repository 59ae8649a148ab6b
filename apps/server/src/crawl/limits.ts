import { maxFileBytes } from '../schemas/limits.ts';

/** Limits of reading pages: times in ms, sizes in bytes. */
export interface CrawlLimits {
  /** Max size of a page's decoded body. */
  readonly pageBytes: number;
  /** Max redirects of a page. */
  readonly redirects: number;
  /** Maximum time of one request; each redirect of a page may take as long again. */
  readonly total: number;
  /** Requests of a page that the site asks to repeat later (429 and 503). */
  readonly attempts: number;
  /** Max time that a site's `Retry-After` is waited for; beyond it the page has failed. */
  readonly retryAfter: number;
  /** Max time that a crawl is interrupted because its host asks for it; a longer one counts as this. */
  readonly longWait: number;
  /** Time in ms, for each attempt so far, before the next one if the site doesn't say how long. */
  readonly retryDefault: number;
  /** Min time between the starts of two requests to one host. */
  readonly gap: number;
  /** Maximum simultaneous requests to one host. */
  readonly atOncePerHost: number;
  /** Max `Crawl-delay` that is obeyed; a longer one counts as this. */
  readonly crawlDelay: number;
}

/** The default limits. */
export const crawlLimits: CrawlLimits = {
  pageBytes: maxFileBytes,
  redirects: 10,
  total: 60_000,
  attempts: 3,
  retryAfter: 120_000,
  longWait: 6 * 3_600_000,
  retryDefault: 5_000,
  gap: 200,
  atOncePerHost: 2,
  crawlDelay: 30_000,
};

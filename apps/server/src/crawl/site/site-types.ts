import type { SourceErrorCode } from '../../extract/document.ts';
import type { Reader } from '../../extract/extractor.ts';
import type { Aside } from '../hosts.ts';
import type { ReadPage, UnchangedPage, Validators } from '../page.ts';
import type { FrontierState } from './frontier.ts';

/** A site to crawl. */
export interface SiteSettings {
  readonly url: string;
  /** Patterns of paths such as `/docs/**`; empty for all. The first page is read in any case, for its links. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** 500 by default, at most 10,000. */
  readonly maxPages?: number;
  /** Max links from the start, or from the sitemap, to a page; 10 by default. */
  readonly maxDepth?: number;
}

/** Data of a page from the crawl before. */
export interface KnownPage extends Validators {
  readonly hash: string;
  /** `links` of the page then. Without them the page is sent in full, since its links are needed. */
  readonly links?: readonly string[] | undefined;
}

/** Fields of every page of a site. */
interface OnSite {
  /** Its one address, which is its identity across crawls. */
  readonly url: string;
  /** Its place among the pages of this crawl, from 0. */
  readonly position: number;
  /** The paths of the site that it links to, to be given back as `known`. */
  readonly links: readonly string[];
}

/**
 * A page of a site. An unchanged one is as `known` said. `isKept` is of one that can't be read for now: its earlier
 * content stays.
 */
export type SitePage = OnSite & ((Omit<UnchangedPage, 'url'> & { readonly isKept: boolean }) | Omit<ReadPage, 'url'>);

/** Reasons for which a page has no content. */
export type SkipCode =
  | SourceErrorCode
  | 'noindex'
  | 'duplicate'
  | 'other_site'
  | 'excluded'
  | 'trap'
  | 'sitemap'
  /** A limit of the crawl was reached before it. */
  | 'limit';

/** A page, or a sitemap, that was left out. */
export interface Skipped {
  readonly url: string;
  readonly code: SkipCode;
  /** A sentence. */
  readonly reason: string;
}

/** Takes part in a crawl. */
export interface SiteHooks {
  readonly signal: AbortSignal;
  /** Waits for a host that wants to be asked slowly, while others have the place of the crawl. */
  readonly aside?: Aside;
  readonly reader: Reader;
  /** Finds the data of a page from the crawl before. */
  known?(url: string): KnownPage | undefined | Promise<KnownPage | undefined>;
  /** Takes the pages one by one, in order. The crawl waits for it. */
  onPage(page: SitePage): Promise<void>;
  onProgress?(progress: { readonly done: number; readonly total: number; readonly unit: 'pages' }): void;
  /**
   * Asked after each page: the crawl takes what it has begun to fetch, stops, and can continue from `rest`. With it, the
   * crawl also stops if the host asks it to wait for long: `wait` of the summary.
   */
  pause?(): boolean;
  /** Offered after each page: where the crawl could continue. The state is valid until the promise resolves. */
  kept?(state: () => SiteState): Promise<void>;
  /** State in which an earlier call stopped. */
  readonly rest?: SiteState | undefined;
}

/** A crawl that is not over, as JSON can carry it: a few megabytes at most. */
export interface SiteState {
  readonly origin: string;
  /** The address of the first page. */
  readonly start: string;
  readonly aliases: readonly string[];
  readonly frontier: FrontierState;
  /** The start of the hash of each text so far. */
  readonly hashes: readonly string[];
  readonly counts: SiteCounts;
  readonly skipped: readonly Skipped[];
  readonly truncated: string | null;
}

/** Numbers of a crawl so far. */
export interface SiteCounts {
  /** Pages with content, and the ones among them that were not sent again or had the same text. */
  pages: number;
  unchanged: number;
  /** Pages that were asked for. */
  visits: number;
  /** Pages that were left out, including those not listed, in all and by code. */
  skipped: number;
  left: Readonly<Partial<Record<SkipCode, number>>>;
  /** Pages that were asked for again. */
  retries: number;
  /** Pages with the text of another one. */
  duplicates: number;
  /** Failures in a row that may pass. */
  failures: number;
  /** Times in a row that the host asked to wait for long. */
  waits: number;
}

/** Result of a crawl. */
export interface SiteSummary extends Pick<SiteCounts, 'pages' | 'unchanged' | 'left'> {
  /** The first 1,000, at most 100 of a code. */
  readonly skipped: readonly Skipped[];
  readonly skippedCount: number;
  /** A sentence about what stopped the crawl before the site ended; null if it is complete. */
  readonly truncated: string | null;
  /** State from which to continue; null if the crawl is over. */
  readonly rest: SiteState | null;
  /** Time in ms that the host asked to wait before that; 0 if it didn't. */
  readonly wait: number;
}

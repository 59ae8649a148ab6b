import type { SiteState } from '../../../../crawl/site/site-types.ts';
import type { Warning } from '../../../../extract/document.ts';
import type { SyncFacts } from '../schema.ts';

/** What making a version has counted. */
export interface Counted {
  readonly facts: { -readonly [Name in keyof SyncFacts]: number };
  readonly warnings: Warning[];
  readonly problems: string[];
  readonly seen: Set<string>;
}

/** How far a crawl is. */
export interface Head extends Pick<Counted, 'facts' | 'warnings' | 'problems'> {
  readonly version: number;
  /** The version that serves; what is staged replaces its documents. */
  readonly base: number;
  readonly settings: string;
  readonly requests: number;
  readonly began: number;
  /** How many parts the lists have. */
  readonly parts: number;
  readonly staged: number;
  readonly position: number;
  readonly written: number;
  /** The number of the next chunk, and that of the first one which isn't indexed. */
  readonly nextChunk: number;
  readonly unindexed: number;
  /** The state without its lists; null if all is read. */
  readonly site: (Omit<SiteState, 'frontier' | 'hashes' | 'skipped'> & { readonly next: number }) | null;
  /** Whether the version differs from the one that serves, once all is read. */
  readonly differs: boolean;
}

/** What staging and comparing have done so far. */
export type Position = Pick<Head, 'staged' | 'position' | 'written' | 'nextChunk' | 'unindexed'>;

/** What a crawl uses to be continued. */
export interface Checkpoints {
  readonly rest: SiteState | undefined;
  kept(state: () => SiteState): Promise<void>;
  /** Whether this job has crawled for long enough. */
  pause(): boolean;
  /** Stores where the crawl goes on; it waits for so many ms before. */
  stop(rest: SiteState, wait: number): Promise<void>;
}

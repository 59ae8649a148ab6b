import type { SiteState } from '../../../../crawl/site/site-types.ts';
import type { Warning } from '../../../../extract/document.ts';
import type { SyncFacts } from '../schema.ts';

/** Counts and lists of making a version. */
export interface Counted {
  readonly facts: { -readonly [Name in keyof SyncFacts]: number };
  readonly warnings: Warning[];
  readonly problems: string[];
  readonly seen: Set<string>;
}

/** State of a crawl. */
export interface Head extends Pick<Counted, 'facts' | 'warnings' | 'problems'> {
  readonly version: number;
  /** The version that serves; what is staged replaces its documents. */
  readonly base: number;
  readonly settings: string;
  readonly requests: number;
  readonly began: number;
  /** Number of parts of the lists. */
  readonly parts: number;
  readonly staged: number;
  readonly position: number;
  readonly written: number;
  /** The number of the next chunk, and that of the first one which isn't indexed. */
  readonly nextChunk: number;
  readonly unindexed: number;
  /** The state without its lists; null if all is read. */
  readonly site: (Omit<SiteState, 'frontier' | 'hashes' | 'skipped'> & { readonly next: number }) | null;
  /** True if the version differs from the one that serves, once everything is read. */
  readonly differs: boolean;
}

/** Progress of staging and comparing. */
export type Position = Pick<Head, 'staged' | 'position' | 'written' | 'nextChunk' | 'unindexed'>;

/** Functions that stop a crawl and continue it. */
export interface Checkpoints {
  readonly rest: SiteState | undefined;
  kept(state: () => SiteState): Promise<void>;
  /** True if this job has crawled for long enough. */
  pause(): boolean;
  /** Stores where the crawl goes on; it waits for so many ms before. */
  stop(rest: SiteState, wait: number): Promise<void>;
}

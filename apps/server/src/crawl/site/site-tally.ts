import { SourceFailure } from '../../extract/document.ts';
import { failure } from '../problems.ts';
import type { Refusal } from './frontier.ts';
import type { SiteCounts, SiteState, SiteSummary, SkipCode, Skipped } from './site-types.ts';

/** Max pages without content that are listed, in all and with one code. */
const maxSkipped = 1_000;
const maxSkippedOfCode = 100;

/** Characters of a hash that tell the texts of a site apart. */
const hashLength = 32;

/** Max pages with one short text: those of a site may be alike, those of a trap are without end. */
const maxAlike = 20;

/** Sentences about addresses that are not visited. */
const refusals: Readonly<Record<Exclude<Refusal, 'full'>, string>> = {
  too_long: 'The address is too long.',
  repeats: 'The path of the address repeats itself, or has more than 20 parts.',
  too_many_queries: 'Too many pages differ only in what follows the question mark.',
  calendar: 'The address is one of too many that differ only in a date.',
  sorting: 'The address is one of too many that show the same in another order or form.',
  filters: 'The address is one of too many that combine the filters of one page.',
  sessions: 'The address is one of too many that differ only in what names a visit.',
};

/** State from which a crawl continues. */
type Rest = Pick<SiteState, 'origin' | 'aliases' | 'frontier'>;

/** Results of a crawl so far. */
export interface Tally {
  /** The address of the first page. */
  readonly start: string;
  readonly counts: SiteCounts;
  /** Notes that a page is left out. */
  skip(url: string, code: SkipCode, reason: string): void;
  /** Number of pages left out with a code. */
  countOf(code: SkipCode): number;
  /** Notes that an address is not visited. */
  refuse(url: string, refusal: Refusal): void;
  /** Notes why the crawl isn't complete; the first reason stays. */
  truncate(sentence: string): void;
  /** Notes a text; returns whether it is the first of its kind, or one of the first 20 if it is short. */
  isNew(hash: string, isShort: boolean): boolean;
  /** The sentence about what stopped the crawl. */
  truncated(): string | null;
  /** Notes why the first page has no content. */
  blame(problem: unknown): void;
  /** The state of a crawl that isn't over. */
  state(rest: Rest): SiteState;
  /** Sums up. Throws a `SourceFailure` if a crawl that is over has found nothing. */
  summary(rest: Rest | null, wait?: number): SiteSummary;
}

/** Creates a tally, empty or as it was. */
export function createTally(start: string, earlier?: SiteState): Tally {
  const skipped: Skipped[] = [...(earlier?.skipped ?? [])];
  const left: Partial<Record<SkipCode, number>> = { ...earlier?.counts.left };
  const counts: SiteCounts = { ...none(), ...earlier?.counts, left };
  const hashes = [...(earlier?.hashes ?? [])];
  const ofHash = new Map<string, number>();
  for (const hash of hashes) ofHash.set(hash, (ofHash.get(hash) ?? 0) + 1);
  let truncated = earlier?.truncated ?? null;
  let first: unknown;

  const skip = (url: string, code: SkipCode, reason: string) => {
    counts.skipped += 1;
    const count = left[code] ?? 0;
    left[code] = count + 1;
    if (count >= maxSkippedOfCode || skipped.length >= maxSkipped) return;
    skipped.push({ url, code, reason });
  };
  const truncate = (sentence: string) => {
    truncated ??= sentence;
  };

  const state = (rest: Rest): SiteState => ({
    ...{ ...rest, start, hashes: [...hashes], counts: { ...counts, left: { ...left } } },
    ...{ skipped: [...skipped], truncated },
  });

  return {
    start,
    counts,
    skip,
    countOf: (code) => left[code] ?? 0,
    truncated: () => truncated,
    truncate,
    refuse: (url, refusal) => {
      if (refusal === 'full') truncate('The site has more addresses than a crawl remembers: 50,000 or 8 MiB.');
      else skip(url, 'trap', refusals[refusal]);
    },
    isNew: (hash, isShort) => {
      const start = hash.slice(0, hashLength);
      const count = ofHash.get(start) ?? 0;
      const isNew = count < (isShort ? maxAlike : 1);
      if (!isNew) return false;
      ofHash.set(start, count + 1);
      hashes.push(start);
      return true;
    },
    blame: (problem) => {
      first = problem;
    },
    state,
    summary: (rest, wait = 0) => {
      if (rest === null && counts.pages === 0) throw nothing(start, first);
      const { pages, unchanged } = counts;
      return {
        pages,
        unchanged,
        left: { ...left },
        skipped: [...skipped],
        skippedCount: counts.skipped,
        truncated,
        rest: rest === null ? null : state(rest),
        wait,
      };
    },
  };
}

const none = (): SiteCounts => ({
  ...{ pages: 0, unchanged: 0, visits: 0, skipped: 0, left: {}, retries: 0 },
  ...{ duplicates: 0, failures: 0, waits: 0 },
});

/** The failure of a site without content: that of its first page if that failed. */
function nothing(start: string, first: unknown): unknown {
  if (first instanceof SourceFailure) return first;
  const { host } = new URL(start);
  const why = first instanceof Error ? ` ${first.message}` : '';
  return failure('nothing_found', `No page of ${host} has content.${why}`, {
    hint: 'Check the address and the patterns. The list of skipped pages says why each has none.',
  });
}

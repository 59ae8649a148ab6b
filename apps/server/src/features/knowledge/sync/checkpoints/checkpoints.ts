import type { SiteState } from '../../../../crawl/site/site-types.ts';
import { SourceFailure } from '../../../../extract/document.ts';
import type { ComparisonNeeds } from '../stage/version-comparison.ts';
import * as store from './checkpoint-store.ts';
import type { Counted, Head, Position } from './head-schema.ts';

/** After how many pages, or ms, a crawl is stored, so that another attempt continues from there. */
const every = { pages: 25, ms: 15_000 } as const;

/** Time in ms for which a job crawls before other crawls have their turn. */
const portionMs = 10 * 60_000;

/** Max duration of a crawl, in ms: 10,000 pages with a delay of 30 s take half of it. */
const maxCrawlMs = 7 * 24 * 3_600_000;

/** Max characters of the lists in one part of a checkpoint; one page may have more. */
const partCharacters = 128 * 1024;

type Lists = Pick<SiteState, 'hashes' | 'skipped'> & {
  readonly urls: readonly string[];
  readonly depths: readonly number[];
  /** The keys of the documents that were read. */
  readonly seen: readonly string[];
};

/** Dependencies of checkpoints. */
interface Needs extends ComparisonNeeds {
  readonly counted: Counted;
  readonly head: Head | undefined;
  readonly rest: SiteState | undefined;
  /** Writes what has come together, and says how far it is. */
  settle(): Promise<Position>;
}

/** Reads the lists of a crawl that goes on, and the keys of its documents. */
export async function readRest(of: Pick<ComparisonNeeds, 'db' | 'workspace' | 'id'>, head: Head) {
  const { db, workspace, id: source } = of;
  const all = { urls: [] as string[], depths: [] as number[], hashes: [] as string[], seen: [] as string[] };
  const skipped: SiteState['skipped'][number][] = [];
  for (let part = 0; part < head.parts; part += 1) {
    const content = await store.readPart(db, workspace, { source, version: head.version, part });
    if (content === undefined) throw new Error('A part of a checkpoint is missing.');
    const lists = JSON.parse(content) as Lists;
    for (const name of ['urls', 'hashes', 'seen'] as const) for (const each of lists[name]) all[name].push(each);
    for (const depth of lists.depths) all.depths.push(depth);
    for (const each of lists.skipped) skipped.push(each);
  }
  const { urls, depths, hashes, seen } = all;
  if (head.site === null) return { seen, rest: undefined };
  const { next, ...site } = head.site;
  return { seen, rest: { ...site, hashes, skipped, frontier: { urls, depths, next } } satisfies SiteState };
}

/** Stores how far a crawl is, with what came since the last time. */
export function createCheckpoints({ db, workspace, id, source, staging, now, ...needs }: Needs) {
  const { counted, head, rest, settle } = needs;
  const began = head?.began ?? now();
  const started = now();
  let [parts, last] = [head?.parts ?? 0, started];
  /** Pages that were visited since the last time. */
  let pages = 0;
  let stored = lengths(rest, counted.seen);
  let wait: number | undefined;

  const saveHead = async (of: Pick<Head, 'site' | 'differs'>, position: Position): Promise<void> => {
    const { facts, warnings } = counted;
    const made: Head = {
      ...{ version: source.next, base: source.version, settings: source.settingsText, requests: source.requests },
      ...{ began, parts, facts, warnings, problems: counted.problems.slice(0, 3), ...position, ...of },
    };
    const gone = () => new Error('unreachable: staging proves that the source is there');
    await staging.write([store.saveHead(db, workspace, { source: id, version: source.next, head: made }, gone)]);
  };

  const save = async (state: SiteState): Promise<void> => {
    const position = await settle();
    const { frontier, hashes, skipped, ...site } = state;
    for (const lists of divide(listsSince(state, [...counted.seen], stored))) {
      const content = JSON.stringify(lists);
      await staging.write([store.savePart(db, workspace, { source: id, version: source.next, part: parts, content })]);
      parts += 1;
    }
    stored = lengths(state, counted.seen);
    [pages, last] = [0, now()];
    await staging.progress(progressOf(state, source.settings.maxPages));
    await saveHead({ site: { ...site, next: frontier.next }, differs: false }, position);
  };

  return {
    rest,
    kept: async (state: () => SiteState): Promise<void> => {
      if (now() - began > maxCrawlMs) throw tooLong();
      pages += 1;
      // The state is a copy of lists as long as the crawl, so it isn't made for each page.
      if (pages >= every.pages || now() - last >= every.ms) await save(state());
    },
    pause: () => now() - started >= portionMs,
    stop: async (state: SiteState, ms: number): Promise<void> => {
      wait = ms;
      await save(state);
    },
    /** Time in ms to wait before the crawl continues; undefined if it is over. */
    waiting: () => wait,
    /** Stores that all is read, so that another attempt only has to index and swap. */
    complete: (differs: boolean, position: Position) => saveHead({ site: null, differs }, position),
  };
}

/** Progress of a crawl. The total counts each waiting address as a page. */
function progressOf({ counts, frontier }: SiteState, maxPages: number | null) {
  const waiting = frontier.depths.slice(frontier.next).filter((depth) => depth >= 0).length;
  const total = Math.min(maxPages ?? Number.POSITIVE_INFINITY, counts.pages + waiting);
  return { done: counts.pages, total, unit: 'pages' };
}

const tooLong = () =>
  new SourceFailure('sync_timeout', {
    message: `The crawl took longer than ${maxCrawlMs / 24 / 3_600_000} days.`,
    hint: 'Read less at once: set maxPages, include or exclude, or divide the source.',
    retry: false,
  });

const lengths = (state: SiteState | undefined, seen: ReadonlySet<string>) => ({
  urls: state?.frontier.urls.length ?? 0,
  hashes: state?.hashes.length ?? 0,
  skipped: state?.skipped.length ?? 0,
  seen: seen.size,
});

/** Results of a crawl since then. Its lists only grow. */
const listsSince = (
  { frontier, hashes, skipped }: SiteState,
  seen: readonly string[],
  since: ReturnType<typeof lengths>,
): Lists => ({
  urls: frontier.urls.slice(since.urls),
  depths: frontier.depths.slice(since.urls),
  hashes: hashes.slice(since.hashes),
  skipped: skipped.slice(since.skipped),
  seen: seen.slice(since.seen),
});

/** Divides lists into parts: one sitemap may name 50,000 addresses. */
function* divide({ urls, depths, ...rest }: Lists): Generator<Lists> {
  let [from, characters] = [0, 0];
  for (const [index, url] of urls.entries()) {
    characters += url.length;
    if (characters < partCharacters) continue;
    const part = { urls: urls.slice(from, index + 1), depths: depths.slice(from, index + 1) };
    [from, characters] = [index + 1, 0];
    yield { ...part, hashes: [], skipped: [], seen: [] };
  }
  yield { urls: urls.slice(from), depths: depths.slice(from), ...rest };
}

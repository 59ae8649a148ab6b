import { SourceFailure } from '../../extract/document.ts';
import { crawlLimits } from '../limits.ts';
import type { Extract } from '../page.ts';
import { HostBusy } from '../problems.ts';
import type { Requests } from '../requests.ts';
import { fetchRobots } from '../robots/robots.ts';
import { readSitemaps } from '../sitemaps/sitemaps.ts';
import { createFrontier, type Entry, type Frontier } from './frontier.ts';
import { createPageProcessor } from './page-processor.ts';
import { createRules, type SiteRules } from './site-rules.ts';
import { startSite } from './site-start.ts';
import { createTally, type Tally } from './site-tally.ts';
import type { SiteHooks, SiteSettings, SiteState, SiteSummary } from './site-types.ts';
import { look, type Visit, type VisitParts, visit } from './visit.ts';

/** Dependencies of a crawl of a site. */
export interface SiteParts {
  readonly requests: Requests;
  readonly extract: Extract;
}

/** A crawl that is under way. */
interface Crawl {
  readonly rules: SiteRules;
  readonly frontier: Frontier;
  readonly tally: Tally;
  /** Addresses of the sitemap that the patterns leave out. */
  readonly excluded?: readonly string[];
  /** The first page, which is read already. */
  readonly first?: { readonly entry: Entry; readonly visit: Promise<Visit> };
}

/** Crawls a site. Rejects with a `SourceFailure`, with the reason of the signal, or with an error of a hook. */
export async function crawlSite(parts: SiteParts, settings: SiteSettings, hooks: SiteHooks): Promise<SiteSummary> {
  const controller = new AbortController();
  const stop = () => controller.abort(hooks.signal.reason);
  hooks.signal.throwIfAborted();
  hooks.signal.addEventListener('abort', stop, { once: true });
  const { signal } = controller;
  const visiting = { ...parts, hooks, signal };
  try {
    const crawl = await (hooks.rest === undefined ? begin(visiting, settings) : resume(visiting, settings, hooks.rest));
    return await run(crawl, visiting, hooks);
  } finally {
    hooks.signal.removeEventListener('abort', stop);
    // Ends the requests of pages that are not wanted any more.
    controller.abort(new Error('The crawl is over.'));
  }
}

/** Max addresses of sitemaps that are listed because the patterns leave them out. */
const maxExcluded = 10_000;

type Visiting = Omit<VisitParts, 'rules' | 'start'>;

async function begin(parts: Visiting, settings: SiteSettings): Promise<Crawl> {
  const { requests, signal } = parts;
  const { site, robots, address, page } = await startSite(requests, settings.url, signal);
  const rules = createRules(settings, site, robots);
  const frontier = createFrontier();
  const tally = createTally(address);
  const refusal = frontier.add(address, 0);
  if (refusal !== undefined) tally.refuse(address, refusal);
  const entry = frontier.take() ?? { url: address, depth: 0 };
  const first = firstVisit(page, { ...parts, rules, start: address }, entry);
  const excluded = new Set<string>();
  await readSitemaps(
    requests,
    { origin: site.origin, named: robots.sitemaps },
    {
      signal,
      rate: rules.rate,
      onPage: (url) => {
        const found = rules.addressOf(url, address);
        const other = found === undefined ? rules.excludedOf(url, address) : undefined;
        if (other !== undefined && excluded.size < maxExcluded) excluded.add(other);
        const refused = found === undefined ? undefined : frontier.add(found, 0);
        if (refused !== undefined) tally.refuse(found ?? url, refused);
        return refused !== 'full';
      },
      onProblem: (url, { message }) => tally.skip(url, 'sitemap', message),
    },
  );
  return { rules, frontier, tally, excluded: [...excluded], first: { entry, visit: first } };
}

async function firstVisit(page: Awaited<ReturnType<typeof startSite>>['page'], parts: VisitParts, { url }: Entry) {
  const known = await parts.hooks.known?.(url);
  if (!(page instanceof SourceFailure)) return look(page, { known, parts });
  return { address: url, content: { kind: 'none', problem: page, known }, links: known?.links ?? [] } as const;
}

async function resume(parts: Visiting, settings: SiteSettings, rest: SiteState): Promise<Crawl> {
  const { origin, aliases, start } = rest;
  const robots = await fetchRobots(parts.requests, origin, parts.signal);
  const rules = createRules(settings, { origin, aliases }, robots);
  return { rules, frontier: createFrontier(rest.frontier), tally: createTally(start, rest) };
}

/** Visits a few pages at the same time, and takes them in the order of the frontier, so that a site has one order. */
async function run(
  { rules, frontier, tally, first, excluded = [] }: Crawl,
  visiting: Visiting,
  hooks: SiteHooks,
): Promise<SiteSummary> {
  const parts = { ...visiting, rules, start: tally.start };
  const { take, isOver, leaveRest, exclude } = createPageProcessor({ rules, frontier, tally, hooks });
  for (const url of excluded) exclude(url);
  let round = 1;
  const underWay: { readonly entry: Entry; readonly visit: Promise<Visit> }[] = first === undefined ? [] : [first];
  const startMore = () => {
    while (underWay.length < rules.rate.atOnce) {
      const entry = frontier.take();
      if (entry === undefined) return;
      const attempt = frontier.attempts(entry.url);
      // The first page that is asked for again begins a round, after a rest.
      if (attempt > round) parts.requests.rest(entry.url, attempt - 1);
      round = Math.max(round, attempt);
      const started = visit(entry, parts);
      // It may fail before its turn comes.
      started.catch(() => undefined);
      underWay.push({ entry, visit: started });
    }
  };
  const tell = (left: number) => {
    const { pages } = tally.counts;
    hooks.onProgress?.({ done: pages, total: Math.min(rules.maxPages, pages + left), unit: 'pages' });
  };
  const restFrom = (entry: Entry | undefined) => ({ ...rules.site, frontier: frontier.state(entry) });
  for (let isPaused = false; ; isPaused ||= hooks.pause?.() === true) {
    if (!isPaused) startMore();
    const next = underWay.shift();
    if (next === undefined) return tally.summary(frontier.waiting() === 0 ? null : restFrom(undefined));
    const visited = await next.visit;
    const wait = waitOf(visited, tally, hooks);
    if (wait > 0) return tally.summary(restFrom(next.entry), wait);
    await take(next.entry, visited);
    const left = frontier.waiting() + underWay.length;
    tell(left);
    if (isOver(left)) {
      leaveRest(underWay.map(({ entry }) => entry));
      return tally.summary(null);
    }
    await hooks.kept?.(() => tally.state(restFrom(underWay[0]?.entry)));
  }
}

/** Max times in a row that a crawl is interrupted because its host asks for it; then the page has failed. */
const maxWaits = 3;

/** Time in ms that the host asks the crawl to wait; 0 if it doesn't, or too often. */
function waitOf({ content }: Visit, { counts }: Tally, { pause }: SiteHooks): number {
  if (pause === undefined) return 0;
  const isAsked = content.kind === 'none' && content.problem instanceof HostBusy && counts.waits < maxWaits;
  if (!isAsked) {
    if (content.kind !== 'none') counts.waits = 0;
    return 0;
  }
  counts.waits += 1;
  return Math.min(content.problem.wait, crawlLimits.longWait);
}

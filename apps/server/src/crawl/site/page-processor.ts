import { failure, HostBusy, isTemporary } from '../problems.ts';
import { isOfVisit } from './endless-shapes.ts';
import type { Entry, Frontier } from './frontier.ts';
import type { SiteRules } from './site-rules.ts';
import type { Tally } from './site-tally.ts';
import type { KnownPage, SiteHooks, SitePage } from './site-types.ts';
import { LeftOut, type Visit } from './visit.ts';

/** Failures in a row after which the site counts as down. */
const maxFailures = 10;

/** Pages with the text of another one whose links are followed. Beyond it they are taken for a trap. */
const maxDuplicates = 50;

/** Max visits of a page that fails for a reason that may pass, and max such pages of a crawl that are visited again. */
const maxAttempts = { page: 3, crawl: 200 } as const;

/** Characters of a text below which pages with the same text are pages of their own. */
const shortText = 400;

/** Max addresses that are remembered because they are left out. */
const maxLeftOut = 50_000;

/** Pages that took too much time or memory to be read, after which the rest of the site isn't read. */
const maxCostly = 10;

/** Dependencies of taking pages. */
interface PageProcessorParts {
  readonly rules: SiteRules;
  readonly frontier: Frontier;
  readonly tally: Tally;
  readonly hooks: SiteHooks;
}

/** Takes visited pages one by one: passes their content on, and their links to the frontier. */
export function createPageProcessor({ rules, frontier, tally, hooks }: PageProcessorParts) {
  const { counts } = tally;
  const { origin } = rules.site;
  const maxVisits = rules.maxPages * 3 + 100;
  const leftOut = new Set<string>();

  /** Lists an address that isn't visited, once. */
  const leave = (url: string, code: 'excluded' | 'limit', reason: string) => {
    if (leftOut.has(url) || leftOut.size >= maxLeftOut) return;
    leftOut.add(url);
    tally.skip(url, code, reason);
  };

  const follow = (depth: number, links: readonly string[]) => {
    if (depth >= rules.maxDepth) {
      const deeper = links.map((path) => `${origin}${path}`).filter((url) => !frontier.has(url));
      const reason = `Links more than ${rules.maxDepth} steps from the start were not followed.`;
      for (const url of deeper) leave(url, 'limit', reason);
      if (deeper.length > 0) tally.truncate(reason);
      return;
    }
    for (const path of links) {
      const refusal = frontier.add(`${origin}${path}`, depth + 1);
      if (refusal !== undefined) tally.refuse(`${origin}${path}`, refusal);
    }
  };

  /** Puts a page that failed for a reason which may pass at the end of the crawl; returns whether it did. */
  const postpone = (entry: Entry, problem: Error): boolean => {
    const isWorth = isTemporary(problem) && !(problem instanceof HostBusy);
    if (!isWorth || frontier.attempts(entry.url) >= maxAttempts.page || counts.retries >= maxAttempts.crawl)
      return false;
    counts.retries += 1;
    frontier.again(entry);
    return true;
  };

  const countFailure = (problem: Error) => {
    counts.failures = isTemporary(problem) ? counts.failures + 1 : 0;
    if (counts.failures >= maxFailures) throw down(problem);
  };

  /** Counts a page without content. Its earlier content stays if what is wrong may pass. */
  const takeNone = async (entry: Entry, { content, links }: Visit) => {
    if (content.kind !== 'none') return;
    const { url } = entry;
    const { problem, known } = content;
    if (url === tally.start) tally.blame(problem);
    // Failures of pages that are asked for again stand in a row without saying anything about the site.
    if (frontier.attempts(url) === 1) countFailure(problem);
    if (postpone(entry, problem)) return;
    tally.skip(url, problem.code, problem.message);
    if (isTemporary(problem) && known !== undefined) await keep(url, known, links);
  };

  /** Passes on that the earlier content of a page stays. */
  const keep = async (url: string, { hash, etag, lastModified }: KnownPage, links: readonly string[]) => {
    if (!tally.isNew(hash, true)) return;
    await pass({ unchanged: true, isKept: true, url, etag, lastModified, links, position: counts.pages });
  };

  const pass = async (page: SitePage) => {
    await hooks.onPage(page);
    counts.pages += 1;
    if (page.unchanged) counts.unchanged += 1;
  };

  const takeContent = async (address: string, { content, links }: Visit): Promise<boolean> => {
    if (content.kind === 'none') return true;
    const hash = content.kind === 'read' ? content.page.hash : content.hash;
    // An unchanged page was a page of its own before.
    const isShort =
      content.kind === 'unchanged' || (content.page.document.text.length < shortText && !isOfVisit(address));
    if (!tally.isNew(hash, isShort)) {
      counts.duplicates += 1;
      tally.skip(address, 'duplicate', 'The page has the same text as another one.');
      return counts.duplicates <= maxDuplicates;
    }
    const page = { url: address, position: counts.pages, links };
    if (content.kind === 'read') await pass({ ...content.page, ...page });
    else await pass({ unchanged: true, isKept: false, ...content.validators, ...page });
    return true;
  };

  return {
    take: async (entry: Entry, visit: Visit): Promise<void> => {
      const { address, content, links, canonical } = visit;
      counts.visits += 1;
      if (address !== entry.url && !frontier.note(address)) {
        tally.skip(entry.url, 'duplicate', `The page redirects to ${address}.`);
        return;
      }
      // The first page is read for its links, even if the patterns leave it out.
      const isWanted = rules.isWanted(address);
      if (content.kind === 'none') await takeNone(entry, visit);
      else counts.failures = 0;
      const isWorthwhile = !isWanted || (await takeContent(address, visit));
      if (!isWanted && content.kind !== 'none')
        tally.blame(new LeftOut('excluded', 'The patterns leave out what was found.'));
      for (const url of visit.excluded ?? []) leave(url, 'excluded', excluded);
      if (isWorthwhile)
        follow(entry.depth, canonical === undefined ? links : [canonical.slice(origin.length), ...links]);
    },
    /** Lists addresses that a limit of the crawl leaves out. */
    leaveRest: (entries: readonly Entry[]): void => {
      const reason = tally.truncated() ?? '';
      const rest = [...entries];
      for (let entry = frontier.take(); entry !== undefined; entry = frontier.take()) rest.push(entry);
      for (const { url } of rest) leave(url, 'limit', reason);
    },
    /** Lists an address that the patterns leave out. */
    exclude: (url: string): void => leave(url, 'excluded', excluded),
    /** True if a limit ends the crawl, with `left` pages to visit. */
    isOver: (left: number): boolean => {
      if (left === 0) return false;
      if (counts.pages >= rules.maxPages)
        tally.truncate(`The site has more pages than the limit of ${rules.maxPages}.`);
      else if (counts.visits >= maxVisits)
        tally.truncate(`The crawl stopped after ${maxVisits} addresses; most of them had nothing new.`);
      else if (tally.countOf('parse_timeout') + tally.countOf('too_complex') >= maxCostly)
        tally.truncate(`The crawl stopped after ${maxCostly} pages that took too much time or memory to be read.`);
      else return false;
      return true;
    },
  };
}

const excluded = 'The patterns leave it out.';

const down = ({ message }: Error) =>
  failure('unreachable', `The site failed ${maxFailures} times in a row. ${message}`, {
    hint: 'The earlier content stays. Check that the site is up, then sync again.',
    retry: true,
  });

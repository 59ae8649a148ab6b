import { failure, isTemporary } from '../problems.ts';
import type { Entry, Frontier } from './frontier.ts';
import type { SiteRules } from './site-rules.ts';
import type { Tally } from './site-tally.ts';
import type { SiteHooks, SitePage } from './site-types.ts';
import { LeftOut, type Visit } from './visit.ts';

/** Failures in a row after which the site counts as down. */
const maxFailures = 10;

/** Pages with the text of another one whose links are followed. Beyond it they are taken for a trap. */
const maxDuplicates = 50;

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

  const follow = (depth: number, links: readonly string[]) => {
    if (depth >= rules.maxDepth) {
      const isDeeper = links.some((path) => !frontier.has(`${origin}${path}`));
      if (isDeeper) tally.truncate(`Links more than ${rules.maxDepth} steps from the start were not followed.`);
      return;
    }
    for (const path of links) {
      const refusal = frontier.add(`${origin}${path}`, depth + 1);
      if (refusal !== undefined) tally.refuse(`${origin}${path}`, refusal);
    }
  };

  /** Counts a page without content. Its earlier content stays if what is wrong may pass. */
  const takeNone = async ({ url }: Entry, { content, links }: Visit) => {
    if (content.kind !== 'none') return;
    const { problem, known } = content;
    if (url === tally.start) tally.blame(problem);
    tally.skip(url, problem.code, problem.message);
    counts.failures = isTemporary(problem) ? counts.failures + 1 : 0;
    if (counts.failures === 0) return;
    if (counts.failures >= maxFailures) throw down(problem);
    if (known === undefined || !tally.isNew(known.hash)) return;
    const { etag, lastModified } = known;
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
    if (!tally.isNew(hash)) {
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
      if (isWorthwhile)
        follow(entry.depth, canonical === undefined ? links : [canonical.slice(origin.length), ...links]);
    },
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

const down = ({ message }: Error) =>
  failure('unreachable', `The site failed ${maxFailures} times in a row. ${message}`, {
    hint: 'The earlier content stays. Check that the site is up, then sync again.',
    retry: true,
  });

import { pace } from '../../scheduling/pace.ts';
import { readAddress, type Site } from '../addresses.ts';
import type { Rate } from '../hosts.ts';
import { crawlLimits } from '../limits.ts';
import type { PageLinks } from '../page-links.ts';
import type { Robots } from '../robots/robots-rules.ts';
import { compileGlobs } from './globs.ts';
import type { SiteSettings } from './site-types.ts';

/** Max links of a page that are kept. */
const maxLinks = 1_000;

/** Links after which the event loop gets its share. */
const linksAtOnce = 100;

/** Pages of the site that a page links to, in order. */
export interface LinkedPages {
  readonly paths: readonly string[];
  readonly excluded: readonly string[];
}

/** Rules and limits of a crawl. */
export interface SiteRules {
  readonly site: Site;
  readonly robots: Robots;
  readonly rate: Rate;
  readonly maxPages: number;
  readonly maxDepth: number;
  /** True if the patterns include a page of the site. */
  isWanted(address: string): boolean;
  /** The address of a page of the site that is wanted; undefined for any other. */
  addressOf(href: string, base: string): string | undefined;
  /** The address of a page of the site that the patterns leave out; undefined for any other. */
  excludedOf(href: string, base: string): string | undefined;
  /** The paths of the wanted pages that a page links to, and the addresses that the patterns leave out, each once. */
  pathsOf(links: Pick<PageLinks, 'links' | 'base' | 'nofollow'>): Promise<LinkedPages>;
}

/** Puts the settings, the site and its robots.txt together. */
export function createRules(settings: SiteSettings, site: Site, robots: Robots): SiteRules {
  const { include = [], exclude = [], maxPages = 500, maxDepth = 10 } = settings;
  const isIncluded = include.length === 0 ? () => true : compileGlobs(include);
  const isExcluded = compileGlobs(exclude);
  const isWanted = (address: string) => {
    const url = new URL(address);
    return isIncluded(url) && !isExcluded(url);
  };
  const addressOf = (href: string, base: string) => {
    const address = readAddress(site, href, base);
    return address !== undefined && isWanted(address) ? address : undefined;
  };
  const excludedOf = (href: string, base: string) => {
    const address = readAddress(site, href, base);
    return address !== undefined && !isWanted(address) ? address : undefined;
  };
  const delay = Math.min(robots.crawlDelay, crawlLimits.crawlDelay);
  return {
    site,
    robots,
    rate: { gap: Math.max(delay, crawlLimits.gap), atOnce: delay > 0 ? 1 : crawlLimits.atOncePerHost },
    maxPages: Math.min(maxPages, 10_000),
    maxDepth,
    isWanted,
    addressOf,
    excludedOf,
    pathsOf: async ({ links, base, nofollow }) => {
      const [paths, excluded] = [new Set<string>(), new Set<string>()];
      const add = (address: string) => {
        if (!isWanted(address)) excluded.add(address);
        else if (paths.size < maxLinks) paths.add(address.slice(site.origin.length));
      };
      for (const [index, link] of (nofollow ? [] : links).entries()) {
        if (index % linksAtOnce === 0) await pace.pause();
        const address = readAddress(site, link, base);
        if (address !== undefined) add(address);
      }
      return { paths: [...paths], excluded: [...excluded] };
    },
  };
}

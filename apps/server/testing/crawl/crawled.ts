import type { KnownPage, SiteHooks, SitePage, SiteSettings, SiteSummary } from '../../src/crawl/site/site-types.ts';
import type { Web } from './web.ts';

/** A crawl that has ended. */
export interface Crawled {
  readonly summary: SiteSummary;
  /** The pages with content, in order. */
  readonly pages: readonly SitePage[];
  /** The paths of `pages`. */
  readonly paths: readonly string[];
  /** Returns the facts that the next crawl gets about a page. */
  known(url: string): KnownPage | undefined;
}

/** Crawls `http://public.test/`. */
export async function crawl(
  web: Web,
  settings: Partial<SiteSettings> = {},
  hooks: Partial<SiteHooks> = {},
): Promise<Crawled> {
  const pages: SitePage[] = [];
  const { signal } = new AbortController();
  const reader = { account: 'acct_1' };
  const onPage = async (page: SitePage) => void pages.push(page);
  const summary = await web.crawler.site(
    { url: 'http://public.test/', ...settings },
    { signal, reader, onPage, ...hooks },
  );
  const known = new Map(
    pages.flatMap((page) => {
      const { url, etag, lastModified, links } = page;
      return page.unchanged ? [] : [[url, { etag, lastModified, links, hash: page.hash }] as const];
    }),
  );
  return {
    summary,
    pages,
    paths: pages.map(({ url }) => new URL(url).pathname + new URL(url).search),
    known: (url) => known.get(url),
  };
}

/** Returns the HTML of a page with links, whose text is its own. */
export const page = (text: string, ...links: readonly string[]): string =>
  `<title>${text}</title><p>${text}${links.map((link) => `<a href="${link}"></a>`).join('')}`;

// @module-tag pure

import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { crawl, page } from '../../../testing/crawl/crawled.ts';
import { startWeb, type Web } from '../../../testing/crawl/web.ts';
import { createFrontier, frontierLimits } from './frontier.ts';

let web: Web;
beforeEach(async () => {
  web = await startWeb();
});
afterEach(() => web.close());

const settle = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);
const random = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24);

/** Serves every path: with its HTML, or 404. */
const serveAll = (render: (url: URL) => string | undefined) =>
  web.world.serve((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(`http://${request.headers.host}${request.url}`);
    const html = /^\/(robots\.txt|sitemap)/.test(url.pathname) ? undefined : render(url);
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html);
  });

describe('a site that never ends', () => {
  test('stops at the number of pages, and says so', async () => {
    serveAll(({ pathname }) => page(pathname, ...[0, 1, 2].map((digit) => `/${random(`${pathname}${digit}`)}`)));
    const { paths, summary } = await crawl(web, { maxPages: 30 });
    expect(paths).toHaveLength(30);
    expect(summary.truncated).toBe('The site has more pages than the limit of 30.');
  });

  test('like a calendar, with a next month for ever, stops at the depth', async () => {
    serveAll(({ pathname }) => {
      const month = Number(pathname.split('/')[2] ?? 0);
      return page(pathname, `/calendar/${month + 1}`);
    });
    const { paths, summary } = await crawl(web);
    expect(paths).toEqual(['/', ...Array.from({ length: 10 }, (_, index) => `/calendar/${index + 1}`)]);
    expect(summary.truncated).toBe('Links more than 10 steps from the start were not followed.');
  });

  test('with a session in each path is recognised by its texts', async () => {
    let session = 0;
    serveAll(({ pathname }) => {
      session += 1;
      return page(
        pathname.endsWith('help') ? 'help' : 'home',
        `/${random(`${session}`)}/home`,
        `/${random(`${session}`)}/help`,
      );
    });
    const { paths, summary } = await crawl(web);
    expect(paths).toHaveLength(2);
    expect(summary.left).toEqual({ duplicate: 39, trap: 42 });
  });

  test('with sessions in parameters or after a semicolon has each page once', async () => {
    serveAll(({ pathname }) =>
      page(
        pathname,
        `/a;jsessionid=${random(pathname)}`,
        `/a?PHPSESSID=${random(pathname)}`,
        '/(S(lit3py55t21z5v55vlm25s55))/b',
      ),
    );
    expect((await crawl(web)).paths).toEqual(['/', '/a', '/b']);
  });

  test('with a growing path stops where it repeats', async () => {
    serveAll(({ pathname }) => page(pathname, `${pathname.replace(/\/$/, '')}/more`));
    const { paths, summary } = await crawl(web);
    expect(paths).toEqual(['/', '/more', '/more/more', '/more/more/more']);
    expect(summary.skipped).toMatchObject([{ code: 'trap' }]);
  });

  test('with a growing query stops after ten parameters', async () => {
    serveAll(({ pathname, search, searchParams }) =>
      page(pathname + search, `/?${searchParams}&p${searchParams.size}=1`),
    );
    const { paths } = await crawl(web, { maxDepth: 50 });
    expect(paths).toHaveLength(11);
  });

  test('of pages that differ only in their query stops after a hundred of them', async () => {
    serveAll(({ pathname, search }) =>
      search === ''
        ? page(pathname, ...Array.from({ length: 300 }, (_, index) => `/list?filter=${index}`))
        : page(search),
    );
    const { paths, summary } = await crawl(web);
    expect(paths).toHaveLength(1 + frontierLimits.queries);
    expect(summary.skipped[0]).toMatchObject({ code: 'trap' });
    expect(summary.skippedCount).toBe(200);
  });

  test('with addresses that get longer and longer stops at 2,048 characters', async () => {
    serveAll(({ pathname }) => page(pathname, `${pathname}${'x'.repeat(1_000)}`));
    expect((await crawl(web)).paths).toHaveLength(3);
  });

  test('stops after three times the limit if every page is missing', async () => {
    serveAll(({ pathname }) =>
      pathname === '/' ? page('home', ...Array.from({ length: 900 }, (_, index) => `/${index}`)) : undefined,
    );
    const { summary } = await crawl(web, { maxPages: 10 });
    expect(summary).toMatchObject({ pages: 1, skippedCount: 900, left: { http_error: 129, limit: 771 } });
    expect(summary.skipped).toHaveLength(200);
    expect(summary.truncated).toMatch(/^The crawl stopped after 130 addresses/);
  });

  test.each([
    ['a date', 'calendar', (at: number) => `/events/2026/${at}`],
    ['a date in a parameter', 'calendar', (at: number) => `/plan?month=2026-${at}`],
    ['their order', 'sorting', (at: number) => `/shop?sort=${at}`],
    ['their filters', 'filters', (at: number) => `/shop?color=${at}&size=${at}`],
    ['a visit in the path', 'sessions', (at: number) => `/s/${random(`${at}`)}/home`],
  ] as const)('in pages that differ only in %s stops, and says so', async (_, kind, address) => {
    const most = { calendar: 50, sorting: 5, filters: 20, sessions: 20 }[kind];
    const frontier = createFrontier();
    const refusals = Array.from({ length: 99 }, (_each, at) => frontier.add(`http://public.test${address(at + 1)}`, 1));
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(most);
    expect(new Set(refusals.slice(most))).toEqual(new Set([kind]));
  });

  test.each([
    ['products', (at: number) => `/product/${at + 10_000}`],
    ['posts by date', (at: number) => `/2026/05/${(at % 30) + 1}/post-${at}`],
    ['pages of a list', (at: number) => `/news/page/${at}`],
    ['articles with identifiers', (at: number) => `/articles/${random(`${at}`)}`],
  ])('is not a site of many %s', (_, address) => {
    const frontier = createFrontier();
    const refusals = Array.from({ length: 99 }, (_each, at) => frontier.add(`http://public.test${address(at)}`, 1));
    expect(refusals.filter((refusal) => refusal !== undefined)).toEqual([]);
  });

  test('in redirects is a redirect loop for each page, not for the site', async () => {
    web.serve({ '/': page('home', '/a'), '/a': [302, { location: '/b' }], '/b': [302, { location: '/a' }] });
    const { summary } = await crawl(web);
    expect(summary).toMatchObject({ pages: 1, skipped: [{ code: 'redirect_loop' }] });
  });
});

describe('a site that breaks', () => {
  const served = { '/': page('home', '/a', '/b'), '/a': page('a', '/a1'), '/a1': page('a1'), '/b': page('b') };

  test('in one page keeps its earlier content, and what lies behind it', async () => {
    web.serve(served);
    const { known } = await crawl(web);
    web.serve({ '/a': [500] });
    const { pages, summary } = await crawl(web, {}, { known });
    expect(pages).toMatchObject([
      { url: 'http://public.test/', unchanged: true, isKept: false },
      { url: 'http://public.test/b', unchanged: true },
      { url: 'http://public.test/a1', unchanged: true },
      { url: 'http://public.test/a', unchanged: true, isKept: true, links: ['/a1'] },
    ]);
    // It was asked for three times, after rests.
    expect(web.paths().filter((path) => path === '/a')).toHaveLength(4);
    expect(web.clock.now()).toBeGreaterThanOrEqual(15_000);
    expect(summary).toMatchObject({ pages: 4, unchanged: 4, skipped: [{ code: 'http_error' }] });
  });

  test('and loses a page loses it here, too', async () => {
    web.serve(served);
    const { known } = await crawl(web);
    web.serve({ '/a': [404] });
    expect((await crawl(web, {}, { known })).paths).toEqual(['/', '/b']);
  });

  test('for a moment has all of its pages', async () => {
    let times = 0;
    const broken = (_request: IncomingMessage, response: ServerResponse) => {
      times += 1;
      if (times <= 2) response.writeHead(502).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(page('a', '/a1'));
    };
    web.serve({ ...served, '/a': broken });
    const { paths, summary } = await crawl(web);
    expect(paths).toEqual(['/', '/b', '/a', '/a1']);
    expect(summary).toMatchObject({ skipped: [], skippedCount: 0 });
  });

  test('in many pages that are not one after another is not down', async () => {
    const links = Array.from({ length: 24 }, (_, index) => `/${index}`);
    const reply = (link: string, index: number) => [link, index % 2 === 0 ? ([500] as const) : page(link)] as const;
    web.serve({ '/': page('home', ...links), ...Object.fromEntries(links.map(reply)) });
    expect((await crawl(web)).summary).toMatchObject({ pages: 13, left: { http_error: 12 } });
  });

  test('with a time to come again is asked then', async () => {
    let times = 0;
    web.serve({
      '/': (_request, response) => {
        times += 1;
        if (times === 1) response.writeHead(500, { 'retry-after': '60' }).end();
        else response.writeHead(200, { 'content-type': 'text/html' }).end(page('home'));
      },
    });
    expect((await crawl(web)).paths).toEqual(['/']);
    expect(web.clock.now()).toBeGreaterThanOrEqual(60_000);
  });

  test('ten times in a row counts as down', async () => {
    const links = Array.from({ length: 40 }, (_, index) => `/${index}`);
    web.serve({ '/': page('home', ...links), ...Object.fromEntries(links.map((link) => [link, [500] as const])) });
    expect(await settle(crawl(web))).toMatchObject({ code: 'unreachable', retry: true });
    expect(web.paths().length).toBeLessThanOrEqual(12);
  });

  test('is waited for if it asks for it', async () => {
    let times = 0;
    web.serve({
      '/': page('home', '/a'),
      '/a': (_request, response) => {
        times += 1;
        if (times === 1) response.writeHead(503, { 'retry-after': '60' }).end();
        else response.writeHead(200, { 'content-type': 'text/html' }).end(page('a'));
      },
    });
    expect((await crawl(web)).paths).toEqual(['/', '/a']);
    expect(web.clock.now()).toBeGreaterThanOrEqual(60_000);
  });
});

describe('a page that is known', () => {
  const tagged = (tag: string, html: string) => (request: IncomingMessage, response: ServerResponse) => {
    const isSame = request.headers['if-none-match'] === tag;
    response.writeHead(isSame ? 304 : 200, { etag: tag, 'content-type': 'text/html' }).end(isSame ? '' : html);
  };
  beforeEach(() => {
    web.serve({ '/': tagged('"h"', page('home', '/a')), '/a': tagged('"a"', page('a', '/b')), '/b': page('b') });
  });

  test('is asked for on condition, and what it links to is found by its links of then', async () => {
    const { known } = await crawl(web);
    web.serve({ '/b': page('b, changed') });
    const { pages, summary } = await crawl(web, {}, { known });
    expect(pages).toMatchObject([
      { url: 'http://public.test/', unchanged: true, etag: '"h"' },
      { url: 'http://public.test/a', unchanged: true, etag: '"a"', isKept: false, links: ['/b'] },
      { url: 'http://public.test/b', unchanged: false, document: { text: 'b, changed' } },
    ]);
    expect(summary).toMatchObject({ pages: 3, unchanged: 2 });
    expect(web.asked.at(-2)?.headers['if-none-match']).toBe('"a"');
  });

  test('without its links is sent in full, and unchanged by its text', async () => {
    const { known } = await crawl(web);
    const withoutLinks = (url: string) => {
      const { links: _, ...page } = known(url) ?? { etag: null, lastModified: null, hash: '' };
      return page;
    };
    const { summary } = await crawl(web, {}, { known: withoutLinks });
    expect(summary).toMatchObject({ pages: 3, unchanged: 3 });
    expect(web.asked.at(-2)?.headers['if-none-match']).toBeUndefined();
  });
});

describe('the addresses of a crawl', () => {
  test('are bounded in number and in size', () => {
    const frontier = createFrontier();
    for (let index = 0; index < frontierLimits.addresses; index += 1) frontier.add(`http://public.test/${index}`, 1);
    expect(frontier.add('http://public.test/more', 1)).toBe('full');
    expect(frontier.add('http://public.test/1', 1)).toBeUndefined();
    const long = createFrontier();
    const results = Array.from({ length: 9_000 }, (_, index) =>
      long.add(`http://public.test/${'x'.repeat(1_000)}${index}`, 1),
    );
    expect(results.at(-1)).toBe('full');
  });
});

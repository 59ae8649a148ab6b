// @module-tag pure

import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { crawl, page } from '../../../testing/crawl/crawled.ts';
import { startWeb, type Web } from '../../../testing/crawl/web.ts';

let web: Web;
beforeEach(async () => {
  web = await startWeb();
});
afterEach(() => web.close());

const settle = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);
const gaps = () => web.started.times.slice(1).map((at, index) => at - (web.started.times[index] ?? 0));

describe('links', () => {
  test('are followed in their order, breadth first, and each page is read once', async () => {
    web.serve({
      '/': page('home', '/b', '/a#top', 'a', '/b?utm_source=x', 'mailto:a@b.test', 'javascript:1', '//first.test/x'),
      '/a': page('a', '/a/1', '/'),
      '/b': page('b', '/b/1', 'http://PUBLIC.test:80/b/2'),
      '/b/1': page('b1'),
      '/b/2': page('b2'),
      '/a/1': page('a1'),
    });
    const { paths, summary, pages } = await crawl(web);
    expect(paths).toEqual(['/', '/b', '/a', '/b/1', '/b/2', '/a/1']);
    expect(pages.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(summary).toMatchObject({ pages: 6, unchanged: 0, skipped: [], truncated: null, rest: null });
    expect(web.paths()).toHaveLength(6);
  });

  test('are relative to the base of their page', async () => {
    web.serve({ '/': `<base href="/docs/">${page('home', 'one')}`, '/docs/one': page('one') });
    expect((await crawl(web)).paths).toEqual(['/', '/docs/one']);
  });

  test('marked nofollow are not followed, and neither are those of a page that asks so', async () => {
    web.serve({
      '/': `${page('home', '/meta', '/header')}<a rel="noopener nofollow" href="/no">`,
      '/meta': `<meta name="Robots" content="NOFOLLOW">${page('meta', '/no')}`,
      '/header': [200, { 'x-robots-tag': 'otherbot: noindex, parleybot: nofollow' }, page('header', '/no')],
      '/no': page('no'),
    });
    expect((await crawl(web)).paths).toEqual(['/', '/meta', '/header']);
  });

  test('of pages that ask not to be indexed are followed, and the pages are left out', async () => {
    web.serve({
      '/': page('home', '/meta', '/header'),
      '/meta': `<meta name="robots" content="noindex">${page('meta', '/deep')}`,
      '/header': [200, { 'x-robots-tag': 'noindex' }, page('header')],
      '/deep': page('deep'),
    });
    const { paths, summary } = await crawl(web);
    expect(paths).toEqual(['/', '/deep']);
    expect(summary.skipped.map(({ code }) => code)).toEqual(['noindex', 'noindex']);
  });

  test('go as deep as the limit, and the summary says so', async () => {
    web.serve({ '/': page('home', '/1'), '/1': page('one', '/2'), '/2': page('two', '/3'), '/3': page('three') });
    const { paths, summary } = await crawl(web, { maxDepth: 2 });
    expect(paths).toEqual(['/', '/1', '/2']);
    expect(summary.truncated).toBe('Links more than 2 steps from the start were not followed.');
  });

  test('keep to the patterns, and the first page is read for its links', async () => {
    web.serve({
      '/': page('home', '/docs/a', '/docs/old/b', '/blog/c', '/docs'),
      '/docs': page('docs'),
      '/docs/a': page('a', '/docs/old/x'),
    });
    const { paths } = await crawl(web, { include: ['/docs/**'], exclude: ['/docs/old/**'] });
    expect(paths).toEqual(['/docs/a', '/docs']);
    expect(web.paths()).toEqual(['/', '/docs/a', '/docs']);
  });
});

describe('a page of a site', () => {
  test('that fails is skipped with its reason', async () => {
    web.serve({
      '/': page('home', '/gone', '/image', '/script', '/circle', '/away', '/inside'),
      '/image': [200, { 'content-type': 'image/png' }],
      '/script': '<div id="app"></div>',
      '/circle': [302, { location: '/circle' }],
      '/away': [302, { location: 'http://first.test/' }],
      '/inside': [302, { location: 'http://10.0.0.5/' }],
    });
    const { paths, summary } = await crawl(web);
    expect(paths).toEqual(['/']);
    expect(summary.skipped.map(({ url, code }) => [new URL(url).pathname, code])).toEqual([
      ['/gone', 'http_error'],
      ['/image', 'not_html'],
      ['/script', 'needs_script'],
      ['/circle', 'redirect_loop'],
      ['/away', 'other_site'],
      ['/inside', 'other_site'],
    ]);
    expect(new Set(web.world.sinkhole.take())).toEqual(new Set(['93.184.215.14 80']));
  });

  test('without text is followed all the same', async () => {
    web.serve({ '/': '<a href="/a"></a>', '/a': page('a') });
    const { paths, summary } = await crawl(web);
    expect(paths).toEqual(['/a']);
    expect(summary.skipped).toEqual([{ url: 'http://public.test/', code: 'no_text', reason: 'The page has no text.' }]);
  });

  test('has the address where it redirects to, once', async () => {
    web.serve({
      '/': page('home', '/old', '/older', '/new'),
      '/old': [301, { location: '/new' }],
      '/older': [301, { location: '/newest' }],
      '/new': page('new'),
      '/newest': page('newest'),
    });
    const { paths, summary } = await crawl(web);
    expect(paths).toEqual(['/', '/newest', '/new']);
    expect(summary.skipped).toMatchObject([{ url: 'http://public.test/old', code: 'duplicate' }]);
  });

  test('gives way to the one that it calls its own address', async () => {
    web.serve({
      '/': page('home', '/print', '/a?v=1'),
      '/print': `<link rel="canonical" href="/real">${page('print')}`,
      '/real': page('real'),
      '/a?v=1': `<link rel="canonical" href="/">${page('template')}`,
    });
    expect((await crawl(web)).paths).toEqual(['/', '/a?v=1', '/real']);
  });

  test('with the text of another one is left out', async () => {
    const same = page('The same in two places. '.repeat(20));
    web.serve({ '/': page('home', '/a', '/b'), '/a': same, '/b': same });
    const { paths, summary } = await crawl(web);
    expect(paths).toEqual(['/', '/a']);
    expect(summary.skipped).toMatchObject([{ url: 'http://public.test/b', code: 'duplicate' }]);
  });

  test('with the short text of another one is a page of its own', async () => {
    web.serve({ '/': page('home', '/a', '/b'), '/a': page('Open at nine.'), '/b': page('Open at nine.') });
    const { paths, summary } = await crawl(web);
    expect(paths).toEqual(['/', '/a', '/b']);
    expect(summary.skipped).toEqual([]);
  });

  test('that is left out is listed with the reason, whatever it is', async () => {
    web.serve({
      '/robots.txt': [200, { 'content-type': 'text/plain' }, 'User-agent: *\nDisallow: /secret'],
      '/sitemap.xml': [
        200,
        { 'content-type': 'text/xml' },
        '<urlset><url><loc>http://public.test/x/map</loc></url></urlset>',
      ],
      '/': page('home', '/a', '/x/1', '/x/1', '/gone', '/secret', '/away', '/later', '/far'),
      '/a': page('a', '/a/b'),
      '/a/b': page('b', '/a/b/c'),
      '/away': [302, { location: 'http://first.test/' }],
      '/later': [500],
      '/far': `<meta name="robots" content="noindex">${page('far')}`,
    });
    const { summary } = await crawl(web, { exclude: ['/x/**'], maxDepth: 2 });
    expect(Object.fromEntries(summary.skipped.map(({ url, code }) => [new URL(url).pathname, code]))).toEqual({
      ...{ '/x/map': 'excluded', '/x/1': 'excluded', '/gone': 'http_error', '/secret': 'robots_disallowed' },
      ...{ '/away': 'other_site', '/far': 'noindex', '/a/b/c': 'limit', '/later': 'http_error' },
    });
    expect(summary.skippedCount).toBe(8);
  });
});

describe('a host', () => {
  test('is asked at most twice at once, 200 ms apart', async () => {
    const links = Array.from({ length: 20 }, (_, index) => `/${index}`);
    web.serve(Object.fromEntries(['/', ...links].map((path) => [path, page(path, ...links)])));
    expect((await crawl(web)).summary.pages).toBe(21);
    expect(Math.min(...gaps())).toBeGreaterThanOrEqual(200);
    expect(web.started.atOnce).toBeLessThanOrEqual(2);
  });

  test('is asked as rarely as it wants, within 30 s', async () => {
    web.serve({
      '/robots.txt': 'user-agent: *\ncrawl-delay: 7',
      '/': page('home', '/a', '/b'),
      '/a': page('a'),
      '/b': page('b'),
    });
    expect((await crawl(web)).summary.pages).toBe(3);
    // Robots, the first page, the sitemap, and then with the delay.
    expect(gaps()).toEqual([200, 200, 7_000, 7_000]);
    web.serve({ '/robots.txt': 'user-agent: *\ncrawl-delay: 86400' });
    await crawl(web);
    expect(gaps().slice(-2)).toEqual([30_000, 30_000]);
  });

  test('is not asked for what its robots.txt forbids', async () => {
    web.serve({
      '/robots.txt': 'user-agent: parleybot\ndisallow: /private',
      '/': page('home', '/private/a', '/moved', '/open'),
      '/moved': [302, { location: '/private/b' }],
      '/open': page('open'),
    });
    const { paths, summary } = await crawl(web);
    expect(paths).toEqual(['/', '/open']);
    expect(summary.skipped.map(({ code }) => code)).toEqual(['robots_disallowed', 'robots_disallowed']);
    expect(web.paths()).toEqual(['/', '/moved', '/open']);
  });

  test('that forbids everything is a failure that says so', async () => {
    web.serve({ '/robots.txt': 'user-agent: *\ndisallow: /', '/': page('home') });
    expect(await settle(crawl(web))).toMatchObject({
      code: 'robots_disallowed',
      hint: expect.stringContaining('ParleyBot'),
    });
    expect(web.paths()).toEqual([]);
  });

  test.each([
    ['http://public.test/', 'https://public.test/'],
    ['http://public.test/', 'http://www.public.test/'],
    ['http://www.public.test/', 'https://public.test/'],
  ])('%s that leads to %s is one site', async (from, to) => {
    const other = from.includes('www') ? to.replace('//', '//www.') : to.replace('www.', '');
    web.serve({ [from]: [301, { location: to }], [to]: page('home', `${from}a`, `${other}b`, '/c') });
    web.serve({ [`${to}a`]: page('a'), [`${to}b`]: page('b'), [`${to}c`]: page('c') });
    const { pages } = await crawl(web, { url: from });
    expect(pages.map(({ url }) => url)).toEqual([to, `${to}a`, `${to}b`, `${to}c`]);
  });

  test('that leads to another site is a failure that says so', async () => {
    web.serve({ '/': [301, { location: 'http://first.test/' }] });
    expect(await settle(crawl(web))).toMatchObject({
      code: 'http_error',
      message: 'public.test redirects to another site.',
    });
  });

  test.each(['http://127.0.0.1/', 'http://10.0.0.5/docs', 'ftp://public.test/', 'nonsense'])(
    '%s is not allowed',
    async (url) => {
      expect(await settle(crawl(web, { url }))).toMatchObject({ code: 'address_not_allowed' });
      expect(web.world.sinkhole.take()).toEqual([]);
    },
  );

  test('without content is a failure with the reason of its first page', async () => {
    expect(await settle(crawl(web))).toMatchObject({ code: 'http_error', message: expect.stringContaining('404') });
    web.serve({ '/': page('home') });
    expect(await settle(crawl(web, { include: ['/docs/**'] }))).toMatchObject({ code: 'nothing_found' });
  });
});

describe('a crawl', () => {
  const big = () => {
    const links = Array.from({ length: 12 }, (_, index) => `/${index}`);
    web.serve(Object.fromEntries(['/', ...links].map((path) => [path, page(path, ...links, `${path}x`)])));
    return links;
  };

  test('waits for each page to be taken', async () => {
    big();
    let taking = 0;
    const { summary } = await crawl(
      web,
      {},
      {
        onPage: async () => {
          taking += 1;
          expect(taking).toBe(1);
          await nextTurn();
          taking -= 1;
        },
      },
    );
    expect(summary.pages).toBe(13);
  });

  test('tells its progress', async () => {
    big();
    const seen: unknown[] = [];
    await crawl(web, { maxPages: 5 }, { onProgress: (progress) => void seen.push(progress) });
    expect(seen.map((each) => Object.values(each as object))).toEqual(
      [1, 2, 3, 4, 5].map((done) => [done, 5, 'pages']),
    );
  });

  test('that is cancelled ends at once with its reason, and leaves no connection', async () => {
    big();
    const controller = new AbortController();
    const reason = new Error('over');
    const closed: Promise<unknown>[] = [];
    web.serve({
      '/3': (request) => {
        closed.push(new Promise((resolve) => request.socket.once('close', resolve)));
        controller.abort(reason);
      },
    });
    expect(await settle(crawl(web, {}, { signal: controller.signal }))).toBe(reason);
    expect(closed).toHaveLength(1);
    await Promise.all(closed);
  });

  test('ends with the error of a hook', async () => {
    big();
    const error = new Error('full');
    expect(await settle(crawl(web, {}, { onPage: () => Promise.reject(error) }))).toBe(error);
  });

  test('in portions finds the same as in one', async () => {
    big();
    const whole = await crawl(web);
    const paths: string[] = [];
    let rest: Parameters<typeof crawl>[2] = {};
    for (let portion = 0; portion < 20; portion += 1) {
      const part = await crawl(web, {}, { ...rest, pause: () => true });
      paths.push(...part.paths);
      if (part.summary.rest === null) break;
      rest = { rest: JSON.parse(JSON.stringify(part.summary.rest)) };
    }
    expect(paths).toEqual(whole.paths);
  });

  test('repeats its order', async () => {
    big();
    const [one, other] = [await crawl(web), await crawl(web)];
    expect(other.paths).toEqual(one.paths);
  });
});

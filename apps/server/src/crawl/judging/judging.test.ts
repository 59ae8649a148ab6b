// @module-tag pure

import { afterEach, describe, expect, test } from 'vitest';
import { crawl, page } from '../../../testing/crawl/crawled.ts';
import { type Reply, startWeb, type Web } from '../../../testing/crawl/web.ts';

let web: Web;
afterEach(() => web.close());

const { signal } = new AbortController();
const reader = { account: 'acct_1' };

/** Reads `http://public.test/page` and returns its text, or the failure. */
const readingOf = async (replies: Readonly<Record<string, Reply>>, path = '/page') => {
  web = await startWeb();
  web.serve(replies);
  const reading = web.crawler.page(`http://public.test${path}`, { signal, reader });
  return reading.then(
    (read) => (read.unchanged ? 'unchanged' : `${read.url}: ${read.document.text.slice(0, 80)}`),
    ({ code, message }) => `${code}: ${message}`,
  );
};
const refresh = (content: string) => `<meta http-equiv="Refresh" content="${content}"><p>Redirecting…`;

describe('a page that refreshes itself', () => {
  test.each([
    ['0;url=/new', 'http://public.test/new: here'],
    ["5; URL='/new'", 'http://public.test/new: here'],
    ['0, http://first.test/new?a=1&amp;b=2', 'http://first.test/new?a=1&b=2: here'],
    ['300;url=/new', 'http://public.test/page: Redirecting…'],
    ['0', 'http://public.test/page: Redirecting…'],
    ['0;url=/page', 'http://public.test/page: Redirecting…'],
    ['0;url=http://10.0.0.5/', 'address_not_allowed: '],
    ['0;url=/missing', 'http_error: public.test has no such page (HTTP 404).'],
    ['0;url=/back', 'redirect_loop: public.test redirects in a circle.'],
    ['0;url=javascript:x()', 'address_not_allowed: '],
  ])('by %s is %s', async (content, expected) => {
    const found = '<p>here';
    const replies = {
      ...{ '/page': refresh(content), '/back': refresh('0;url=/page'), '/new': found },
      'http://first.test/new?a=1&b=2': found,
    };
    expect((await readingOf(replies)).startsWith(expected)).toBe(true);
    web.world.sinkhole.take();
  });

  test('only for browsers without scripts is a page', async () => {
    const html = `<noscript>${refresh('0;url=/new')}</noscript><p>here`;
    expect(await readingOf({ '/page': html })).toContain('http://public.test/page: ');
  });

  test('has no validators, since they would be those of the other page', async () => {
    web = await startWeb();
    web.serve({ '/page': refresh('0;url=/new'), '/new': [200, { etag: '"n"' }, '<p>here'] });
    expect(await web.crawler.page('http://public.test/page', { signal, reader })).toMatchObject({ etag: null });
  });

  test('leads a crawl to the other page, and not to another site', async () => {
    web = await startWeb();
    web.serve({
      '/': page('home', '/a', '/b'),
      '/a': refresh('0;url=/new'),
      '/b': refresh('0;url=http://first.test/'),
    });
    web.serve({ '/new': page('new') });
    const { paths, summary } = await crawl(web);
    expect(paths).toEqual(['/', '/new']);
    expect(summary.skipped).toMatchObject([{ code: 'other_site', reason: 'The page redirects to another site.' }]);
  });
});

const long =
  '<p>Some servers reply with this number although the page is there, and here is what to do about it. '.repeat(12);
const bots = 'http_error: public.test checks its visitors for bots and did not send the page.';
const gone = 'http_error: public.test says that it has no such page, though with status 200.';
const closed = 'http_error: public.test asks to sign in before it shows the page.';
const marker = '<script src="/cdn-cgi/challenge-platform/h/b.js"></script>';

describe('a page without content', () => {
  test.each([
    ['<title>Just a moment...</title><p>Enable JavaScript and cookies to continue', bots],
    [`<title>shop.example</title>${marker}<p>Verifying you are human. This may take a few seconds.`, bots],
    ['<title>Attention Required! | Cloudflare</title><p>Sorry, you have been blocked', bots],
    [`<title>Just a moment...</title>${marker}<div id="app"></div>`, bots],
    ['<title>Page not found – Shop</title><p>Try the search.', gone],
    ['<title>404</title><p>Nothing here.', gone],
    ['<title>Error 404: Not Found</title><p>Nothing here.', gone],
    ['<title>Seite nicht gefunden | Laden</title><p>Suchen Sie hier.', gone],
    ['<title>Página no encontrada</title><p>Vuelva al inicio.', gone],
    ['<title>ページが見つかりません</title><p>トップへ', gone],
    ['<title>Sign in - Shop</title><form><input name="u"><input type="password"></form><p>Forgot it?', closed],
    ['<title>Shop</title><h1>x</h1><form action="x"><input type="password"></form><p>Log in', undefined],
    [`<title>Error 404</title>${long}`, undefined],
    ['<title>How to repair the error 404</title><p>Correct the address.', undefined],
    ['<title>What “Page not found” means</title><p>It is gone.', undefined],
    [`<title>Hours</title>${marker}<p>Open at nine.`, undefined],
    ['<title>Contact</title><form class="g-recaptcha"></form><p>Verify you are human, then send.', undefined],
    ['<title>How to sign in</title><p>Press the key.', undefined],
    [`<title>Sign in</title><input type="password">${long}`, undefined],
  ])('%s', async (html, reason) => {
    const outcome = await readingOf({ '/page': html });
    if (reason === undefined) expect(outcome).toMatch(/^http:\/\/public\.test\/page: /);
    else expect(outcome).toBe(reason);
  });

  test('behind a redirect to a form', async () => {
    const replies = {
      '/page': [302, { location: '/login?next=/page' }],
      '/login?next=/page': '<title>Login</title><p>Send a code',
    } as const;
    expect(await readingOf(replies)).toBe(closed);
  });

  test('by a status of bot protection', async () => {
    expect(await readingOf({ '/page': [503, { 'cf-mitigated': 'challenge' }] })).toBe(bots);
    expect(web.asked).toHaveLength(1);
  });
});

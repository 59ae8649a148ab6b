// @module-tag pure

import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { crawl, page } from '../../../testing/crawl/crawled.ts';
import { startWeb, type Web } from '../../../testing/crawl/web.ts';
import { entriesIn } from './sitemap-entries.ts';

let web: Web;
beforeEach(async () => {
  web = await startWeb();
});
afterEach(() => web.close());

const site = 'http://public.test';
const xml = { 'content-type': 'application/xml' };
const map = (root: string, paths: readonly string[]) =>
  `<?xml version="1.0"?><${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .map((path) => `<entry>\n <loc> ${site}${path} </loc><lastmod>2026-01-01</lastmod></entry>`)
    .join('')}</${root}>`;
const urlset = (...paths: string[]) => map('urlset', paths);
const index = (...paths: string[]) => map('sitemapindex', paths);

/** Serves pages of their own text at these paths. */
const pages = (...paths: string[]) => web.serve(Object.fromEntries(paths.map((path) => [path, page(path)])));

describe('a sitemap', () => {
  test('is read before links are followed', async () => {
    web.serve({ '/': page('home', '/linked', '/b'), '/sitemap.xml': [200, xml, urlset('/b', '/a')] });
    pages('/a', '/b', '/linked');
    expect((await crawl(web)).paths).toEqual(['/', '/b', '/a', '/linked']);
  });

  test('is where robots.txt says, and an index leads to others, compressed or not', async () => {
    web.serve({
      '/': page('home'),
      '/robots.txt': `sitemap: ${site}/maps/index\nsitemap: /text-sitemap`,
      '/maps/index': [200, xml, index('/sitemap-1.gz', '/sitemap-2.xml', '/sitemap-gone.xml', '/maps/index')],
      '/sitemap-1.gz': [200, { 'content-type': 'application/gzip' }, gzipSync(urlset('/a'))],
      '/sitemap-2.xml': [200, { ...xml, 'content-encoding': 'gzip' }, gzipSync(urlset('/b'))],
      '/text-sitemap': [200, { 'content-type': 'text/plain' }, `${site}/c\r\n\r\nnot an address\r\n${site}/d`],
    });
    pages('/a', '/b', '/c', '/d');
    const { paths, summary } = await crawl(web);
    expect(paths).toEqual(['/', '/c', '/d', '/a', '/b']);
    expect(summary.skipped).toMatchObject([{ url: `${site}/sitemap-gone.xml`, code: 'sitemap' }]);
  });

  test('among many is left out where a long delay would make them take too long', async () => {
    const maps = Array.from({ length: 12 }, (_, number) => `/sitemap-${number}.xml`);
    web.serve({ '/': page('home'), '/robots.txt': `user-agent: *\ncrawl-delay: 30\nsitemap: /sitemap.xml` });
    web.serve({ '/sitemap.xml': [200, xml, index(...maps)] });
    web.serve(Object.fromEntries(maps.map((path) => [path, [200, xml, urlset()] as const])));
    const { summary } = await crawl(web);
    expect(summary.skipped).toMatchObject([{ url: `${site}/sitemap-7.xml`, code: 'sitemap' }]);
  });

  test('lists pages of its own site only', async () => {
    web.serve({
      '/': page('home'),
      '/sitemap.xml': [200, xml, urlset('/a').replace(`${site}/a`, 'http://first.test/a')],
    });
    expect((await crawl(web)).paths).toEqual(['/']);
  });

  test('that is a page, or broken, or missing, is ignored', async () => {
    for (const reply of [page('home', '/x'), '<urlset><loc>http://public.test/x', '{"a":1}', '']) {
      web.serve({ '/': page('home'), '/sitemap.xml': reply });
      expect((await crawl(web)).paths).toEqual(['/']);
    }
  });

  test('that is a gzip bomb is read up to its limit', async () => {
    const start = urlset('/a').replace('</urlset>', '');
    const bomb = gzipSync(Buffer.concat([Buffer.from(start), Buffer.alloc(64 * 1024 * 1024, ' ')]));
    web.serve({ '/': page('home'), '/sitemap.xml': [200, { 'content-type': 'application/gzip' }, bomb] });
    pages('/a');
    expect((await crawl(web)).paths).toEqual(['/', '/a']);
  });

  test('that is not what its first bytes say is a problem, not a failure', async () => {
    web.serve({ '/robots.txt': 'sitemap: /sitemap.gz', '/': page('home') });
    web.serve({ '/sitemap.gz': [200, {}, Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.from('nonsense')])] });
    const { summary } = await crawl(web);
    expect(summary).toMatchObject({ pages: 1, skipped: [{ code: 'sitemap' }] });
  });

  test('of more pages than are wanted gives as many', async () => {
    const paths = Array.from({ length: 1_200 }, (_, number) => `/${number}`);
    web.serve({ '/': page('home'), '/sitemap.xml': [200, xml, urlset(...paths)] });
    pages(...paths);
    const { summary, paths: found } = await crawl(web, { maxPages: 20 });
    expect(found).toEqual(['/', ...paths.slice(0, 19)]);
    expect(summary.truncated).toBe('The site has more pages than the limit of 20.');
  });

  test('without a first page that can be read is enough', async () => {
    web.serve({ '/sitemap.xml': [200, xml, urlset('/a')] });
    pages('/a');
    expect(await crawl(web)).toMatchObject({ paths: ['/a'], summary: { skipped: [{ code: 'http_error' }] } });
  });
});

describe('the reader of sitemaps', () => {
  const read = (file: string) => [...entriesIn(file)].flatMap((entry) => entry?.url ?? []);

  test.each([
    ['<urlset><url><loc>http://a/?x=1&amp;y=2</loc></url></urlset>', ['http://a/?x=1&y=2']],
    ['<urlset><url><loc><![CDATA[http://a/?x&y]]></loc></url></urlset>', ['http://a/?x&y']],
    ['<s:urlset xmlns:s="x"><s:url><s:loc>http://a/</s:loc></s:url></s:urlset>', ['http://a/']],
    ['<urlset><url><image:loc>http://a/i.png</image:loc><loc>http://a/</loc></url></urlset>', ['http://a/']],
    ['<!-- <urlset> --><urlset><!-- <loc>http://no/</loc> --><loc>http://a/</loc></urlset>', ['http://a/']],
    ['<urlset><loc>http://a/&#47;&#x2f;b</loc></urlset>', ['http://a///b']],
    ['<html><loc>http://a/</loc></html>', []],
    ['<urlset><loc></loc><loc>http://a/</loc></urlset>', ['http://a/']],
  ])('reads %s', (file, expected) => {
    expect(read(file)).toEqual(expected);
  });

  test('expands no entity', () => {
    const lol = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
    const file = `<!DOCTYPE urlset [<!ENTITY l0 "lol">${lol}<!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    expect(read(`${file}<urlset><loc>http://a/&l9;&f;</loc></urlset>`)).toEqual(['http://a/&l9;&f;']);
  });
});

// @module-tag pure

import { describe, expect, test } from 'vitest';
import { readAddress } from './addresses.ts';
import { readLinks } from './page-links.ts';
import { readRetryAfter } from './retry-after.ts';
import { compileGlobs } from './site/globs.ts';
import { tagsIn } from './tags.ts';

describe('the address of a page', () => {
  const site = { origin: 'https://a.test', aliases: ['www.a.test'] };

  test.each([
    ['/x#part', 'https://a.test/x'],
    ['x/', 'https://a.test/docs/x/'],
    ['http://a.test/x', 'https://a.test/x'],
    ['https://WWW.a.test/x', 'https://a.test/x'],
    ['?', 'https://a.test/docs/page'],
    ['/x?b=2&a=1&a=0', 'https://a.test/x?a=1&a=0&b=2'],
    ['/x?utm_source=1&UTM_medium=2&gclid=3&q=4', 'https://a.test/x?q=4'],
    ['/x?PHPSESSID=1', 'https://a.test/x'],
    ['/x;jsessionid=AB12?y=1', 'https://a.test/x?y=1'],
    ['/%7euser/%e4%bd%a0', 'https://a.test/~user/%E4%BD%A0'],
    ['/größe', 'https://a.test/gr%C3%B6%C3%9Fe'],
    ['/a%2fb', 'https://a.test/a%2Fb'],
    ['/a/../b/./c', 'https://a.test/b/c'],
    ['//a.test/x', 'https://a.test/x'],
  ])('%s is %s', (href, expected) => {
    expect(readAddress(site, href, 'https://a.test/docs/page')).toBe(expected);
  });

  test.each([
    ...['https://b.test/', 'https://sub.a.test/', 'https://a.test:8443/', 'https://a.test.b.test/', 'ftp://a.test/'],
    ...[
      'mailto:a@a.test',
      'javascript:void(0)',
      'data:text/html,x',
      'https://a@a.test/',
      'http://[',
      `/${'x'.repeat(5_000)}`,
    ],
  ])('%s is not one', (href) => {
    expect(readAddress(site, href, 'https://a.test/docs/page')).toBeUndefined();
  });
});

describe('a pattern', () => {
  test.each([
    ['/docs/**', ['/docs', '/docs/', '/docs/a', '/docs/a/b'], ['/', '/doc', '/docs2/a', '/x/docs/a']],
    ['/docs/*', ['/docs/', '/docs/a'], ['/docs', '/docs/a/b']],
    ['/docs', ['/docs', '/docs?x=1'], ['/docs/', '/docs/a']],
    ['/*/docs/**', ['/en/docs/a', '/de/docs'], ['/docs/a', '/en/x/docs/a']],
    ['/**/a/**/b', ['/a/b', '/x/a/y/z/b', '/a/a/b'], ['/b/a', '/a']],
    ['*.pdf', ['/x.pdf', '/a/b/x.pdf'], ['/x.pdfx', '/x.pdf/y']],
    ['blog', ['/blog', '/en/blog'], ['/blog/x', '/blogs']],
    ['https://a.test/docs/**', ['/docs/x'], ['/x']],
    ['/größe/*', ['/gr%C3%B6%C3%9Fe/x'], ['/grosse/x']],
    ['/list?page=*', ['/list?page=2'], ['/list', '/list?sort=1']],
    ['/a*b*c', ['/abc', '/axxbyyc'], ['/ab', '/acb', '/abcd']],
    ['/.*+(a|b)', ['/.*+(a|b)', '/.x+(a|b)'], ['/a', '/b']],
    ['**', ['/', '/a/b'], []],
  ])('%s', (pattern, yes, no) => {
    const test = compileGlobs([pattern]);
    expect([...yes, ...no].filter((path) => test(new URL(path, 'https://a.test')))).toEqual(yes);
  });

  test('of many stars takes steps in proportion', () => {
    const test = compileGlobs([`/${'*a'.repeat(100)}b`, `/${'**/a/'.repeat(40)}b`]);
    expect(test(new URL(`https://a.test/${'a'.repeat(2_000)}`))).toBe(false);
    expect(test(new URL(`https://a.test/${'a/'.repeat(1_000)}`))).toBe(false);
  });
});

describe('the tags of a page', () => {
  const linksIn = async (html: string) => (await readLinks(html, 'https://a.test/x/', {})).links;

  test.each([
    ['<a href=/a>', ['/a']],
    [`<A HREF = "/a?x=1&amp;y=2" HREF='/b'>`, ['/a?x=1&y=2']],
    ['<a title="a > <a href=/no>" href="/a">', ['/a']],
    ['<!-- <a href="/no"> --><a href="/a">', ['/a']],
    ['<script>"<a href=/no>"</script><a href="/a">', ['/a']],
    ['<script>if (a </scripty>) "<a href=/no>"</SCRIPT ><a href="/a">', ['/a']],
    ['<title><a href=/no></title><textarea><a href=/no></textarea><a href="/a">', ['/a']],
    ['<area href="/a"><link href="/no"><img href="/no">', ['/a']],
    ['<a href="#top"><a name="x"><a href="">', ['']],
    ['<a/href="/a"/><a\nhref\n=\n/b>', ['/a', '/b']],
    ['<meta http-equiv=Refresh content="0; URL=/next">', ['/next']],
    ['1 < 2 <a href="/a"', ['/a']],
    ['<a href="/a', ['/a']],
    ['<script><a href=/no>', []],
  ])('%s', async (html, expected) => {
    expect(await linksIn(html)).toEqual(expected);
  });

  test('say what is asked of crawlers', async () => {
    const html = '<base href="/docs/"><meta name=parleybot content="none"><link rel="next canonical" href="real">';
    expect(await readLinks(html, 'https://a.test/x', {})).toMatchObject({
      ...{ noindex: true, nofollow: true, base: 'https://a.test/docs/', canonical: 'real' },
    });
    const header = { 'x-robots-tag': 'unavailable_after: 25 Jun 2030 15:00:00 PST, max-snippet:5, noindex' };
    expect(await readLinks('', 'https://a.test/x', header)).toMatchObject({ noindex: true, nofollow: false });
    expect(await readLinks('', 'https://a.test/x', { 'x-robots-tag': 'otherbot: none' })).toMatchObject({
      noindex: false,
    });
  });

  test.each(['<', '<a ', '<!--', '<a x="', '</', '<a a=', '<script>', '<a href=/x>', "<a '", '<!'])(
    'of a page full of %s end',
    (piece) => {
      let tags = 0;
      for (const _ of tagsIn(piece.repeat(100_000))) tags += 1;
      expect(tags).toBeLessThanOrEqual(200_000);
    },
  );
});

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Fri, 15 Jan 2027 08:01:00 GMT', 60_000],
  ['Fri, 15 Jan 2021 08:01:00 GMT', 0],
  ['-5', undefined],
  ['soon', undefined],
  ['1e9', undefined],
  [undefined, undefined],
])('Retry-After %s is %s', (value, expected) => {
  expect(readRetryAfter(value, Date.UTC(2027, 0, 15, 8))).toBe(expected);
});

// @module-tag pure

import { afterEach, describe, expect, test } from 'vitest';
import { type Reply, startWeb, type Web } from '../../../testing/crawl/web.ts';
import { createHosts } from '../hosts.ts';
import { crawlLimits } from '../limits.ts';
import { createRequests } from '../requests.ts';
import { fetchRobots } from './robots.ts';
import { readRobots } from './robots-rules.ts';

const origin = 'http://foo.bar';

/** True if this crawler may fetch a path. Lines are divided by `|`. */
const allows = async (lines: string, path: string): Promise<boolean> =>
  (await readRobots(lines.replaceAll('|', '\n').replaceAll('BOT', 'ParleyBot'))).allows(`${origin}${path}`);

/** The paths that are allowed, of those given. */
const allowed = async (lines: string, ...paths: string[]): Promise<string[]> => {
  const robots = await readRobots(lines.replaceAll('|', '\n').replaceAll('BOT', 'ParleyBot'));
  return paths.filter((path) => robots.allows(`${origin}${path}`));
};

describe('lines', () => {
  test.each([
    ['user-agent: BOT|disallow: /', false],
    ['USER-AGENT: BOT|DISALLOW: /', false],
    ['uSeR-aGeNt: bot|dIsAlLoW: /', true],
    ['uSeR-aGeNt: pArLeYbOt|dIsAlLoW: /', false],
    ['foo: BOT|bar: /', true],
    ['user-agent BOT|disallow /', false],
    ['user-agent: BOT|disallow:', true],
    ['user-agent: BOT|disallow: |allow: ', true],
    ['  user-agent :  BOT  |  disallow :  /x  ', false],
    ['user-agent: BOT # me|disallow: /x # not this', false],
    ['user-agent: BOT|# disallow: /', true],
    ['\ufeffuser-agent: BOT|disallow: /', false],
    ['user-agent: BOT|disalow: /', false],
    ['user agent: BOT|dissallow: /', false],
    ['useragent: BOT|disallow: /', false],
    ['<!doctype html><html><body>Not found</body></html>', true],
    ['', true],
  ])('%s allows: %s', async (lines, expected) => {
    expect(await allows(lines, '/x/y')).toBe(expected);
  });

  test.each(['\n', '\r\n', '\r'])('may end with %j', async (end) => {
    expect((await readRobots(['user-agent: *', 'disallow: /x'].join(end))).allows(`${origin}/x`)).toBe(false);
  });

  test('that are too long are cut', async () => {
    const long = `/x/${'a'.repeat(16_664)}`;
    expect((await readRobots(`user-agent: *\ndisallow: ${long}/qux`)).allows(`${origin}/fux`)).toBe(true);
  });
});

describe('groups', () => {
  const groups =
    'allow: /foo/bar/||user-agent: BOT|disallow: /|allow: /x/|user-agent: BarBot|disallow: /|allow: /y/|||allow: /w/|' +
    'user-agent: BazBot||user-agent: BOT|allow: /z/|disallow: /';

  test('of one name are joined, and rules outside of groups are ignored', async () => {
    expect(await allowed(groups, '/x/b', '/z/d', '/y/c', '/w/a', '/foo/bar/')).toEqual(['/x/b', '/z/d']);
  });

  test.each([
    ['user-agent: *|allow: /|user-agent: BOT|disallow: /', false],
    ['user-agent: BOT|disallow: /|user-agent: *|allow: /', false],
    ['user-agent: *|disallow: /x/|user-agent: BOT|disallow: /y/', true],
    ['user-agent: FooBot|allow: /|user-agent: BarBot|disallow: /', true],
    ['user-agent: *|disallow: /', false],
    ['user-agent: * |disallow: /', false],
    ['user-agent: FooBot|user-agent: BOT|disallow: /', false],
    ['user-agent: ParleyBot/2.1|disallow: /', false],
    ['user-agent: ParleyBot Images|disallow: /', false],
    ['user-agent: Parley|disallow: /', true],
    ['user-agent: ParleyBotNews|disallow: /', true],
    ['user-agent:|disallow: /', true],
    ['disallow: /|user-agent: BOT|allow: /', true],
    // Other lines neither begin nor end a group (RFC 9309, section 2.2.4).
    ['user-agent: BOT|sitemap: http://foo.bar/map.xml|user-agent: FooBot|disallow: /', false],
    ['user-agent: BOT|unknown: 1|user-agent: FooBot|disallow: /', false],
    // A delay is a rule, here and for every crawler that obeys it; RFC 9309 doesn't know it.
    ['user-agent: BOT|crawl-delay: 1|user-agent: FooBot|disallow: /', true],
    ['user-agent: BOT|disallow: /y|user-agent: *|disallow: /', true],
  ])('%s allows: %s', async (lines, expected) => {
    expect(await allows(lines, '/x/y')).toBe(expected);
  });
});

describe('rules', () => {
  const only = (rule: string) => `user-agent: BOT|disallow: /|allow: ${rule}`;

  test.each([
    ['disallow: /x/|', '/x/y', false],
    ['disallow: /X/|', '/x/y', true],
    ['disallow: /x/page.html|allow: /x/', '/x/page.html', false],
    ['allow: /x/page.html|disallow: /x/', '/x/page.html', true],
    ['allow: /x/page.html|disallow: /x/', '/x/', false],
    ['disallow: /|allow: /', '/x', true],
    ['disallow: /x|allow: /x/', '/x', false],
    ['disallow: /x|allow: /x/', '/x/', true],
    ['disallow: /x/page.html|allow: /x/page.html', '/x/page.html', true],
    ['allow: /page|disallow: /*.html', '/page.html', false],
    ['allow: /page|disallow: /*.html', '/page', true],
    ['allow: /x/page.|disallow: /*.html', '/x/page.html', true],
    ['allow: /x/page.|disallow: /*.html', '/x/y.html', false],
    ['allow: /p|disallow: /', '/page', true],
    ['allow: /folder|disallow: /folder', '/folder/page', true],
    ['allow: /page|disallow: /*.htm', '/page.htm', false],
    ['allow: /$|disallow: /', '/', true],
    ['allow: /$|disallow: /', '/page.htm', false],
    ['disallow: /foo/bar$|allow: /foo/bar/qux', '/foo/bar', false],
    ['disallow: /foo/bar$|allow: /foo/bar/qux', '/foo/bar/baz', true],
    ['disallow: /foo/quz#qux|allow: /', '/foo/quz', false],
    ['disallow: foo', '/foo', true],
  ])('%s for %s allow: %s', async (rules, path, expected) => {
    expect(await allows(`user-agent: BOT|${rules}`, path)).toBe(expected);
  });

  test.each([
    [
      '/fish',
      ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads', '/fishheads/yummy.html', '/fish.html?id=anything'],
      ['/bar', '/Fish.asp', '/catfish', '/?id=fish', '/desert/fish'],
    ],
    [
      '/fish*',
      ['/fish', '/fish.html', '/fishheads/yummy.html', '/fish.html?id=anything'],
      ['/Fish.bar', '/catfish', '/?id=fish'],
    ],
    [
      '/fish/',
      ['/fish/', '/fish/salmon', '/fish/?salmon', '/fish/?id=anything'],
      ['/fish', '/fish.html', '/Fish/Salmon.html'],
    ],
    [
      '/*.php',
      [
        '/filename.php',
        '/folder/filename.php?parameters',
        '//folder/any.php.file.html',
        '/filename.php/',
        '/index?f=filename.php/',
      ],
      ['/', '/php/', '/index?php', '/windows.PHP'],
    ],
    [
      '/*.php$',
      ['/filename.php', '/folder/filename.php'],
      ['/filename.php?parameters', '/filename.php/', '/filename.php5', '/aaaphpaaa'],
    ],
    ['/fish*.php', ['/fish.php', '/fishheads/catfish.php?parameters'], ['/Fish.PHP', '/fish.html']],
    // As Google does: the index of a folder is the folder.
    ['/folder/index.html', ['/folder/', '/folder/index.html'], ['/folder/index.htm', '/folder/other', '/other']],
  ])('of %s allow what Google documents', async (rule, yes, no) => {
    expect(await allowed(only(rule), ...yes, ...no)).toEqual(yes);
  });

  test.each([
    ['/foo/bar?qux=taz&baz=http://foo.bar?tar&par', '/foo/bar?qux=taz&baz=http://foo.bar?tar&par'],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%E3%83%84', '/foo/bar/ツ'],
    ['/foo/bar/%e3%83%84', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
    ['/foo/bar/baz', '/foo/bar/%62%61%7A'],
    ['/path/with-a-%2A.html', '/path/with-a-*.html'],
    ['/path/foo-%24', '/path/foo-$'],
    ['/path/a$b', '/path/a$b'],
    ['/search?[q]=', '/search?[q]=1'],
    ["/it's", "/it's"],
    ['/a b', '/a%20b'],
  ])('%s match the encoding %s', async (rule, path) => {
    expect(await allows(only(rule), path)).toBe(true);
    expect(await allows(`user-agent: BOT|disallow: ${rule}`, path)).toBe(false);
  });

  test('a reserved character is not its encoding', async () => {
    expect(await allows('user-agent: *|disallow: /a%2Fb', '/a/b')).toBe(true);
    expect(await allows('user-agent: *|disallow: /a%24', '/a')).toBe(true);
  });

  test('too many to compare with a long address forbid it', async () => {
    const lines = `user-agent: *|${`disallow: /${'*a'.repeat(1_000)}b|`.repeat(20)}`;
    const robots = await readRobots(lines.replaceAll('|', '\n'));
    expect(robots.allows(`${origin}/${'a'.repeat(2_000)}`)).toBe(false);
    expect(robots.allows(`${origin}/short`)).toBe(true);
  });
});

describe('a large file', () => {
  const filler = (number: number) => `disallow: /filler/${number}/${'x'.repeat(8)}`;
  const large = (...lines: string[]) => ['user-agent: ParleyBot', ...lines].join('\n');
  const some = (count: number) => Array.from({ length: count }, (_, number) => filler(number));

  test('is read in slices, between which other work has its turn', async () => {
    const text = large(...some(15_000));
    expect(text.length).toBeGreaterThan(450 * 1024);
    let pauses = 0;
    const robots = await readRobots(text, async () => {
      pauses += 1;
    });
    // Reading and compiling, 8 KiB at a time.
    expect(pauses).toBeGreaterThan((2 * 450) / 10);
    expect(robots.allows(`${origin}/filler/14999/x/other`)).toBe(true);
  });

  test('has one longest rule, in whatever slice it is', async () => {
    const rules = ['disallow: /a', 'allow: /a/b', 'disallow: /a/b/c', 'allow: /same', 'disallow: /same'];
    for (const order of [rules, rules.toReversed()]) {
      const text = large(...order.flatMap((rule) => [rule, ...some(300)]));
      const robots = await readRobots(text);
      const paths = ['/a', '/a/b', '/a/b/c', '/same', '/filler/1/xxxxxxxx', '/other'];
      expect(paths.filter((path) => robots.allows(`${origin}${path}`))).toEqual(['/a/b', '/same', '/other']);
    }
  });

  test('has the last delay of all slices', async () => {
    const robots = await readRobots(large('crawl-delay: 1', ...some(300), 'crawl-delay: 2', ...some(300)));
    expect(robots.crawlDelay).toBe(2_000);
  });
});

describe('other lines', () => {
  test.each([
    ['user-agent: *|crawl-delay: 2.5', 2_500],
    ['user-agent: *|crawl-delay: 2|user-agent: BOT|crawl-delay: 9', 9_000],
    ['user-agent: *|crawl-delay: 2|user-agent: BOT|disallow: /x', 0],
    ['user-agent: *|crawl-delay: -1', 0],
    ['user-agent: *|crawl-delay: soon', 0],
    ['crawl-delay: 5', 0],
  ])('%s delay by %i ms', async (lines, expected) => {
    expect((await readRobots(lines.replaceAll('|', '\n').replace('BOT', 'ParleyBot'))).crawlDelay).toBe(expected);
  });

  test('name sitemaps, wherever they are', async () => {
    const lines = ['sitemap: http://foo.bar/a.xml', 'user-agent: *', 'Sitemap: /b.xml # second', 'disallow: /'];
    expect((await readRobots(lines.join('\n'))).sitemaps).toEqual(['http://foo.bar/a.xml', '/b.xml']);
  });
});

describe('the file', () => {
  let web: Web;
  afterEach(() => web.close());

  const site = 'http://public.test';
  const { signal } = new AbortController();

  /** Returns true if `/private` may be fetched after these answers for robots.txt; else the reason why no URL may. */
  const fetched = async (replies: Readonly<Record<string, Reply>>) => {
    web = await startWeb();
    web.serve(replies);
    const hosts = createHosts(web.clock);
    const parts = { outbound: web.world.outbound, hosts, date: Date.now, about: undefined, limits: crawlLimits };
    const read = fetchRobots(createRequests(parts), site, signal);
    return read.then(
      ({ allows }) => allows(`${site}/private`),
      (error: unknown) => error,
    );
  };
  const rules = 'user-agent: *\ndisallow: /private';

  test.each([[401], [403], [404], [410], [418]])('with status %i allows everything', async (status) => {
    expect(await fetched({ '/robots.txt': [status, {}, rules] })).toBe(true);
  });

  test.each([[500], [502], [503], [429]])('with status %i allows nothing for now', async (status) => {
    expect(await fetched({ '/robots.txt': [status, {}, ''] })).toMatchObject({ code: 'unreachable', retry: true });
  });

  test('that is not sent allows nothing for now', async () => {
    expect(await fetched({ '/robots.txt': (request) => request.socket.destroy() })).toMatchObject({
      code: 'unreachable',
    });
  });

  test('is followed through redirects, and ignored if they form a circle', async () => {
    const moved = {
      '/robots.txt': [301, { location: 'http://first.test/r1' }],
      '/r1': [302, { location: '/r2' }],
    } as const;
    expect(await fetched({ ...moved, '/r2': rules })).toBe(false);
    await web.close();
    expect(await fetched({ ...moved, '/r2': [302, { location: '/r1' }] })).toBe(true);
  });

  test('is read up to 500 KiB', async () => {
    const filler = `# ${'x'.repeat(510 * 1024)}\n`;
    expect(await fetched({ '/robots.txt': `${rules}\n${filler}` })).toBe(false);
    await web.close();
    expect(await fetched({ '/robots.txt': `user-agent: *\n${filler}${rules}` })).toBe(true);
  });
});

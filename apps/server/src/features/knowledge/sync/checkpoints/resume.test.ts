import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from '../../../../../testing/crawl/crawled.ts';
import { siteSource } from '../../../../../testing/crawl/syncing.ts';
import { type Reply, startWeb, type Web } from '../../../../../testing/crawl/web.ts';
import { anyEngine } from '../../../../../testing/databases/engines.ts';
import { databaseOf } from '../../../../../testing/databases/migrated-database.ts';

const pages = 60;
const pathOf = (number: number) => `/p/${number}`;
const textOf = (number: number) => `page of number n${number} and its text`;

let web: Web;
beforeEach(async () => {
  web = await startWeb();
  web.serve({ '/': page('home', ...Array.from({ length: pages }, (_, number) => pathOf(number))) });
  for (let number = 0; number < pages; number += 1) web.serve({ [pathOf(number)]: page(textOf(number)) });
});
afterEach(() => web.close());

/** Serves a page, and calls a function when it is asked for the first time. */
const once = (number: number, then: () => void, reply = page(textOf(number))): Reply => {
  let isFirst = true;
  return (_request, response) => {
    if (isFirst) then();
    isFirst = false;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(reply);
  };
};

describe.each(anyEngine)('a crawl that is interrupted, on %s', (engine) => {
  const database = databaseOf(engine);
  let names = 0;
  const source = () => {
    names += 1;
    return siteSource(database(), web, `resume${names}`);
  };
  type Source = Awaited<ReturnType<typeof source>>;

  /** Expects that all pages serve, each once, in the order of the site. */
  const expectWhole = async (of: Source) => {
    const row = await of.row();
    expect(row).toMatchObject({ status: 'ready', progress: null, crawl: null, error: null });
    expect(Number(row.chunk_count)).toBe(pages + 1);
    const documents = await of.documents();
    expect(documents.map(({ key }) => new URL(key).pathname)).toEqual([
      '/',
      ...Array.from({ length: pages }, (_, number) => pathOf(number)),
    ]);
    expect(documents.map(({ position }) => position)).toEqual(documents.map((_, index) => index));
    expect(await of.count('knowledge_chunks')).toBe(pages + 1);
    for (const number of [0, 31, pages - 1])
      expect((await of.search(`n${number}`)).filter((text) => text.includes(`n${number} `))).toEqual([textOf(number)]);
  };
  const asked = (path: string) => web.paths().filter((each) => each === path).length;

  test('continues behind its last checkpoint, and ends as if nothing had been', async () => {
    const of = await source();
    web.serve({ [pathOf(40)]: once(40, of.interrupt) });
    expect((await of.attempt()).how).toBe('interrupted');
    const halfway = await of.row();
    expect(halfway).toMatchObject({ status: 'processing', version: expect.anything() });
    expect(Number(halfway.version)).toBe(0);
    expect(halfway.progress?.done).toBeGreaterThan(0);
    expect((await of.attempt(2)).how).toBe('done');
    await expectWhole(of);
    for (let number = 0; number < 20; number += 1) expect(asked(pathOf(number))).toBe(1);
    expect(web.paths().length).toBeLessThan(pages + 1 + 30);
    expect(web.asked.filter(({ url }) => url.endsWith('/robots.txt'))).toHaveLength(2);
    const whole = await source();
    await whole.attempt();
    expect((await whole.row()).content_hash).toBe((await of.row()).content_hash);
  });

  test('gets further with each attempt, however often it is interrupted', async () => {
    const of = await source();
    for (let number = 15; number < pages; number += 15) web.serve({ [pathOf(number)]: once(number, of.interrupt) });
    const done: number[] = [];
    for (let attempt = 1; (await of.attempt()).how === 'interrupted'; attempt += 1) {
      done.push((await of.row()).progress?.done ?? 0);
      expect(attempt).toBeLessThan(10);
    }
    expect(done).toHaveLength(3);
    expect(done).toEqual(done.toSorted((one, other) => one - other));
    await expectWhole(of);
  });

  test('lets others have their turn after a portion, and fetches nothing twice then', async () => {
    const of = await source();
    web.serve({ [pathOf(40)]: once(40, () => of.advance(11 * 60_000)) });
    expect((await of.attempt()).how).toBe('continues');
    expect(await of.row()).toMatchObject({ status: 'processing', progress: { unit: 'pages', total: pages + 1 } });
    expect((await of.attempt()).how).toBe('done');
    await expectWhole(of);
    expect(web.paths()).toHaveLength(pages + 1);
  });

  test('waits as long as its host asks, with its progress shown, and goes on', async () => {
    const of = await source();
    let isBusy = true;
    web.serve({
      [pathOf(50)]: (_request, response) => {
        if (isBusy) response.writeHead(429, { 'retry-after': '3600' }).end();
        else response.writeHead(200, { 'content-type': 'text/html' }).end(page(textOf(50)));
        isBusy = false;
      },
    });
    const { how, later } = await of.attempt();
    expect(how).toBe('done');
    expect(later).toBe(of.now() + 3_600_000);
    const waitsUntil = new Date(of.now() + 3_600_000).toISOString();
    expect(await of.row()).toMatchObject({ status: 'processing', progress: { done: 51, waitsUntil } });
    of.advance(3_600_000);
    expect(await of.attempt()).toEqual({ how: 'done', later: undefined });
    await expectWhole(of);
    expect(asked(pathOf(49))).toBe(1);
  });

  test('does not wait for ever: what is asked to wait too often is left out', async () => {
    const of = await source();
    web.serve({ [pathOf(50)]: [503, { 'retry-after': '86400' }] });
    const waits: (number | undefined)[] = [];
    for (let ended = await of.attempt(); ended.later !== undefined; ended = await of.attempt()) {
      waits.push(ended.later - of.now());
      of.advance(ended.later - of.now());
    }
    expect(waits).toEqual([6, 6, 6].map((hours) => hours * 3_600_000));
    const documents = await of.documents();
    expect(documents.filter(({ status }) => status === 'ready')).toHaveLength(pages);
    expect(documents.find(({ key }) => key.endsWith('/p/50'))?.status).toBe('failed');
  });

  test('is tried again from where the site went down', async () => {
    const of = await source();
    let isDown = true;
    for (let number = 30; number < 50; number += 1) {
      web.serve({
        [pathOf(number)]: (_request, response) => {
          if (isDown) response.writeHead(500).end();
          else response.writeHead(200, { 'content-type': 'text/html' }).end(page(textOf(number)));
        },
      });
    }
    expect((await of.attempt()).how).toBe('failed');
    expect(await of.row()).toMatchObject({ status: 'queued', error: expect.stringContaining('10 times in a row') });
    isDown = false;
    expect((await of.attempt(2)).how).toBe('done');
    await expectWhole(of);
    expect(asked(pathOf(10))).toBe(1);
  });

  test('begins anew with other settings', async () => {
    const of = await source();
    web.serve({ [pathOf(40)]: once(40, of.interrupt) });
    await of.attempt();
    const settings = JSON.stringify({ ...of.settings, exclude: ['/p/1*'] });
    await of.set({ settings, requests: 2 });
    expect((await of.attempt()).how).toBe('done');
    const row = await of.row();
    expect(row).toMatchObject({ status: 'ready', crawl: null });
    const left = (await of.documents()).filter(({ key }) => key.includes('/p/1'));
    expect(new Set(left.map(({ status }) => status))).toEqual(new Set(['skipped']));
    expect(await of.count('knowledge_chunks')).toBe(Number(row.chunk_count));
  });

  test('answers a request during it with another sync', async () => {
    const of = await source();
    web.serve({ [pathOf(40)]: once(40, () => of.advance(11 * 60_000)) });
    await of.attempt();
    await of.set({ requests: 2 });
    await of.attempt();
    expect((await of.row()).status).toBe('queued');
  });

  test('fetches nothing again if it only had to be indexed', async () => {
    const of = await source();
    of.hooks.beforeCompaction = of.interrupt;
    expect((await of.attempt()).how).toBe('interrupted');
    of.hooks.beforeCompaction = () => undefined;
    expect((await of.attempt()).how).toBe('done');
    await expectWhole(of);
    expect(web.asked).toHaveLength(pages + 1 + 1 + 1);
  });

  test('of a site that serves already replaces what changed, once', async () => {
    const of = await source();
    await of.attempt();
    await of.set({ requests: 2, status: 'queued' });
    for (let number = 0; number < pages; number += 2) web.serve({ [pathOf(number)]: page(`${textOf(number)} again`) });
    web.serve({ [pathOf(40)]: once(40, of.interrupt, page(`${textOf(40)} again`)), [pathOf(55)]: [404] });
    expect((await of.attempt()).how).toBe('interrupted');
    expect(await of.documents()).toHaveLength(pages + 1);
    expect((await of.attempt()).how).toBe('done');
    const documents = await of.documents();
    expect(documents.filter(({ status }) => status === 'ready')).toHaveLength(pages);
    expect(await of.search('n40')).toContain(`${textOf(40)} again`);
    expect(await of.search('n2')).toContain(`${textOf(2)} again`);
    expect(await of.search('n3')).toContain(textOf(3));
    expect(await of.search('n55')).not.toContain(`${textOf(55)} again`);
  });
});

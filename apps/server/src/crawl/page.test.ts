// @module-tag pure

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { plainExtract, type Reply, startWeb, type Web } from '../../testing/crawl/web.ts';
import { hashOf } from '../extract/text-hash.ts';

let web: Web;
afterEach(() => web.close());

const { signal } = new AbortController();
const reader = { account: 'acct_1' };
const settle = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

/** Reads `http://public.test/page`, which answers so. */
const readingOf = async (reply: Reply, options?: Parameters<typeof startWeb>[0]) => {
  web = await startWeb(options);
  web.serve({ '/page': reply });
  return settle(web.crawler.page('http://public.test/page', { signal, reader }));
};

/** Reads a page and returns the inputs that reached the extractor. */
const inputsOf = async (url: string, reply: Reply) => {
  const inputs: unknown[] = [];
  web = await startWeb({
    extract: async ({ bytes, ...input }) => {
      inputs.push({ ...input, bytes: Buffer.from(bytes).toString() });
      return { documents: [], warnings: [] };
    },
  });
  web.serve({ [url]: reply });
  const outcome = await settle(web.crawler.page(url, { signal, reader }));
  return outcome instanceof Error ? outcome : inputs[0];
};

describe('a page', () => {
  test('is read with its validators and the hash of its text', async () => {
    const headers = { etag: '"a1"', 'last-modified': 'Tue, 01 Sep 2026 10:00:00 GMT' };
    expect(await readingOf([200, headers, '<title>Prices</title><p>It costs 5.'])).toEqual({
      unchanged: false,
      url: 'http://public.test/page',
      document: { title: 'Prices', text: 'It costs 5.', marks: [] },
      hash: hashOf('It costs 5.'),
      etag: '"a1"',
      lastModified: 'Tue, 01 Sep 2026 10:00:00 GMT',
      warnings: [],
    });
  });

  test('is asked for by name', async () => {
    await readingOf('<p>text', { about: 'https://parley.example' });
    expect(web.asked[0]?.headers['user-agent']).toMatch(/^ParleyBot\/\d+\.\d+\.\d+ \(\+https:\/\/parley\.example\)$/);
  });

  test('is unchanged if the site says so, and sent with its validators', async () => {
    web = await startWeb();
    web.serve({
      '/page': ({ headers }, response) =>
        response.writeHead(headers['if-none-match'] === '"a1"' ? 304 : 200, { etag: '"a1"' }).end(),
    });
    const lastModified = 'Tue, 01 Sep 2026 10:00:00 GMT';
    expect(await web.crawler.page('http://public.test/page', { signal, reader, etag: '"a1"', lastModified })).toEqual({
      unchanged: true,
      url: 'http://public.test/page',
      etag: '"a1"',
      lastModified,
    });
    expect(web.asked[0]?.headers).toMatchObject({ 'if-none-match': '"a1"', 'if-modified-since': lastModified });
  });

  test('of several documents is one, in which the others are headings', async () => {
    const documents = ['one', 'two'].map((text) => ({ title: `T ${text}`, text, marks: [{ at: 0, page: 1 }] }));
    expect(await readingOf('<p>', { extract: async () => ({ documents, warnings: [] }) })).toMatchObject({
      document: {
        title: 'T one',
        text: 'one\n\ntwo',
        marks: [
          { at: 0, page: 1 },
          { at: 5, heading: { level: 1, text: 'T two' } },
          { at: 5, page: 1 },
        ],
      },
    });
  });
});

describe('the content type', () => {
  test.each([
    ['/a', 'text/html; charset=windows-1251', { kind: 'html', charset: 'windows-1251' }],
    ['/a', 'Text/HTML;Charset="Shift_JIS"', { kind: 'html', charset: 'shift_jis' }],
    ['/a', 'application/xhtml+xml', { kind: 'html' }],
    ['/a', 'text/plain', { kind: 'text' }],
    ['/a.md', 'text/plain; charset=utf-8', { kind: 'markdown', charset: 'utf-8' }],
    ['/a', 'text/markdown', { kind: 'markdown' }],
    ['/a', 'application/pdf', { kind: 'pdf' }],
    ['/a.PDF?v=2', 'application/octet-stream', { kind: 'pdf' }],
    ['/a', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', { kind: 'docx' }],
    ['/a', 'text/csv', { kind: 'csv' }],
    ['/a', '', { kind: 'html' }],
  ])('of %s, %s, is read as %o', async (path, type, expected) => {
    const url = `http://public.test${path}`;
    expect(await inputsOf(url, [200, { 'content-type': type }, 'x'])).toEqual({ url, bytes: 'x', ...expected });
  });

  test.each(['image/png', 'application/json', 'application/xml', 'video/mp4', 'application/zip', 'constructor'])(
    '%s is no page',
    async (type) => {
      expect(await readingOf([200, { 'content-type': type }, 'x'])).toMatchObject({
        code: 'not_html',
        message: `The address leads to ${type}, which is not a page or a document.`,
        retry: false,
      });
    },
  );

  test('of a file without a known ending is no page', async () => {
    expect(await readingOf([200, { 'content-type': 'application/octet-stream' }, 'x'])).toMatchObject({
      code: 'not_html',
    });
  });

  test('of a page that needs a script is judged by the extractor', async () => {
    expect(await readingOf('<div id="app"></div>')).toMatchObject({ code: 'needs_script' });
  });
});

describe('a status', () => {
  test.each([
    [401, 'public.test requires a sign-in (HTTP 401).', false],
    [403, 'public.test refuses this request (HTTP 403).', false],
    [404, 'public.test has no such page (HTTP 404).', false],
    [410, 'public.test has removed the page for good (HTTP 410).', false],
    [418, 'public.test did not send the page (HTTP 418).', false],
    [204, 'public.test did not send the page (HTTP 204).', false],
    [304, 'public.test did not send the page (HTTP 304).', false],
    [500, 'public.test has an error of its own (HTTP 500).', true],
  ])('%i is a failure in words', async (status, message, retry) => {
    const outcome = await readingOf([status]);
    expect(outcome).toMatchObject({ name: 'SourceFailure', code: 'http_error', message, retry });
    expect(outcome).toMatchObject({ hint: expect.stringMatching(/\.$/) });
  });

  test.each([429, 503])('%i is asked again after the time that it names', async (status) => {
    let times = 0;
    const outcome = await readingOf((_request, response) => {
      times += 1;
      response.writeHead(times < 3 ? status : 200, { 'retry-after': '7', 'content-type': 'text/html' }).end('<p>here');
    });
    expect(outcome).toMatchObject({ document: { text: 'here' } });
    expect(web.started.times).toEqual([0, 7_000, 14_000]);
  });

  test('429 with a date is asked again then', async () => {
    let times = 0;
    const date = new Date(1_800_000_000_000 + 60_000).toUTCString();
    await readingOf((_request, response) => {
      times += 1;
      response.writeHead(times < 2 ? 429 : 200, { 'retry-after': date, 'content-type': 'text/html' }).end('<p>here');
    });
    expect(web.started.times).toEqual([0, 60_000]);
  });

  test('429 is given up after three attempts, or at once if it asks for too long', async () => {
    const outcome = await readingOf([429]);
    expect(outcome).toMatchObject({ code: 'http_error', retry: true });
    expect(web.asked).toHaveLength(3);
    web.serve({ '/page': [503, { 'retry-after': '3600' }] });
    expect(await settle(web.crawler.page('http://public.test/page', { signal, reader }))).toMatchObject({
      message: 'public.test has an error of its own (HTTP 503). It asks to wait 3600 s.',
      retry: true,
    });
    expect(web.asked).toHaveLength(4);
  });
});

describe('a redirect', () => {
  test('is followed, and the page has the last URL', async () => {
    web = await startWeb();
    web.serve({
      '/page': [301, { location: '/b#part' }],
      '/b': [302, { location: 'http://first.test/c' }],
      '/c': '<p>c',
    });
    expect(await web.crawler.page('http://public.test/page', { signal, reader })).toMatchObject({
      url: 'http://first.test/c',
    });
  });

  test('in a circle is a redirect loop', async () => {
    web = await startWeb();
    web.serve({ '/page': [301, { location: '/b' }], '/b': [302, { location: '/page' }] });
    expect(await settle(web.crawler.page('http://public.test/page', { signal, reader }))).toMatchObject({
      code: 'redirect_loop',
      message: 'public.test redirects in a circle.',
    });
    expect(web.asked).toHaveLength(2);
  });

  test('without end is a redirect loop', async () => {
    web = await startWeb();
    web.world.serve((request, response) => response.writeHead(302, { location: `${request.url}x` }).end());
    const outcome = await settle(web.crawler.page('http://public.test/page', { signal, reader }));
    expect(outcome).toMatchObject({ code: 'redirect_loop', message: 'public.test redirected more than 10 times.' });
  });

  test('to a private address is refused without a connection', async () => {
    const outcome = await readingOf([302, { location: 'http://10.0.0.5/' }]);
    expect(outcome).toMatchObject({ code: 'address_not_allowed' });
    expect(web.world.sinkhole.take()).toHaveLength(1);
  });

  test('from https to http is refused', async () => {
    web = await startWeb();
    web.serve({ 'https://public.test/page': [302, { location: 'http://public.test/page' }] });
    expect(await settle(web.crawler.page('https://public.test/page', { signal, reader }))).toMatchObject({
      code: 'http_error',
    });
  });
});

describe('an address', () => {
  test.each(['http://127.0.0.1/', 'http://10.0.0.5/', 'http://169.254.169.254/', 'http://[::1]/', 'http://no.test/'])(
    '%s is not allowed',
    async (url) => {
      web = await startWeb();
      const outcome = await settle(web.crawler.page(url, { signal, reader }));
      expect(outcome).toMatchObject({
        code: 'address_not_allowed',
        message: expect.stringContaining('no public address'),
      });
      expect(web.world.sinkhole.take()).toEqual([]);
    },
  );

  test.each([
    'ftp://public.test/',
    'file:///etc/passwd',
    'nonsense',
    'http://public.test:22/',
    'http://a:b@public.test/',
  ])('%s is not allowed either', async (url) => {
    web = await startWeb();
    expect(await settle(web.crawler.page(url, { signal, reader }))).toMatchObject({ code: 'address_not_allowed' });
  });

  test('of a private host is allowed by the operator', async () => {
    web = await startWeb({ environment: { PARLEY_ALLOW_PRIVATE_HOSTS: '10.0.0.0/8' } });
    web.serve({ 'http://10.0.0.5/': '<p>inside' });
    expect(await web.crawler.page('http://10.0.0.5/', { signal, reader })).toMatchObject({
      document: { text: 'inside' },
    });
  });

  test('that a name changes to between two requests is judged again', async () => {
    web = await startWeb();
    web.world.names.set('public.test', ['93.184.215.14'], ['10.0.0.5']);
    web.serve({ '/page': '<p>text' });
    await web.crawler.page('http://public.test/page', { signal, reader });
    const outcome = await settle(web.crawler.page('http://public.test/page', { signal, reader }));
    expect(outcome).toMatchObject({ code: 'address_not_allowed' });
    expect(web.world.sinkhole.take()).toHaveLength(1);
  });
});

test('a document of 20 MiB is read', async () => {
  const bytes = Buffer.alloc(20 * 1024 * 1024, 0x20);
  let size = 0;
  web = await startWeb({
    extract: async (input) => {
      size = input.bytes.length;
      return { documents: [], warnings: [] };
    },
  });
  web.serve({ '/a.pdf': [200, { 'content-type': 'application/pdf' }, bytes] });
  await web.crawler.page('http://public.test/a.pdf', { signal, reader });
  expect(size).toBe(bytes.length);
});

describe('a hostile server', () => {
  test('that sends a huge body is cut off', async () => {
    const outcome = await readingOf((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    expect(outcome).toMatchObject({
      code: 'too_large',
      message: 'public.test sent a body of more than 20971520 bytes.',
    });
  });

  test('that sends a gzip bomb is cut off at the decoded size', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const outcome = await readingOf([200, { 'content-encoding': 'gzip', 'content-length': `${bomb.length}` }, bomb]);
    expect(outcome).toMatchObject({ code: 'too_large' });
  });

  test('that sends a byte now and then is given up', async () => {
    const outcome = await readingOf(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const timer = setInterval(() => response.write('x'), 10);
        response.on('close', () => clearInterval(timer));
      },
      { limits: { total: 200 } },
    );
    expect(outcome).toMatchObject({
      code: 'unreachable',
      message: 'The request took longer than 200 ms.',
      retry: true,
    });
  });

  test('that closes the connection is unreachable', async () => {
    expect(await readingOf((request) => request.socket.destroy())).toMatchObject({ code: 'unreachable', retry: true });
  });
});

test('a cancelled request ends with its reason and closes its connection', async () => {
  web = await startWeb({ extract: plainExtract });
  const controller = new AbortController();
  const arrived = new Promise<IncomingMessage['socket']>((resolve) => {
    web.serve({ '/page': (request) => resolve(request.socket) });
  });
  const reading = settle(web.crawler.page('http://public.test/page', { signal: controller.signal, reader }));
  const socket = await arrived;
  const closed = once(socket, 'close');
  const reason = new Error('over');
  controller.abort(reason);
  expect(await reading).toBe(reason);
  await closed;
});

import { randomBytes } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Parley } from '@parley/sdk';
import { Type } from 'typebox';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { service } from '../../../testing/harness.ts';
import { endpoint } from '../endpoint.ts';

interface Raw {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

interface Asked {
  readonly path: string;
  readonly key?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Sends one request, and returns the bytes as they were sent. */
const raw = (url: string, { path, key, method = 'GET', headers = {}, body }: Asked): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, url), {
      method,
      agent: false,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }),
      );
    });
    outgoing.end(body && JSON.stringify(body));
  });

const Echo = Type.Object({ text: Type.String() });

/** An endpoint that answers with what it is sent. */
const echo = (name: string, more: { secret?: boolean; cookies?: readonly string[] } = {}) =>
  endpoint({
    id: name,
    method: 'POST',
    path: `/api/${name}`,
    access: 'anyone',
    repeatable: false,
    tag: 'Agents',
    summary: 'Echo',
    body: Echo,
    data: Echo,
    ...(more.secret === true && { secret: true }),
    handle: async ({ body }) => ({ data: body, ...(more.cookies && { cookies: more.cookies }) }),
  });

const echoes = () => [
  echo('echo'),
  echo('echo-secret', { secret: true }),
  echo('echo-cookie', { cookies: ['session=1; HttpOnly'] }),
];

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

/** A text that repeats itself as prose does. */
const prompt = (characters: number) =>
  'You answer questions of customers about orders. '.repeat(1 + characters / 48).slice(0, characters);

describe.each(anyEngine)('compressed responses, on %s', (engine) => {
  const parley = service(engine, { endpoints: echoes });
  const bare = service(engine, { environment: { PARLEY_COMPRESSION: 'off' } });
  let key: string;
  let large: string;
  let small: string;
  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    raw(parley.url, { path, key, method, headers });
  const accepting = (encoding: string) => ({ 'accept-encoding': encoding });

  beforeAll(async () => {
    const alice = await parley.person();
    key = await alice.key();
    const client = await alice.client();
    large = (await client.agents.create({ name: 'Large', systemPrompt: prompt(8_000) }))._id;
    small = (await client.agents.create({ name: 'Small' }))._id;
    await Promise.all(
      [1, 2, 3, 4, 5].map((index) => client.agents.create({ name: `${index}`, systemPrompt: prompt(9_000) })),
    );
  });

  test.each(['br', 'gzip'] as const)(
    'JSON over 1 KiB is sent with %s, with the same content and tag',
    async (encoding) => {
      // One that is compressed at once, and one that the thread pool compresses.
      for (const path of [`/api/agents/${large}`, '/api/agents']) {
        const plain = await get(path);
        const packed = await get(path, accepting(encoding));
        expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
        expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
        expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
        expect(unpack[encoding](packed.bytes).equals(plain.bytes)).toBe(true);
        expect(packed.headers.etag).toBe(plain.headers.etag);
        expect([plain.headers.vary, plain.headers['content-encoding']]).toEqual(['accept-encoding', undefined]);
      }
    },
  );

  test('less is sent as it is, and so are failures', async () => {
    for (const path of [`/api/agents/${small}`, '/api/agents/nowhere']) {
      const { headers, bytes } = await get(path, accepting('br, gzip'));
      expect(headers['content-encoding']).toBeUndefined();
      expect(JSON.parse(bytes.toString())).toHaveProperty('success');
    }
  });

  test.each(['identity', 'br;q=0, gzip;q=0', '*;q=0', 'zstd', ''])(
    'Accept-Encoding %s gets it plain',
    async (accepted) => {
      const { headers } = await get(`/api/agents/${large}`, accepting(accepted));
      expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'accept-encoding']);
    },
  );

  test('HEAD has the headers of GET', async () => {
    for (const path of [`/api/agents/${large}`, '/api/agents', '/api/openapi.json', '/docs']) {
      const got = await get(path, accepting('gzip'));
      const head = await get(path, accepting('gzip'), 'HEAD');
      const { 'content-length': length, 'content-encoding': encoding, vary, etag } = got.headers;
      expect({ path, encoding }).toEqual({ path, encoding: 'gzip' });
      // The nonce of a page makes its compressed length differ by a byte or two.
      expect(Math.abs(Number(head.headers['content-length']) - Number(length))).toBeLessThan(path === '/docs' ? 9 : 1);
      expect(head.headers).toMatchObject({ 'content-encoding': encoding, vary, ...(etag && { etag }) });
      expect(head.bytes.length).toBe(0);
    }
  });

  test('the tag of a compressed response works with If-None-Match and If-Match', async () => {
    const path = `/api/agents/${large}`;
    const { headers } = await get(path, accepting('br'));
    expect(headers.etag).toMatch(/^"\d+"$/);
    for (const tag of [String(headers.etag), `W/${headers.etag}`]) {
      const known = await get(path, { ...accepting('br'), 'if-none-match': tag });
      expect([known.status, known.bytes.length, known.headers.etag, known.headers.vary]).toEqual([
        304,
        0,
        headers.etag,
        'accept-encoding',
      ]);
      expect(known.headers['content-encoding']).toBeUndefined();
    }
    const put = (tag: string) =>
      raw(parley.url, {
        method: 'PUT',
        path,
        key,
        headers: { ...accepting('br'), 'if-match': tag },
        body: { temperature: 0.5 },
      });
    const changed = await put(String(headers.etag));
    expect([changed.status, changed.headers['content-encoding']]).toEqual([200, 'br']);
    expect(changed.headers.etag).not.toBe(headers.etag);
    expect((await put(String(headers.etag))).status).toBe(412);
    expect((await put(`W/${changed.headers.etag}`)).status).toBe(200);
  });

  test('what holds a secret or sets a cookie is never compressed', async () => {
    const body = { text: prompt(4_000) };
    const post = (path: string) => raw(parley.url, { method: 'POST', path, key, headers: accepting('br, gzip'), body });
    const codings = [];
    for (const path of ['/api/echo', '/api/echo-secret', '/api/echo-cookie']) {
      const { status, headers, bytes } = await post(path);
      codings.push([path, status, headers['content-encoding'], headers['cache-control']]);
      if (headers['content-encoding'] === undefined) expect(JSON.parse(bytes.toString()).data).toEqual(body);
    }
    expect(codings).toEqual([
      ['/api/echo', 200, 'br', 'private, no-cache'],
      ['/api/echo-secret', 200, undefined, 'no-store'],
      ['/api/echo-cookie', 200, undefined, 'private, no-cache'],
    ]);
  });

  test('streams and exports stay plain, and arrive part by part', async () => {
    const answer = await raw(parley.url, {
      ...{ method: 'POST', path: `/api/agents/${large}/chat`, key },
      headers: { ...accepting('br, gzip'), accept: 'text/event-stream' },
      body: { content: 'hello '.repeat(400), stream: true },
    });
    const exported = await get('/api/conversations/export', accepting('br, gzip'));
    for (const { headers, bytes } of [answer, exported]) {
      expect([headers['content-encoding'], headers['content-length']]).toEqual([undefined, undefined]);
      expect(bytes.length).toBeGreaterThan(1_024);
    }
  });

  test('a hundred large responses at once are all whole, whatever the pool can take', async () => {
    const plain = await get('/api/agents');
    const encodings = ['br', 'gzip'] as const;
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, index) => get('/api/agents', accepting(encodings[index % 2] ?? 'br'))),
    );
    for (const { headers, bytes } of all) {
      const encoding = headers['content-encoding'] as keyof typeof unpack | undefined;
      expect((encoding === undefined ? bytes : unpack[encoding](bytes)).equals(plain.bytes)).toBe(true);
    }
    expect(all.some(({ headers }) => headers['content-encoding'] === 'br')).toBe(true);
  });

  test('bytes that do not shrink are whole, too', async () => {
    const client = new Parley({ baseURL: parley.url, apiKey: key });
    const noise = randomBytes(6_000).toString('base64');
    const { _id } = await client.agents.create({ name: 'Noise', systemPrompt: noise });
    expect((await client.agents.retrieve(_id)).systemPrompt).toBe(noise);
  });

  test('PARLEY_COMPRESSION=off leaves it to a proxy', async () => {
    const client = await (await bare.person()).client();
    const { _id } = await client.agents.create({ name: 'Large', systemPrompt: prompt(8_000) });
    const own = await (await bare.person()).key();
    expect(_id).toMatch(/^agent_/);
    for (const path of ['/api/agents', '/api/openapi.json', '/docs']) {
      const { status, headers } = await raw(bare.url, { path, key: own, headers: accepting('br, gzip') });
      expect([path, status, headers['content-encoding'], headers.vary]).toEqual([path, 200, undefined, undefined]);
    }
  });
});

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareServer } from '../../../testing/servers/bare-server.ts';
import { addApiDocs } from './api-page.ts';

describe('the API page', () => {
  let app: FastifyInstance;
  let script = '';
  beforeAll(async () => {
    app = await bareServer();
    await addApiDocs(app);
    script = /src="([^"]+)"/.exec((await app.inject('/docs')).body)?.[1] ?? '';
  });
  afterAll(() => app.close());

  it('needs no key, is revalidated, and allows only its own scripts', async () => {
    const { statusCode, headers, body } = await app.inject('/docs');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']);
    const [, nonce] = /script-src 'nonce-([\w-]{22})';/.exec(policy) ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self';");
    expect(policy.replace("style-src 'unsafe-inline'", '')).not.toMatch(/unsafe|https?:|\*/);
    expect([...body.matchAll(/nonce="([^"]*)"/g)].map(([, found]) => found)).toEqual([nonce, nonce, nonce]);
    expect(body).not.toMatch(/https?:\/\//);
    expect((await app.inject('/docs')).body).not.toBe(body);
  });

  it('tells the viewer to stay on this server', async () => {
    const { body } = await app.inject('/docs');
    const [, text = ''] = /data-configuration="([^"]*)"/.exec(body) ?? [];
    expect(JSON.parse(text.replaceAll('&quot;', '"'))).toMatchObject({
      agent: { disabled: true },
      telemetry: false,
      withDefaultFonts: false,
      persistAuth: false,
      hiddenClients: true,
    });
    expect(body).toContain('data-url="/api/openapi.json"');
  });

  it('has an immutable script whose name contains its version', async () => {
    expect(script).toMatch(/^\/docs\/scalar-\d+\.\d+\.\d+\.js$/);
    const { statusCode, headers, body } = await app.inject(script);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(body).toContain('api-reference');
  });

  it.each([
    ['gzip', 'gzip'],
    ['deflate, gzip;q=0.5, br', 'br'],
    ['br,GZIP ; q=1', 'br'],
    ['*', 'br'],
    ['gzip, deflate', 'gzip'],
    ['identity;q=0, *;q=0.1', 'br'],
    ['gzip ; q=0.000, br', 'br'],
    ['*, br;q=0', 'gzip'],
  ])('compresses the script for %s as %s', async (accepted, encoding) => {
    const { headers, rawPayload } = await app.inject({ url: script, headers: { 'accept-encoding': accepted } });
    expect(headers['content-encoding']).toBe(encoding);
    expect(rawPayload.length).toBeLessThan(1_000_000);
    const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync;
    expect(unpack(rawPayload).equals((await app.inject(script)).rawPayload)).toBe(true);
  });

  it('has an entity tag for its script and for the document, which is the same for every encoding', async () => {
    for (const url of [script, '/api/openapi.json', '/docs/errors']) {
      const tags = [];
      for (const accepted of ['br', 'gzip', 'identity']) {
        const { headers } = await app.inject({ url, headers: { 'accept-encoding': accepted } });
        tags.push(headers.etag);
        expect(headers.vary).toBe('accept-encoding');
      }
      const [tag] = tags;
      expect(tags).toEqual([tag, tag, tag]);
      const again = await app.inject({ url, headers: { 'if-none-match': String(tag) } });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
      expect((await app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
    }
  });

  it.each(['', 'identity', 'deflate', 'gzip;q=0', 'x-gzip', '*;q=0', 'zstd', ' '.repeat(15_000)])(
    'sends the script uncompressed for %s',
    async (accepted) => {
      const { headers } = await app.inject({ url: script, headers: { 'accept-encoding': accepted } });
      expect(headers).not.toHaveProperty('content-encoding');
    },
  );

  it('answers HEAD like GET without the body, and refuses other methods', async () => {
    for (const url of ['/docs', script]) {
      const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url });
      expect({ statusCode, body }).toEqual({ statusCode: 200, body: '' });
      expect(headers['content-type']).toBe((await app.inject(url)).headers['content-type']);
      const refused = await app.inject({ method: 'POST', url });
      expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD']);
    }
  });

  it('is not an operation of the API document', async () => {
    const { statusCode, body } = await app.inject('/api/openapi.json');
    expect(statusCode).toBe(200);
    expect(Object.keys(JSON.parse(body).paths ?? {})).toEqual([]);
  });

  it.each(['/docs/', '/docs/scalar.js', '/docs/../package.json', '/docs/standalone.js'])(
    'has nothing at %s',
    async (url) => {
      expect((await app.inject(url)).statusCode).toBe(404);
    },
  );
});

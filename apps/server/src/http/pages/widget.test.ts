import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareServer } from '../../../testing/servers/bare-server.ts';
import { addWidget, type WidgetNeeds } from './widget.ts';

const channel = 'channel_01kg9v7rs1f2t8d4b6n0yq5hxm';

const launcher = { icon: 'chat', text: "$& </script> 'now'" };

const pictureHash = '9f86d081884c7d659a2feaa0c55ad015';

const needs: WidgetNeeds = {
  look: async (id) => {
    if (id.includes('\u0000')) throw new Error('PostgreSQL stores no NUL.');
    return id === channel
      ? { title: 'Ask <us> & "them"', frameAncestors: 'https://shop.example.com', language: 'de', launcher }
      : undefined;
  },
  picture: async (id, hash) =>
    id === channel && hash === pictureHash ? { type: 'image/png', content: Buffer.from('a picture') } : undefined,
  origin: 'https://chat.example.com',
  keepingKey: (id) => `key of ${id}`,
};

const script = "home = 'https://chat.example.com'";

describe('the widget', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-widget-'));
  let app: FastifyInstance;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'widget.js'), "home = '__PARLEY_HOST__'");
    writeFileSync(join(folder, 'launcher.js'), 'export default __SETTINGS__;');
    const page =
      '<title>__TITLE__</title><meta content="__KEY__"><meta name="parley-language" content="__LANGUAGE__"><script src="/chat/assets/chat-1.js"></script>';
    writeFileSync(join(folder, 'chat.html'), page);
    writeFileSync(join(folder, 'assets/chat-1.js'), 'export {};');
    for (const end of ['br', 'gz']) writeFileSync(join(folder, `assets/chat-1.js.${end}`), 'compressed');
    app = await bareServer();
    await addWidget(app, folder, needs);
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  const get = (url: string, headers = {}) => app.inject({ url, headers });

  it('has a module for each launcher, with its public data, for every site, cached for five minutes', async () => {
    const { statusCode, headers, body } = await get(`/chat/${channel}/launcher.js`);
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: `export default ${JSON.stringify(launcher)};` });
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers['set-cookie']).toBeUndefined();
    const known = await get(`/chat/${channel}/launcher.js`, { 'if-none-match': headers.etag });
    expect({ statusCode: known.statusCode, body: known.body }).toEqual({ statusCode: 304, body: '' });
    for (const id of ['channel_nowhere', '%00']) {
      const { statusCode: status, body: failure } = await get(`/chat/${id}/launcher.js`);
      expect([status, JSON.parse(failure).code]).toEqual([404, 'channel_not_found']);
    }
    expect((await get('/chat/assets/chat-1.js')).headers['access-control-allow-origin']).toBe('*');
  });

  it('has the picture of a channel, for every site and for a year, as nothing but a picture', async () => {
    const { statusCode, headers, body } = await get(`/chat/${channel}/picture-${pictureHash}`);
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: 'a picture' });
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    const known = await get(`/chat/${channel}/picture-${pictureHash}`, { 'if-none-match': headers.etag });
    expect({ statusCode: known.statusCode, body: known.body }).toEqual({ statusCode: 304, body: '' });
    const module = await get(`/chat/${channel}/picture-${pictureHash}.js`);
    expect([module.headers['content-type'], module.headers['access-control-allow-origin'], module.body]).toEqual([
      'text/javascript; charset=utf-8',
      '*',
      `export default "${Buffer.from('a picture').toString('base64')}";`,
    ]);
    const others = [`${channel}/picture-${'0'.repeat(32)}`, `${channel}/picture-%00`, `%00/picture-${pictureHash}`];
    for (const path of others) {
      const { statusCode: status, headers: own, body: failure } = await get(`/chat/${path}`);
      expect([status, JSON.parse(failure).code, own['cache-control']]).toEqual([
        404,
        'channel_not_found',
        'private, no-cache',
      ]);
    }
  });

  it('has a script for every site, with the origin of the instance, cached for five minutes', async () => {
    const { statusCode, headers, body } = await get('/widget.js');
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: script });
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      vary: 'accept-encoding',
    });
    const again = await get('/widget.js', { 'if-none-match': headers.etag });
    expect({ statusCode: again.statusCode, body: again.body }).toEqual({ statusCode: 304, body: '' });
    expect(again.headers).toMatchObject({ 'access-control-allow-origin': '*', vary: 'accept-encoding' });
  });

  it.each([
    ['gzip, br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['*;q=0.5', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['gzip;q=0', undefined, Buffer.from],
    ['zstd', undefined, Buffer.from],
  ])('compresses the script for Accept-Encoding %s as %s', async (accepted, encoding, unpack) => {
    const { headers, rawPayload } = await get('/widget.js', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(Buffer.from(unpack(rawPayload)).toString()).toBe(script);
  });

  it('names an address of the script whose bytes never change, with their hash', async () => {
    const { url, integrity } = (await get('/widget.json')).json() as { url: string; integrity: string };
    const { pathname } = new URL(url);
    const { statusCode, headers, rawPayload } = await get(pathname, { 'accept-encoding': 'br' });
    const bytes = brotliDecompressSync(rawPayload);
    expect(statusCode).toBe(200);
    expect(integrity).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'content-type': 'text/javascript; charset=utf-8',
    });
    const other = await bareServer();
    await addWidget(other, folder, needs);
    expect((await other.inject('/widget.json')).json()).toEqual({ url, integrity });
  });

  it('says which script is the current one if an address has the hash of another', async () => {
    const answer = await get('/widget.0123456789abcdef.js');
    const { url } = (await get('/widget.json')).json() as { url: string };
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'route_not_found', hint: expect.stringContaining(url) });
  });

  it('has a page for each channel, with its title and the sites that may frame it', async () => {
    const { statusCode, headers, body } = await get(`/chat/${channel}`);
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>Ask &lt;us&gt; &amp; &quot;them&quot;</title>');
    expect(body).toContain(`<meta content="key of ${channel}">`);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' });
    expect(headers['x-frame-options']).toBeUndefined();
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain('frame-ancestors https://shop.example.com');
    expect(policy).not.toContain('unsafe');
  });

  it.each([
    ['same-origin', 'unsafe-none'],
    ...['cross-site', 'same-site', 'none', 'same-origin, cross-site', ''].map((site) => [site, 'same-origin']),
  ])('tells a page that is opened from a place that is %s the opener policy %s', async (site, policy) => {
    const { headers } = await get(`/chat/${channel}`, { 'sec-fetch-site': site });
    expect(headers).toMatchObject({ 'cross-origin-opener-policy': policy, vary: 'sec-fetch-site' });
    expect((await get(`/chat/${channel}`)).headers['cross-origin-opener-policy']).toBe('same-origin');
  });

  it.each(['br', 'gzip'])('serves immutable assets, compressed as %s if the client accepts that', async (encoding) => {
    const { headers } = await get('/chat/assets/chat-1.js', { 'accept-encoding': encoding });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-encoding']).toBe(encoding);
  });

  it('has the same page for a channel that does not exist, as a 404 that says so in any frame', async () => {
    const { statusCode, headers, body } = await get('/chat/channel_nowhere');
    expect(statusCode).toBe(404);
    expect(body).toContain('<title>Chat</title><meta content="">');
    expect(headers['content-security-policy']).toContain('frame-ancestors *');
  });

  it('asks for no ID that a database can’t store', async () => {
    expect((await get('/chat/channel%00')).statusCode).toBe(404);
  });

  it.each(['/chat', '/chat/', '/chat/assets/', '/chat/assets/chat-2.js', `/chat/${channel}/more`])(
    'is not served at %s',
    async (path) => {
      const { statusCode, headers } = await get(path);
      expect(statusCode).toBe(404);
      expect(headers['content-type']).toContain('application/json');
    },
  );

  it('allows only GET and HEAD', async () => {
    for (const url of ['/widget.js', '/widget.json', '/widget.0.js', `/chat/${channel}`]) {
      const { statusCode, headers } = await app.inject({ method: 'POST', url });
      expect({ statusCode, allow: headers.allow }).toEqual({ statusCode: 405, allow: 'GET, HEAD' });
    }
  });

  it('is not served if it was not built', async () => {
    const bare = await bareServer();
    await addWidget(bare, undefined, needs);
    expect((await bare.inject('/widget.js')).statusCode).toBe(404);
  });
});

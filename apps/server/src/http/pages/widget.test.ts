import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionLimits } from '../limits/settings.ts';
import { createServer } from '../server.ts';
import type { ServerParts } from '../server-parts.ts';
import { addWidget, type LookUpChat } from './widget.ts';

const channel = 'channel_01kg9v7rs1f2t8d4b6n0yq5hxm';

const look: LookUpChat = async (id) => {
  if (id.includes('\u0000')) throw new Error('PostgreSQL stores no NUL.');
  return id === channel ? { title: 'Ask <us> & "them"', frameAncestors: 'https://shop.example.com' } : undefined;
};

/** A server without endpoints and without the parts that only endpoints need. */
const bareServer = () =>
  createServer({
    endpoints: [],
    log: { response: () => undefined, bug: () => undefined },
    secure: false,
    trustedProxies: [],
    connections: connectionLimits(100),
    version: '0.0.0',
  } as unknown as ServerParts);

describe('the widget', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-widget-'));
  let app: FastifyInstance;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'widget.js'), 'plain');
    writeFileSync(join(folder, 'widget.js.gz'), 'compressed');
    writeFileSync(join(folder, 'chat.html'), '<title>__TITLE__</title><script src="/chat/assets/chat-1.js"></script>');
    writeFileSync(join(folder, 'assets/chat-1.js'), 'export {};');
    writeFileSync(join(folder, 'assets/chat-1.js.gz'), 'compressed');
    app = await bareServer();
    await addWidget(app, folder, look);
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  const get = (url: string, headers = {}) => app.inject({ url, headers });

  it('has a script for every site, cached for five minutes', async () => {
    const { statusCode, headers, body } = await get('/widget.js');
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: 'plain' });
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'accept-encoding',
    });
    const again = await get('/widget.js', { 'if-none-match': headers.etag });
    expect({ statusCode: again.statusCode, body: again.body }).toEqual({ statusCode: 304, body: '' });
  });

  it.each([
    ['gzip, br', 'gzip'],
    ['*;q=0.5', 'gzip'],
    ['gzip;q=0', undefined],
    ['br', undefined],
  ])('compresses the script for Accept-Encoding %s as %s', async (accepted, encoding) => {
    const { headers, body } = await get('/widget.js', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(body).toBe(encoding === undefined ? 'plain' : 'compressed');
  });

  it('has a page for each channel, with its title and the sites that may frame it', async () => {
    const { statusCode, headers, body } = await get(`/chat/${channel}`);
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>Ask &lt;us&gt; &amp; &quot;them&quot;</title>');
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' });
    expect(headers['x-frame-options']).toBeUndefined();
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain('frame-ancestors https://shop.example.com');
    expect(policy).not.toContain('unsafe');
  });

  it('serves immutable assets, compressed if the client accepts that', async () => {
    const { headers } = await get('/chat/assets/chat-1.js', { 'accept-encoding': 'gzip' });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-encoding']).toBe('gzip');
  });

  it('has the same page for a channel that does not exist, as a 404 that says so in any frame', async () => {
    const { statusCode, headers, body } = await get('/chat/channel_nowhere');
    expect(statusCode).toBe(404);
    expect(body).toContain('<title>Chat</title>');
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
    for (const url of ['/widget.js', `/chat/${channel}`]) {
      const { statusCode, headers } = await app.inject({ method: 'POST', url });
      expect({ statusCode, allow: headers.allow }).toEqual({ statusCode: 405, allow: 'GET, HEAD' });
    }
  });

  it('is not served if it was not built', async () => {
    const bare = await bareServer();
    await addWidget(bare, undefined, look);
    expect((await bare.inject('/widget.js')).statusCode).toBe(404);
  });
});

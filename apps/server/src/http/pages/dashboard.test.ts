import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareServer } from '../../../testing/servers/bare-server.ts';
import { createRouteRefusal } from '../suggestions/near-routes.ts';
import { addDashboard } from './dashboard.ts';

const page = '<meta nonce="__CSP_NONCE__"><script src="/assets/main-1.js" nonce="__CSP_NONCE__"></script>';

const missing = createRouteRefusal([{ path: '/api/agents' }]);

describe('the dashboard', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-dashboard-'));
  let app: FastifyInstance;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), page);
    writeFileSync(join(folder, 'assets/main-1.js'), 'export {};');
    writeFileSync(join(folder, 'assets/main-1.js.gz'), 'compressed');
    writeFileSync(join(folder, 'assets/inter-1.woff2'), 'font');
    writeFileSync(join(folder, 'assets/late-1.js'), 'late');
    app = await bareServer();
    await addDashboard(app, folder, missing);
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  const get = (url: string, headers = {}) => app.inject({ url, headers });

  it.each([
    '/',
    '/setup',
    '/join',
    '/sign-in',
    '/forgot-password',
    '/reset-password',
    '/approve',
    '/agents',
    '/agents/agent_01h/activity',
    '/agents/agent_01h/code',
    '/knowledge/src_01h/settings',
    '/conversations/conv_01h',
    '/settings/api-keys',
  ])('is served at %s with revalidation and its own policy', async (path) => {
    const { statusCode, headers, body } = await get(path);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const [, nonce] = /script-src 'self' 'nonce-([\w-]{22})';/.exec(policy) ?? [];
    expect(body).toBe(page.replaceAll('__CSP_NONCE__', String(nonce)));
  });

  it('has a new nonce in each response', async () => {
    const [one, other] = [await get('/'), await get('/')];
    expect(one.body).not.toBe(other.body);
  });

  it('serves immutable assets, compressed if the client accepts that', async () => {
    const { headers, body } = await get('/assets/main-1.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toContain('javascript');
    expect(body).toBe('export {};');
    const packed = await get('/assets/main-1.js', { 'accept-encoding': 'gzip' });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': '10',
      vary: 'accept-encoding',
    });
    expect(packed.body).toBe('compressed');
    const known = await get('/assets/main-1.js', { 'if-none-match': headers.etag });
    expect({ statusCode: known.statusCode, body: known.body }).toEqual({ statusCode: 304, body: '' });
    const head = await app.inject({ method: 'HEAD', url: '/assets/main-1.js?v=1' });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '10', '']);
  });

  it('serves its font, which the policy allows from here only', async () => {
    const { statusCode, headers } = await get('/assets/inter-1.woff2');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await get('/')).headers['content-security-policy']).toContain("font-src 'self';");
  });

  it.each([
    ...['/nowhere', '/assets/main-2.js', '/assets/', '/assets/../index.html', '/setup/more', '/api/nowhere'],
    ...['/assets/main-1.js.gz', '/assets/..%2findex.html', '/assets/%00', '/assets', '/assets/main-1.js/'],
  ])('is not served at %s', async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  });

  it('says that a file is missing if another build has replaced it', async () => {
    rmSync(join(folder, 'assets/late-1.js'));
    const { statusCode, body } = await get('/assets/late-1.js');
    expect([statusCode, JSON.parse(body).code]).toEqual([404, 'route_not_found']);
  });

  it('says to a browser that a page is missing, and to a program that a route is', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const shown = await get('/nonsense?a=b', { accept });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(shown.headers['content-security-policy']).toContain(/nonce="([^"]*)"/.exec(shown.body)?.[1]);
    const head = await app.inject({ method: 'HEAD', url: '/nonsense', headers: { accept } });
    expect([head.statusCode, head.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    for (const [url, headers] of [
      ['/nonsense', {}],
      ['/nonsense', { accept: '*/*' }],
      ['/nonsense', { accept: 'application/json, text/html' }],
      ['/api/nonsense', { accept }],
      ['/api', { accept }],
      ['/assets/main-2.js', { accept }],
      ['/.well-known/security.txt', { accept }],
    ] as const) {
      const { statusCode, body } = await get(url, headers);
      expect([statusCode, JSON.parse(body).code]).toEqual([404, 'route_not_found']);
    }
    const posted = await app.inject({ method: 'POST', url: '/nonsense', headers: { accept } });
    expect(JSON.parse(posted.body).code).toBe('route_not_found');
  });

  it('is no answer to a program that takes no HTML, such as one that left out /api', async () => {
    for (const url of ['/agents', '/conversations?limit=5', '/agents/agent_1', '/']) {
      for (const accept of ['application/json', 'application/json, */*;q=0', 'text/event-stream']) {
        const { statusCode, body } = await get(url, { accept });
        expect([statusCode, JSON.parse(body).code]).toEqual([404, 'route_not_found']);
      }
      for (const accept of ['*/*', 'text/html', 'application/json, text/*;q=0.1'])
        expect((await get(url, { accept })).statusCode).toBe(200);
    }
    const { body } = await get('/agents', { accept: 'application/json' });
    expect(JSON.parse(body).hint).toBe('Did you mean /api/agents?');
  });

  it('allows only GET and HEAD', async () => {
    const { statusCode, headers } = await app.inject({ method: 'POST', url: '/agents' });
    expect({ statusCode, allow: headers.allow }).toEqual({ statusCode: 405, allow: 'GET, HEAD' });
  });

  it('is not served if it was not built', async () => {
    const bare = await bareServer();
    await addDashboard(bare, undefined, missing);
    expect((await bare.inject('/')).statusCode).toBe(404);
  });
});

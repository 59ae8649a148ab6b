import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { type RawRequest, send, signIn } from '../../../testing/request.ts';
import { readCorsOrigins } from './cors.ts';

const app = 'https://app.example.com';
const other = 'http://localhost:5173';

describe('PARLEY_CORS_ORIGINS', () => {
  const read = (value?: string) => {
    const problems: string[] = [];
    return { origins: readCorsOrigins({ PARLEY_CORS_ORIGINS: value }, problems), problems };
  };

  test('is a list of origins, empty by default', () => {
    expect(read()).toEqual({ origins: [], problems: [] });
    expect(read(` ${app} ,${other},`)).toEqual({ origins: [app, other], problems: [] });
  });

  test.each(['*', `${app},*`])('refuses %s: every page could use a key', (value) => {
    expect(read(value).problems).toEqual([
      'PARLEY_CORS_ORIGINS: must not be *; name each origin whose pages may have an API key',
    ]);
  });

  test.each([
    `${app}/`,
    `${app}/chat`,
    'app.example.com',
    'null',
    `${app}:443`,
    'https://App.example.com',
    'https://*.example.com,',
    'ftp://a.example',
    'https://me@a.example',
  ])('refuses %s, which no browser sends', (value) => {
    expect(read(value).problems).toHaveLength(value.includes('*') ? 0 : 1);
  });
});

describe.each(anyEngine)('requests from pages of other origins, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_CORS_ORIGINS: `${app},${other}` } });
  let alice: Person;
  let key: string;
  beforeAll(async () => {
    alice = await parley.person();
    key = await alice.key();
  });

  const of = (headers: object) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control')));
  const ask = (headers: RawRequest['headers'], path = '/api/agents') =>
    send(parley.url, { method: 'OPTIONS', path, headers: { ...headers } });
  const preflight = {
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization,if-match',
  };

  test('204: a preflight of an allowed origin needs no key, and is cached', async () => {
    for (const path of ['/api/agents', '/api/agents/agent_1', '/api/nowhere']) {
      const reply = await ask({ origin: app, ...preflight }, path);
      expect([reply.status, reply.text]).toEqual([204, '']);
      expect(of(reply.headers)).toEqual({
        'access-control-allow-origin': app,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': expect.stringContaining(
          'authorization, content-type, idempotency-key, if-match',
        ),
        'access-control-max-age': '7200',
      });
      expect(reply.headers['vary']).toMatch(/^Origin\b/);
    }
  });

  test('405 without permission: another origin, no origin, a request without a key, or no preflight', async () => {
    const { 'access-control-request-headers': _, ...withoutKey } = preflight;
    const refused = [
      { origin: 'https://evil.example', ...preflight },
      { origin: `${app}.evil.example`, ...preflight },
      { origin: 'null', ...preflight },
      preflight,
      { origin: app, ...withoutKey, 'access-control-request-headers': 'content-type' },
      { origin: app },
    ];
    for (const headers of refused) {
      const reply = await ask(headers);
      expect([reply.status, of(reply.headers)]).toEqual([405, {}]);
      expect(reply.headers['vary']).toBe('Origin');
      const document = await send(parley.url, { path: '/api/openapi.json', key, headers: { origin: app } });
      expect(document.headers['vary']).toBe('Origin, accept-encoding');
      const list = await send(parley.url, { path: '/api/models', key, headers: { origin: app } });
      expect(list.headers['vary']).toMatch(/^Origin/);
    }
    expect((await ask({ origin: app, ...preflight }, '/chat')).status).not.toBe(204);
  });

  test('a reply to a request with a key allows its origin, and exposes what clients read', async () => {
    const reply = await send(parley.url, { path: '/api/me', key, headers: { origin: other } });
    expect(reply.status).toBe(200);
    expect(of(reply.headers)).toEqual({
      'access-control-allow-origin': other,
      'access-control-expose-headers': expect.stringMatching(/^ETag, .*X-Request-Id, .*Retry-After, RateLimit, /),
    });
    expect(reply.headers['vary']).toBe('Origin');
    const document = await send(parley.url, { path: '/api/openapi.json', key, headers: { origin: app } });
    expect(document.headers['vary']).toBe('Origin, accept-encoding');
    const list = await send(parley.url, { path: '/api/models', key, headers: { origin: app } });
    expect(list.headers['vary']).toMatch(/^Origin/);
    const elsewhere = await send(parley.url, { path: '/api/me', key, headers: { origin: 'https://evil.example' } });
    expect([elsewhere.status, of(elsewhere.headers)]).toEqual([200, {}]);
  });

  test('so do failures of every kind, and streams', async () => {
    const { _id } = await (await alice.client()).agents.create({ name: 'Echo', model: 'builtin/echo' });
    const requests: [number, RawRequest & { key?: string }][] = [
      [401, { path: '/api/me', key: 'wrong' }],
      [404, { path: '/api/agents/agent_1', key }],
      [404, { path: '/api/nowhere', key }],
      [405, { method: 'POST', path: '/api/me', key }],
      [400, { path: '/api/agents?limit=none', key }],
      [400, { method: 'POST', path: '/api/agents', key, body: '{', headers: { 'content-type': 'application/json' } }],
      [415, { method: 'POST', path: '/api/agents', key, body: 'a', headers: { 'content-type': 'text/plain' } }],
      [201, { method: 'POST', path: `/api/agents/${_id}/chat`, key, body: { content: 'Hi', stream: true } }],
    ];
    for (const [status, { headers, ...request }] of requests) {
      const reply = await send(parley.url, { ...request, headers: { ...headers, origin: app } });
      expect([reply.status, of(reply.headers)]).toMatchObject([status, { 'access-control-allow-origin': app }]);
    }
  });

  test('a session gets no permission, and stays with its own pages', async () => {
    const { cookie } = await signIn(parley.url, alice.user.email);
    const reply = await send(parley.url, { path: '/api/me', headers: { cookie, origin: app } });
    expect([reply.status, of(reply.headers)]).toEqual([403, {}]);
    const both = await send(parley.url, { path: '/api/me', key, headers: { cookie, origin: app } });
    expect(both.headers['access-control-allow-credentials']).toBeUndefined();
    expect(both.json()['data']).toMatchObject({ kind: 'key' });
  });
});

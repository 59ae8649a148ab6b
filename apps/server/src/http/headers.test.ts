import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../testing/databases/engines.ts';
import { password, service } from '../../testing/harness.ts';
import {
  expectCommonHeaders,
  expectFailure,
  type RawRequest,
  type Reply,
  send,
  signIn,
} from '../../testing/request.ts';
import { methodsOf } from './endpoint.ts';

const every = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Returns the token of an invitation link. */
const tokenOf = (link: unknown) => String(link).split('#token=')[1] ?? '';

describe.each(anyEngine)('the envelope and headers of every response, on %s', (engine) => {
  const parley = service(engine);
  const unowned = service(engine);
  let key: string;
  let home: string;
  let session: Awaited<ReturnType<typeof signIn>>;
  const call = (request: RawRequest) => send(parley.url, { key, ...request });
  const dataOf = (reply: Reply) => reply.json()['data'] as Record<string, string>;

  beforeAll(async () => {
    const alice = await parley.person();
    key = await alice.key();
    home = alice.workspace;
    session = await signIn(parley.url, alice.user.email);
  });

  test('creating answers 201 with the data and a readable Location', async () => {
    const reply = await call({ method: 'POST', path: '/api/agents', body: { name: 'Support' } });
    expectCommonHeaders(reply);
    expect(reply).toMatchObject({
      status: 201,
      headers: { location: `/api/agents/${dataOf(reply)['_id']}`, etag: '"1"', 'cache-control': 'private, no-cache' },
    });
    expect(Object.keys(reply.json())).toEqual(['success', 'data']);
    const read = await call({ path: String(reply.headers.location) });
    expectCommonHeaders(read);
    expect({ status: read.status, body: read.json() }).toEqual({ status: 200, body: reply.json() });
  });

  test('every operation with status 201 has a location', () => {
    // The answers of those that stream say what they created.
    const silent = parley.features.endpoints.filter(
      ({ status, location, streams }) => status === 201 && location === undefined && streams !== true,
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  test('deleting answers 200 with a message, never 204', async () => {
    const made = await call({ method: 'POST', path: '/api/agents', body: { name: 'Gone' } });
    const reply = await call({ method: 'DELETE', path: String(made.headers.location) });
    expectCommonHeaders(reply);
    expect({ status: reply.status, body: reply.json() }).toEqual({
      status: 200,
      body: { success: true, message: 'Agent deleted with 0 channels and 0 conversations.' },
    });
  });

  test('data is an object, for lists too', async () => {
    const paths = parley.features.endpoints
      .filter(({ method, params, access }) => method === 'GET' && params === undefined && access !== 'public')
      .filter(({ data }) => data !== 'text' && data !== 'events')
      .map(({ path }) => path);
    expect(paths).toContain('/api/agents');
    for (const path of paths) {
      const query = path.endsWith('/statistics') ? `?workspaceId=${home}` : '';
      const reply = await send(parley.url, { path: path + query, headers: session });
      expectCommonHeaders(reply);
      expect({ path, status: reply.status, body: reply.json() }).toEqual({
        path,
        status: 200,
        body: { success: true, data: expect.any(Object) },
      });
      expect(Array.isArray(reply.json()['data'])).toBe(false);
    }
  });

  test('HEAD answers like GET without the body', async () => {
    const got = await call({ path: '/api/agents?limit=1' });
    const head = await call({ method: 'HEAD', path: '/api/agents?limit=1' });
    expectCommonHeaders(head);
    expect({ ...head, headers: undefined }).toMatchObject({ status: 200, text: '' });
    expect(head.headers['content-length']).toBe(got.headers['content-length']);
  });

  test('request IDs are generated here and unique', async () => {
    const headers = { 'x-request-id': 'req_chosen' };
    const replies = await Promise.all(Array.from({ length: 50 }, () => call({ path: '/api/me', headers })));
    const ids = replies.map((reply) => reply.headers['x-request-id']);
    expect(new Set(ids).size).toBe(50);
    expect(ids).not.toContain('req_chosen');
  });

  test('responses with a secret are sent with no-store', async () => {
    const post = (path: string, body: object) => send(parley.url, { method: 'POST', path, headers: session, body });
    const made = await post('/api/api-keys', { name: 'Shop', scopes: ['agents:read'] });
    const rotated = await post(`/api/api-keys/${dataOf(made)['_id']}/rotate`, {});
    const invited = await post(`/api/workspaces/${home}/invitations`, { email: 'new@example.com', role: 'viewer' });
    const accepted = await post('/api/invitations/accept', { token: tokenOf(dataOf(invited)['url']), password });
    const signedIn = await post('/api/session', { email: 'new@example.com', password });
    const token = await unowned.features.setup.issueToken();
    const body = { token, email: 'first@example.com', password };
    const claimed = await send(unowned.url, { method: 'POST', path: '/api/setup', body });
    for (const reply of [made, rotated, invited, accepted, signedIn, claimed]) {
      expectCommonHeaders(reply);
      expect({ text: reply.text, ...reply.headers }).toMatchObject({ 'cache-control': 'no-store' });
    }
    expect([made, rotated, invited, accepted, signedIn, claimed].map(({ status }) => status)).toEqual([
      201, 201, 201, 200, 201, 201,
    ]);
  });

  test('404: unknown paths have the envelope, with and without a key', async () => {
    for (const path of [
      '/',
      '/api',
      '/api/',
      '/api/agent',
      '/API/agents',
      '//api/agents',
      '/api/agents/a/b',
      '/metrics',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        expectFailure(await send(parley.url, { method, path }), 'route_not_found');
        expectFailure(await call({ method, path, body: {} }), 'route_not_found');
      }
    }
  });

  test('405: every path lists its methods in Allow', async () => {
    const { endpoints } = parley.features;
    for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
      const methods: string[] = endpoints.filter((endpoint) => endpoint.path === path).flatMap(methodsOf);
      const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort();
      for (const method of every.filter((each) => !allowed.includes(each))) {
        const reply = await send(parley.url, { method, path: path.replaceAll(/:\w+/g, 'x') });
        const allow = reply.headers.allow?.split(', ').sort();
        expect({ method, path, status: reply.status, allow }).toEqual({ method, path, status: 405, allow: allowed });
        expectCommonHeaders(reply);
      }
    }
  });

  test('405: a method that no path supports', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'QUERY']) {
      const reply = await call({ method, path: '/api/agents' });
      expectFailure(reply, 'method_not_allowed');
      expect(reply.headers.allow).toContain('GET');
    }
  });
});

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newKey } from '../../src/access/key-format.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { anyEngine } from '../databases/engines.ts';
import { service } from '../harness.ts';
import { shareOf } from '../memory/level.ts';
import { openWire, type Wire, type WireReply, type WireRequest } from '../processes/wire.ts';
import { fingerprintOf, inParallel, summaryOf } from './answers.ts';
import { cellOf, isInert, prepare, rowOf } from './cells.ts';
import { changesSince, databaseState } from './database-state.ts';
import { endpointsOf } from './routes.ts';
import { sendAll } from './sending.ts';
import { makeSubject, type Subject } from './subjects.ts';
import { bearer, buildWorld, cookie, type World } from './world.ts';

type Headers = Readonly<Record<string, string>>;

/** Places in which other services look for a key, and ours doesn't. */
const wrongHeaders: readonly ((key: string) => Headers)[] = [
  (key) => ({ 'x-api-key': key }),
  (key) => ({ 'api-key': key }),
  (key) => ({ 'x-auth-token': key }),
  (key) => ({ 'x-authorization': `Bearer ${key}` }),
  (key) => ({ 'proxy-authorization': `Bearer ${key}` }),
  (key) => ({ 'x-forwarded-authorization': `Bearer ${key}` }),
  (key) => ({ authorization: key }),
  (key) => ({ authorization: `Token ${key}` }),
  (key) => ({ authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }),
  (key) => ({ authorization: `Basic ${Buffer.from(`api:${key}`).toString('base64')}` }),
  (key) => ({ authorization: `Bearer:${key}` }),
  (key) => ({ authorization: `Bearer ${key} ${key}` }),
  (key) => ({ cookie: `api_key=${key}; authorization=Bearer%20${key}` }),
];

/** Query parameters in which other services look for a key. */
const wrongParameters = ['api_key', 'apiKey', 'access_token', 'key', 'token', 'authorization'];

/** Headers with which proxies and frameworks pass on the caller, its address and the real request. */
const spoofs: Headers = {
  'x-forwarded-for': '127.0.0.1',
  'x-real-ip': '127.0.0.1',
  'x-client-ip': '127.0.0.1',
  forwarded: 'for=127.0.0.1;host=evil.example;proto=https',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-prefix': '/evil',
  'x-http-method-override': 'DELETE',
  'x-http-method': 'DELETE',
  'x-method-override': 'DELETE',
  'x-original-url': '/healthz',
  'x-rewrite-url': '/healthz',
  'x-request-from': 'internal',
  'x-middleware-subrequest': 'middleware',
  'x-user-id': 'user_01h00000000000000000000000',
  'x-account-id': 'acct_01h00000000000000000000000',
  'x-workspace-id': 'ws_01h00000000000000000000000',
  'x-role': 'owner',
  'x-remote-user': 'root@ours.example',
  'x-request-id': 'req_chosen',
};

// Thousands of requests on a possibly busy machine.
vi.setConfig({ testTimeout: 90_000 });

describe.each(anyEngine)('credentials and other parts of a request, on %s', (engine) => {
  const running = service(engine);
  let world: World;
  let wire: Wire;
  let endpoints: readonly Endpoint[];

  beforeAll(async () => {
    world = await buildWorld(running);
    wire = openWire(running.url);
    endpoints = endpointsOf(running.features);
  });
  afterAll(() => wire.close());

  /** The request of each endpoint with all its IDs at home, and whether it would have an effect. */
  const requestsOf = (subject: Subject, chosen = endpoints) =>
    inParallel(chosen, async (endpoint) => {
      const aims = Object.fromEntries(Object.keys(rowOf(endpoint).slots ?? {}).map((slot) => [slot, 'home' as const]));
      const cell = cellOf({ endpoint, subject, aims, serial: 0 });
      const inert = isInert(cell);
      return { endpoint, inert, request: await prepare(world, cell) };
    });

  const unchanged = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const before = await databaseState(running.db);
    const result = await work();
    expect(await changesSince(running, before)).toEqual([]);
    return result;
  };

  /** Sends each request with and without the change, and returns the differences of the answers. */
  const differences = async (pairs: readonly (readonly [WireRequest, WireRequest])[], refused: boolean) => {
    const line = { service: running, wire };
    // Many changes are of the same request, which is sent once.
    const requests = [...new Set(pairs.map(([one]) => one))];
    const replies = await sendAll(line, requests, refused);
    const plain = new Map(requests.map((request, index) => [request, replies[index]]));
    const changed = await sendAll(
      line,
      pairs.map(([, other]) => other),
      refused,
    );
    return changed.flatMap((reply, index) => {
      const [original, request] = pairs[index] as readonly [WireRequest, WireRequest];
      const expected = plain.get(original) as WireReply;
      if (fingerprintOf(reply) === fingerprintOf(expected)) return [];
      return [
        `${request.method} ${request.path} ${JSON.stringify(request.headers)}: ${summaryOf(reply)}: ${reply.text}`,
      ];
    });
  };

  it('ignores a key in the wrong place, on every route', async () => {
    const anonymous = await makeSubject(world, 'anonymous');
    const { key } = await world.keyOf(world.sites.home.owner, 'ours');
    const guarded = endpoints.filter((endpoint) => rowOf(endpoint).needs !== 'nothing');
    const pairs = (await requestsOf(anonymous, guarded)).flatMap(({ request }, index) => {
      const changed = [
        ...wrongHeaders.map((headers) => ({ ...request, headers: headers(key) })),
        ...wrongParameters.map((name) => {
          const path = `${request.path}${request.path.includes('?') ? '&' : '?'}${name}=${key}`;
          return { ...request, path };
        }),
      ];
      return shareOf(changed, index, 6).map((other) => [request, other] as const);
    });
    expect(await unchanged(() => differences(pairs, true))).toEqual([]);
  });

  it('never accepts one kind of credential as the other', async () => {
    const { owner } = world.sites.home;
    const [{ key }, token] = [await world.keyOf(owner, 'ours'), await world.sessionOf(owner)];
    const me = (headers: Headers) => wire.send({ method: 'GET', path: '/api/me', headers });
    expect(summaryOf(await me(bearer({ key })))).toBe('200');
    expect(summaryOf(await me(cookie(running, token)))).toBe('200');
    running.advance(61_000);
    expect(summaryOf(await me(bearer({ key: token })))).toBe('401 invalid_api_key');
    expect(summaryOf(await me(cookie(running, key)))).toBe('401 session_ended');
    // A header counts even if it is worthless: the cookie is then not checked.
    for (const authorization of ['', 'Bearer', 'Bearer x', 'Basic x']) {
      expect((await me({ ...cookie(running, token), authorization })).status).toBe(401);
    }
  });

  it('accepts the scheme in any case', async () => {
    const { key } = await world.keyOf(world.sites.home.owner, 'ours');
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'bearer ']) {
      const reply = await wire.send({ method: 'GET', path: '/api/me', headers: { authorization: `${scheme} ${key}` } });
      expect(reply.status).toBe(200);
    }
  });

  it.each(['anonymous', 'key with agents:read alone', "key of another account's admin", 'session of a viewer'])(
    'is not moved by what headers claim: %s',
    async (name) => {
      const subject = await makeSubject(world, name);
      const requests = (await requestsOf(subject)).filter(isSteady);
      const pairs = requests.map(
        ({ request }) => [request, { ...request, headers: { ...request.headers, ...spoofs } }] as const,
      );
      expect(await unchanged(() => differences(pairs, subject.refused !== undefined))).toEqual([]);
    },
  );

  it('counts failures by the connection’s address, and writes links with its own host', async () => {
    running.advance(61_000);
    const attempts = Array.from({ length: 21 }, (_, index) => ({ 'x-forwarded-for': `198.51.100.${index}` }));
    const replies: WireReply[] = [];
    for (const headers of attempts) {
      replies.push(
        await wire.send({ method: 'GET', path: '/api/me', headers: { ...headers, ...bearer({ key: newKey() }) } }),
      );
    }
    expect(replies.map(summaryOf)).toEqual([
      ...Array.from({ length: 20 }, () => '401 invalid_api_key'),
      '429 too_many_failed_attempts',
    ]);
    const { home } = world.sites;
    const headers = { ...cookie(running, await world.sessionOf(home.owner)), ...spoofs };
    const path = `/api/workspaces/${home.workspace}/invitations`;
    const made = await wire.send({
      method: 'POST',
      path,
      headers,
      body: { email: 'guest@example.com', role: 'viewer' },
    });
    expect(made.status).toBe(201);
    expect(made.text).not.toContain('evil.example');
    expect(made.headers['x-request-id']).not.toBe('req_chosen');
  });

  it.each(['anonymous', 'key with agents:read alone', 'key with every scope'])(
    'gives no more for another spelling of a path: %s',
    async (name) => {
      const subject = await makeSubject(world, name);
      const requests = (await requestsOf(subject)).filter(isSteady);
      const spelled = requests.flatMap(({ request }, index) =>
        shareOf(spellings(request.path), index, 9).map((path) => ({ ...request, path })),
      );
      const line = { service: running, wire };
      const refused = subject.refused !== undefined;
      const plain = await sendAll(
        line,
        requests.map(({ request }) => request),
        refused,
      );
      const replies = await unchanged(() => sendAll(line, spelled, refused));
      const each = spelled.length / requests.length;
      const more = replies.flatMap((reply, index) => {
        const usual = plain[Math.floor(index / each)] as WireReply;
        const less = reply.status >= 400 && reply.status < 500;
        if (less || fingerprintOf(reply) === fingerprintOf(usual)) return [];
        return [`${spelled[index]?.method} ${spelled[index]?.path}: ${summaryOf(reply)}, not ${summaryOf(usual)}`];
      });
      expect(more).toEqual([]);
    },
  );
});

/** Operations whose answers tell what others do: the account's usage, half a minute late, and what it has. */
const unsteady = new Set(['getUsage', 'getQuotas']);

/** True if the same request gets the same answer again. */
const isSteady = ({ inert, endpoint }: { inert: boolean; endpoint: Endpoint }) => inert && !unsteady.has(endpoint.id);

/** Variants of a path that an intermediary might write. */
function spellings(path: string): string[] {
  const [plain = '', query] = path.split('?', 2);
  const tail = query === undefined ? '' : `?${query}`;
  const last = plain.lastIndexOf('/');
  return [
    `/${plain}`,
    plain.replace('/', '/./'),
    plain.replace('/', '/x/../'),
    plain.replace('/', '/%2e/'),
    plain.replace('/', '/x/%2e%2e/'),
    plain.replace('/', '/;/'),
    `${plain.slice(0, last)}//${plain.slice(last + 1)}`,
    `${plain.slice(0, last)}%2F${plain.slice(last + 1)}`,
    `${plain.slice(0, last)}%5C${plain.slice(last + 1)}`,
    `${plain.slice(0, last)}\\${plain.slice(last + 1)}`,
    `/%2F${plain.slice(1)}`,
    `/%61${plain.slice(2)}`,
    `${plain}/`,
    `${plain}//`,
    `${plain}/.`,
    `${plain};x=1`,
    `${plain}.json`,
    `${plain}%00`,
    `${plain}%20`,
    `${plain}%3F`,
    `${plain}%23`,
    `${plain}/..${plain}`,
    plain.toUpperCase(),
    plain.replace('/api/', '/API/'),
    plain.replace('/api/', '/Api/'),
    `http://evil.example${plain}`,
    `//evil.example${plain}`,
  ].map((each) => `${each}${tail}`);
}

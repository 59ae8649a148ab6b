import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../testing/databases/engines.ts';
import { channelFailures } from '../../testing/failures/channel-failures.ts';
import { conversationFailures } from '../../testing/failures/conversation-failures.ts';
import { eventFailures } from '../../testing/failures/event-failures.ts';
import { factorFailures } from '../../testing/failures/factor-failures.ts';
import { keyFailures } from '../../testing/failures/key-failures.ts';
import { mailFailures } from '../../testing/failures/mail-failures.ts';
import { providerFailures } from '../../testing/failures/provider-failures.ts';
import { sourceFailures } from '../../testing/failures/source-failures.ts';
import { teamFailures } from '../../testing/failures/team-failures.ts';
import { toolFailures, toolServer } from '../../testing/failures/tool-failures.ts';
import { type Person, password, type Service, service } from '../../testing/harness.ts';
import { slowReads } from '../../testing/plans/slow-reads.ts';
import { heldArgon2 } from '../../testing/processes/light-argon2.ts';
import { exchange } from '../../testing/processes/raw-socket.ts';
import { expectFailure, type RawRequest, type Reply, send, signIn } from '../../testing/request.ts';
import { type FakeProvider, startFakeProvider } from '../../testing/servers/fake-provider.ts';
import type { ErrorCode } from '../errors.ts';
import type { Failure } from './errors.ts';
import { statusOf } from './statuses.ts';

/** The fixtures that provoke the errors. */
interface World {
  readonly parley: Service;
  /** An instance without an owner. */
  readonly unowned: Service;
  /** One that sends mail, to a server that isn't there. */
  readonly mailing: Service;
  readonly alice: Person;
  /** Alice's key with every scope, and a read-only key. */
  readonly key: string;
  readonly reader: string;
  /** Alice's session. */
  readonly session: { readonly cookie: string; readonly origin: string };
  readonly agent: string;
  readonly home: string;
  readonly provider: FakeProvider;
}

interface Row {
  /** Provokes the error: a request, or a function that ends with one. */
  readonly by: (world: World) => RawRequest | Promise<Reply>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: Partial<Failure>;
}

const create =
  (body: RawRequest['body'], more: Partial<RawRequest> = {}) =>
  ({ key }: World) => ({
    method: 'POST',
    path: '/api/agents',
    key,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
    ...more,
  });
const get = (path: (world: World) => string) => (world: World) => ({ path: path(world), key: world.key });

/** Every error code with the expected response. A code without a row does not compile. */
const rows = {
  // First: later rows fail so many sign-ins that this address must wait.
  ...{ ...mailFailures, ...factorFailures },
  bad_request: { by: get(() => '/api/agents/%ZZ') },
  invalid_json: { by: create('{"name":') },
  validation_failed: {
    by: create({ temperature: 1.5 }),
    body: {
      error: 'name is required; temperature must be between 0 and 1.',
      details: [
        { path: 'name', message: 'is required' },
        { path: 'temperature', message: 'must be between 0 and 1' },
      ],
    },
  },
  unknown_parameter: {
    by: get(() => '/api/agents?page=2'),
    body: { error: 'page is not a known parameter.', details: [{ path: 'page', message: 'is not a known parameter' }] },
  },
  cursor_invalid: {
    by: get(() => '/api/agents?cursor=made-up'),
    body: { hint: expect.stringContaining('nextCursor') },
  },
  read_only_field: {
    by: ({ agent, key }) => ({ method: 'PUT', path: `/api/agents/${agent}`, key, body: { _id: 'agent_other' } }),
    body: { details: [{ path: '_id', message: 'is read-only' }] },
  },
  missing_api_key: {
    by: () => ({ path: '/api/agents' }),
    headers: { 'www-authenticate': 'Bearer realm="parley"' },
    body: { hint: expect.stringContaining('Authorization: Bearer') },
  },
  ...keyFailures,
  session_ended: {
    by: async ({ alice, parley }) => {
      const headers = await signIn(parley.url, alice.user.email);
      await send(parley.url, { method: 'DELETE', path: '/api/session', headers });
      return send(parley.url, { path: '/api/me', headers });
    },
    headers: { 'www-authenticate': 'Bearer realm="parley"' },
  },
  invalid_credentials: {
    by: () => ({ method: 'POST', path: '/api/session', body: { email: 'nobody@example.com', password } }),
    headers: { 'www-authenticate': 'Bearer realm="parley"' },
  },
  insufficient_scope: {
    by: ({ reader }) => ({ method: 'POST', path: '/api/agents', key: reader, body: { name: 'A' } }),
    headers: { 'www-authenticate': 'Bearer realm="parley", error="insufficient_scope", scope="agents:write"' },
    body: {
      error: 'The API key lacks the scope agents:write.',
      hint: 'Use a key that was made with the scope agents:write.',
    },
  },
  insufficient_role: {
    by: async ({ parley, alice, home }) => {
      const viewer = await parley.person();
      await alice.invite(viewer, 'viewer');
      const session = await signIn(parley.url, viewer.user.email);
      return send(parley.url, {
        method: 'POST',
        path: '/api/agents',
        headers: session,
        body: { name: 'A', workspaceId: home },
      });
    },
    headers: { 'www-authenticate': undefined },
    body: { hint: expect.stringMatching(/agents:write.*viewer/) },
  },
  origin_not_allowed: {
    by: ({ session }) => ({ path: '/api/agents', headers: { ...session, origin: 'https://evil.example' } }),
  },
  session_required: {
    by: ({ key }) => ({ method: 'POST', path: '/api/api-keys', key, body: { name: 'K', scopes: ['agents:read'] } }),
  },
  address_not_verified: {
    by: async ({ parley, alice }) => {
      const post = (path: string, body: object, headers = {}) =>
        send(parley.url, { method: 'POST', path, body, headers });
      const join = async (host: Person) => {
        const path = `/api/workspaces/${host.workspace}/invitations`;
        const draft = { email: 'unverified@example.com', role: 'viewer' };
        const made = await post(path, draft, await signIn(parley.url, host.user.email));
        const [, token] = (made.json()['data'] as { url: string }).url.split('#token=');
        return post('/api/invitations/accept', { token, password });
      };
      await join(alice);
      return join(await parley.person());
    },
    headers: { 'www-authenticate': undefined },
    body: { hint: expect.stringContaining('parley user verify') },
  },
  agent_not_found: { by: get(() => '/api/agents/agent_01h455vb4pex5vsknk084sn02q') },
  workspace_not_found: { by: get(() => '/api/workspaces/ws_01h455vb4pex5vsknk084sn02q') },
  member_not_found: {
    by: ({ home, key }) => ({ method: 'DELETE', path: `/api/workspaces/${home}/members/user_nobody`, key }),
  },
  invitation_not_found: {
    by: () => ({ method: 'POST', path: '/api/invitations/preview', body: { token: 'made-up' } }),
  },
  api_key_not_found: { by: get(() => '/api/api-keys/key_01h455vb4pex5vsknk084sn02q') },
  session_not_found: {
    by: ({ session }) => ({ method: 'DELETE', path: '/api/sessions/sess_other', headers: session }),
  },
  question_not_found: {
    by: ({ agent, key }) => ({ method: 'DELETE', path: `/api/agents/${agent}/unanswered-questions/qst_x`, key }),
  },
  route_not_found: { by: get(() => '/api/nothing') },
  setup_token_invalid: {
    by: ({ unowned }) => {
      const body = { token: 'made-up', email: 'first@example.com', password };
      return send(unowned.url, { method: 'POST', path: '/api/setup', body });
    },
    body: { hint: expect.stringContaining('Restart the server') },
  },
  method_not_allowed: {
    by: ({ key }) => ({ method: 'POST', path: '/api/agents/agent_x', key }),
    headers: { allow: 'GET, HEAD, PUT, PATCH, DELETE' },
  },
  request_timeout: {
    by: async ({ parley }) => {
      const [reply] = await exchange(parley.url, 'POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n');
      return reply as Reply;
    },
    headers: { connection: 'close' },
  },
  name_conflict: { by: ({ key }) => ({ method: 'POST', path: '/api/workspaces', key, body: { name: 'home' } }) },
  already_member: {
    by: ({ alice, home, key }) => {
      const body = { email: alice.user.email, role: 'viewer' };
      return { method: 'POST', path: `/api/workspaces/${home}/invitations`, key, body };
    },
  },
  api_key_inactive: {
    by: async ({ parley, session }) => {
      const post = (path: string, body: object) => send(parley.url, { method: 'POST', path, headers: session, body });
      const made = await post('/api/api-keys', { name: 'Short', scopes: ['agents:read'] });
      const path = `/api/api-keys/${(made.json()['data'] as { _id: string })._id}`;
      await send(parley.url, { method: 'DELETE', path, headers: session });
      return post(`${path}/rotate`, {});
    },
  },
  last_owner: {
    by: ({ alice, home, key }) => ({ method: 'DELETE', path: `/api/workspaces/${home}/members/${alice.user.id}`, key }),
  },
  last_workspace: {
    by: ({ home, key }) => ({ method: 'DELETE', path: `/api/workspaces/${home}?confirm=Home`, key }),
  },
  idempotency_in_progress: {
    by: async ({ parley, key }) => {
      const request = {
        method: 'POST',
        path: '/api/agents',
        key,
        headers: { 'idempotency-key': 'twice' },
        body: { name: 'A' },
      };
      const replies = await Promise.all(Array.from({ length: 20 }, () => send(parley.url, request)));
      return replies.find((reply) => reply.status === 409) as Reply;
    },
    headers: { 'retry-after': '1' },
  },
  quota_exceeded: {
    by: async ({ parley }) => {
      const key = await (await parley.person({ plan: 'business' })).key();
      return send(parley.url, { method: 'POST', path: '/api/workspaces', key, body: { name: 'Second' } });
    },
    body: {
      error: 'The account has 1 of 1 workspaces that its plan (business) allows.',
      hint: expect.stringContaining('parley plan set'),
      details: [{ path: 'workspaces', message: '1 of 1 are used' }],
    },
  },
  version_conflict: {
    by: ({ agent, key }) => ({
      method: 'PUT',
      path: `/api/agents/${agent}`,
      key,
      headers: { 'if-match': '"99"' },
      body: {},
    }),
    headers: { etag: '"1"' },
    body: { hint: expect.stringContaining('Read it again') },
  },
  payload_too_large: { by: create(`{"name":"${'x'.repeat(1024 * 1024)}"}`), headers: { connection: 'close' } },
  uri_too_long: { by: get(() => `/api/agents?q=${'x'.repeat(8192)}`) },
  unsupported_media_type: {
    by: create('{"name":"A"}', { headers: { 'content-type': 'text/plain' } }),
    headers: { accept: 'application/json' },
  },
  idempotency_key_reused: {
    by: async (world) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'reused' };
      await send(world.parley.url, create({ name: 'A' }, { headers })(world));
      return send(world.parley.url, create({ name: 'B' }, { headers })(world));
    },
  },
  rate_limited: {
    by: async ({ parley }) => {
      const person = await parley.person({ plan: 'pro' });
      const key = await person.key();
      await send(parley.url, { path: '/api/me', key });
      return send(parley.url, { path: '/api/me', key });
    },
    headers: { 'retry-after': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) },
    body: {
      hint: 'The plan allows 1 requests a minute, all keys of the account and messages from the dashboard together.',
    },
  },
  too_many_failed_attempts: {
    by: async ({ parley }) => {
      const body = { email: 'guessed@example.com', password };
      const guess = () => send(parley.url, { method: 'POST', path: '/api/session', body });
      for (let guesses = 0; guesses < 5; guesses += 1) await guess();
      return guess();
    },
    headers: { 'retry-after': '60' },
  },
  headers_too_large: {
    by: () => ({ path: '/healthz', headers: { 'x-wide': 'x'.repeat(17_000) } }),
    headers: { connection: 'close' },
  },
  internal_error: {
    by: async ({ parley }) => {
      const key = await (await parley.person()).key();
      // Corrupts a row in a way that no request can, to cause a bug.
      const broken = parley.db.query.updateTable('api_keys').set({ scopes: 'no JSON' });
      await parley.db.write([broken.where('last_four', '=', key.slice(-4)).compile()]);
      return send(parley.url, { path: '/api/agents', key });
    },
    body: { error: 'Something went wrong on our side.' },
  },
  unavailable: {
    by: async ({ parley }) => {
      // More sign-ins than may wait for their password hash, while none ends.
      const letThrough = passwords.hold();
      const attempts = Array.from({ length: 40 }, (_, index) => {
        const body = { email: `rush-${index}@example.com`, password };
        return send(parley.url, { method: 'POST', path: '/api/session', body });
      });
      const refused = await Promise.race(attempts);
      letThrough();
      await Promise.all(attempts);
      return refused;
    },
    headers: { 'retry-after': '2' },
  },
  query_timeout: {
    by: ({ unowned }) => send(unowned.url, { path: `/api/slow?account=a&rows=${10 ** 10}` }),
    headers: { 'retry-after': undefined },
    body: { error: 'The query took longer than 1 s.', hint: 'Count less far.' },
  },
  ...conversationFailures,
  ...eventFailures,
  ...sourceFailures,
  ...toolFailures,
  ...teamFailures,
  ...providerFailures,
  // Last: it moves the clock by months.
  ...channelFailures,
} satisfies Record<ErrorCode, Row>;

const [passwords, provider] = [heldArgon2(), await startFakeProvider()];
afterAll(() => Promise.all([provider.close(), toolServer.close()]));

describe.each(anyEngine)('errors over HTTP, on %s', (engine) => {
  const parley = service(engine, {
    argon2: passwords.argon2,
    environment: {
      ...provider.environment,
      PARLEY_ALLOW_PRIVATE_HOSTS: `127.0.0.1:${toolServer.port}`,
      PARLEY_PLAN_LIMITS: 'free=100000,pro=1',
      PARLEY_PLAN_CONCURRENCY: 'replies:business=1',
      PARLEY_PLAN_QUOTAS: 'business.workspaces=1',
    },
    // A busy machine takes a second to load a provider's package.
    modelLimits: { firstToken: 5_000 },
    timeouts: { headersTimeout: 200, connectionsCheckingInterval: 50 },
  });
  const unowned = service(engine, {
    environment: { PARLEY_QUERY_TIMEOUT_SECONDS: '1' },
    endpoints: slowReads,
  });
  const mailing = service(engine, {
    environment: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'parley@example.com' },
  });
  let world: World;

  beforeAll(async () => {
    const alice = await parley.person();
    const key = await alice.key();
    const made = await send(parley.url, { method: 'POST', path: '/api/agents', key, body: { name: 'Support' } });
    world = {
      parley,
      provider,
      unowned,
      mailing,
      alice,
      key,
      reader: await alice.key(['agents:read']),
      session: await signIn(parley.url, alice.user.email),
      agent: (made.json()['data'] as { _id: string })._id,
      home: alice.workspace,
    };
  });

  test.each(Object.keys(rows) as ErrorCode[])('%s', async (code) => {
    const { by, headers = {}, body = {} }: Row = rows[code];
    const provoked = await by(world);
    const reply = 'path' in provoked ? await send(parley.url, provoked) : provoked;
    const failure = expectFailure(reply, code);
    expect(failure).toMatchObject(body);
    for (const [name, value] of Object.entries(headers))
      expect({ [name]: reply.headers[name] }).toEqual({ [name]: value });
  });

  test('there is a row for every code', () => {
    expect(Object.keys(rows).sort()).toEqual(Object.keys(statusOf).sort());
  });

  test('reports at most five details, also in the sentence', async () => {
    const texts = { name: 1, description: 1, systemPrompt: 1, model: 1 };
    const body = { ...texts, temperature: 'x', knowledgeSources: 1, extra: 1 };
    const failure = expectFailure(
      await send(parley.url, { method: 'POST', path: '/api/agents', key: world.key, body }),
      'validation_failed',
    );
    expect(failure.details).toHaveLength(5);
    expect(failure.error.split('; ')).toHaveLength(5);
  });

  test('a bug is logged with its request ID and hidden from the caller', async () => {
    const reply = (await rows.internal_error.by(world)) as Reply;
    const lines = parley
      .log()
      .split('\n')
      .filter((line) => line.includes(String(reply.headers['x-request-id'])));
    expect(lines.join('\n')).toContain('SyntaxError');
    expect(reply.text).not.toMatch(/SyntaxError|JSON\.parse|\.ts/);
  });
});

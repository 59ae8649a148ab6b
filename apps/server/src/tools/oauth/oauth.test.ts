// @module-tag pure

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settingsOf } from '../../../testing/outbound/world.ts';
import { startOAuthServer, type TestOAuthServer } from '../../../testing/servers/oauth-server.ts';
import { createOutbound, type Outbound } from '../../outbound/outbound.ts';
import { accountOf, beginSignIn, completeSignIn, type SignIn } from './authorize.ts';
import { callbackPath, clientDocument, clientDocumentPath } from './document.ts';
import type { OAuthNeeds, OAuthRecord } from './record.ts';
import { accessToken } from './tokens.ts';

const publicUrl = 'https://parley.test';
const id = 'tool_1:user_1';
const session = 'session of Ada';

let server: TestOAuthServer;
let outbound: Outbound;
let now: number;
let records: Map<string, OAuthRecord>;
let needs: OAuthNeeds;

/** Runs work of one ID at a time. */
function createLock() {
  const last = new Map<string, Promise<unknown>>();
  return <Value>(of: string, work: () => Promise<Value>): Promise<Value> => {
    const mine = (last.get(of) ?? Promise.resolve()).then(work, work);
    last.set(of, mine);
    return mine;
  };
}

beforeEach(async () => {
  now = 1_000_000;
  records = new Map();
  server = await startOAuthServer();
  outbound = createOutbound({ settings: settingsOf({ PARLEY_ALLOW_PRIVATE_HOSTS: `127.0.0.1:${server.port}` }) });
  needs = {
    fetch: outbound.fetch,
    now: () => now,
    load: async (of) => structuredClone(records.get(of)),
    save: async (of, record) => void records.set(of, structuredClone(record)),
    withLock: createLock(),
  };
});
afterEach(() => {
  outbound.close();
  server.close();
});

const begin = async (more: Partial<SignIn> = {}) =>
  new URL((await beginSignIn(needs, { id, serverUrl: server.resource, session, publicUrl, ...more })).authorizationUrl);
const complete = (params: URLSearchParams, by = session) => completeSignIn(needs, { id, session: by, params });
const connect = async (more: Partial<SignIn> = {}) => {
  const url = await begin(more);
  await complete(server.agree(url.href));
  return url;
};
const token = (rejected?: string) => accessToken(needs, { id, serverUrl: server.resource, rejected });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error) => error.code ?? String(error),
  );
const refreshes = () => server.tokenRequests.filter((form) => form['grant_type'] === 'refresh_token').length;
const stateOf = () => records.get(id)?.grant?.state;

describe('a sign-in', () => {
  test('sends the person to the authorization server, with PKCE, resource, state and our document', async () => {
    server.resourceMetadata = { scopes_supported: ['read', 'write'] };
    server.metadata = { scopes_supported: ['offline_access'] };
    const url = await begin();
    expect(`${url.origin}${url.pathname}`).toBe(`${server.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: `${publicUrl}/api/oauth/mcp-client`,
      redirect_uri: `${publicUrl}/connect/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      resource: server.resource,
      scope: 'read write offline_access',
    });
    expect(accountOf(url.searchParams.get('state') ?? '')).toBe(id);
    expect(accountOf('nonsense')).toBeUndefined();
  });

  test('asks for the scope of the challenge, at the metadata that it names', async () => {
    const challenge = `Bearer resource_metadata="${server.issuer}/.well-known/oauth-protected-resource/mcp", scope="a b"`;
    expect((await begin({ challenge })).searchParams.get('scope')).toBe('a b');
  });

  test('gives tokens that the server has issued', async () => {
    await connect();
    expect(server.accepts(await token())).toBe(true);
    expect(server.tokenRequests).toMatchObject([{ grant_type: 'authorization_code', resource: server.resource }]);
    expect(records.get(id)).toMatchObject({
      pending: null,
      grant: { state: 'connected', server: { issuer: server.issuer } },
    });
  });

  test('of another session is refused, and the right one can still complete', async () => {
    const params = server.agree((await begin()).href);
    expect(await codeOf(complete(params, 'session of Eve'))).toBe('state');
    await complete(params);
    expect(stateOf()).toBe('connected');
  });

  test('with another state is refused', async () => {
    const params = server.agree((await begin()).href);
    params.set('state', `${params.get('state')}x`);
    expect(await codeOf(complete(params))).toBe('state');
    params.delete('state');
    expect(await codeOf(complete(params))).toBe('state');
    expect(server.tokenRequests).toEqual([]);
  });

  test('completes once', async () => {
    const params = server.agree((await begin()).href);
    const codes = await Promise.all([codeOf(complete(params)), codeOf(complete(params))]);
    expect(codes.toSorted()).toEqual(['none', 'state']);
    expect(server.tokenRequests).toHaveLength(1);
  });

  test('expires', async () => {
    const params = server.agree((await begin()).href);
    now += 10 * 60_000;
    expect(await codeOf(complete(params))).toBe('state');
  });

  test.each([
    ['another', 'https://evil.test'],
    ['none', undefined],
  ])('whose answer has %s iss is refused, and its code is not used', async (_which, iss) => {
    const params = server.agree((await begin()).href);
    params.delete('iss');
    if (iss !== undefined) params.set('iss', iss);
    params.set('error_description', 'click here');
    expect(await codeOf(complete(params))).toBe('issuer');
    expect(server.tokenRequests).toEqual([]);
  });

  test('needs no iss of a server that does not promise one', async () => {
    server.metadata = { authorization_response_iss_parameter_supported: undefined };
    const params = server.agree((await begin()).href);
    params.delete('iss');
    await complete(params);
    expect(stateOf()).toBe('connected');
  });

  test('that the person refuses connects nothing', async () => {
    const params = server.agree((await begin()).href);
    params.delete('code');
    params.set('error', 'access_denied');
    expect(await codeOf(complete(params))).toBe('refused');
    expect(await codeOf(token())).toBe('not_connected');
  });

  test('keeps the account that is connected until it completes', async () => {
    await connect();
    const before = await token();
    const params = server.agree((await begin()).href);
    expect(await token()).toBe(before);
    await complete(params);
    expect(await token()).not.toBe(before);
  });
});

describe('an authorization server', () => {
  test.each([
    ['without PKCE', { code_challenge_methods_supported: undefined }, 'pkce'],
    ['with plain PKCE only', { code_challenge_methods_supported: ['plain'] }, 'pkce'],
    ['with the metadata of another issuer', { issuer: 'https://evil.test' }, 'issuer'],
    ['without encryption', { token_endpoint: 'http://auth.test/token' }, 'discovery'],
    ['that sends people to a script', { authorization_endpoint: 'javascript:alert(1)' }, 'discovery'],
    ['that knows no client', { client_id_metadata_document_supported: undefined }, 'client_needed'],
  ])('%s is refused', async (_which, metadata, code) => {
    server.metadata = metadata;
    expect(await codeOf(begin())).toBe(code);
    expect(records.size).toBe(0);
  });

  test('of a resource that is another one is refused', async () => {
    server.resourceMetadata = { resource: 'https://other.test/mcp' };
    expect(await codeOf(begin())).toBe('discovery');
  });

  test('is that of the server itself if it has no metadata of a resource', async () => {
    server.resourceMetadata = null;
    await connect();
    expect(server.accepts(await token())).toBe(true);
  });

  test('that only registers clients gets one registration', async () => {
    server.metadata = {
      client_id_metadata_document_supported: false,
      registration_endpoint: `${server.issuer}/register`,
    };
    expect((await connect()).searchParams.get('client_id')).toBe('registered');
    await connect();
    expect(server.registrations).toEqual([
      expect.objectContaining({ redirect_uris: [`${publicUrl}/connect/callback`] }),
    ]);
  });

  test('is not asked to register a client if it reads our document', async () => {
    server.metadata = { registration_endpoint: `${server.issuer}/register` };
    await connect();
    expect(server.registrations).toEqual([]);
    await begin({ publicUrl: 'http://localhost:3000' });
    expect(server.registrations).toHaveLength(1);
  });

  test('knows the client that was given, with its secret', async () => {
    const client = { clientId: 'given', clientSecret: 'its-secret', issuer: server.issuer };
    expect((await connect({ client })).searchParams.get('client_id')).toBe('given');
    expect(server.tokenRequests).toMatchObject([{ client_id: 'given', client_secret: 'its-secret' }]);
  });

  test('gets no secret of a client at another issuer', async () => {
    const client = { clientId: 'given', clientSecret: 'its-secret', issuer: 'https://auth.test' };
    expect(await codeOf(begin({ client }))).toBe('issuer');
  });

  test('can read our document', () => {
    expect(clientDocument('https://parley.test/')).toMatchObject({
      client_id: `https://parley.test${clientDocumentPath}`,
      redirect_uris: [`https://parley.test${callbackPath}`],
      token_endpoint_auth_method: 'none',
    });
  });
});

describe('a token', () => {
  beforeEach(() => connect());

  test('is refreshed after 80 % of its lifetime, and not before', async () => {
    const first = await token();
    now += 3_600_000 * 0.8 - 1;
    expect(await token()).toBe(first);
    now += 1;
    const second = await token();
    expect(second).not.toBe(first);
    expect(await token()).toBe(second);
    expect(refreshes()).toBe(1);
    expect(server.tokenRequests.at(-1)).toMatchObject({ resource: server.resource });
  });

  test('is refreshed once for all callers, though each refresh ends the token before', async () => {
    now += 3_000_000;
    const tokens = await Promise.all(Array.from({ length: 20 }, () => token()));
    expect(new Set(tokens).size).toBe(1);
    expect(refreshes()).toBe(1);
    now += 3_000_000;
    expect(server.accepts(await token())).toBe(true);
    expect(refreshes()).toBe(2);
  });

  test('that lives for a second is refreshed as often, and no more', async () => {
    server.expiresIn = 1;
    now += 3_000_000;
    await token();
    await token();
    expect(refreshes()).toBe(1);
    now += 800;
    await token();
    expect(refreshes()).toBe(2);
  });

  test('keeps its refresh token if the server gives no other', async () => {
    server.rotates = false;
    for (let turn = 0; turn < 3; turn += 1) {
      now += 3_000_000;
      await token();
    }
    expect(refreshes()).toBe(3);
  });

  test('that the server has rejected is refreshed at once', async () => {
    const first = await token();
    const second = await token(first);
    expect(second).not.toBe(first);
    expect(await token(first)).toBe(second);
    expect(refreshes()).toBe(1);
  });

  test('whose refresh is refused for good must be connected again', async () => {
    server.revoke();
    now += 3_000_000;
    expect(await codeOf(token())).toBe('reauth_required');
    expect(stateOf()).toBe('reauth_required');
    expect(JSON.stringify(records.get(id))).not.toMatch(/access-|refresh-/);
    expect(await codeOf(token())).toBe('reauth_required');
    expect(refreshes()).toBe(1);
    await connect();
    expect(server.accepts(await token())).toBe(true);
  });

  test.each([
    { status: 503, body: '<html>down</html>' },
    { status: 400, body: '{"error":"temporarily_unavailable"}' },
    { status: 200, body: '{"access_token":"a","token_type":"mac"}' },
  ])('is used while it lives if its refresh fails for now: $status $body', async (broken) => {
    const first = await token();
    server.broken = broken;
    now += 3_000_000;
    expect(await token()).toBe(first);
    now += 700_000;
    expect(await codeOf(token())).toBe('token');
    expect(stateOf()).toBe('connected');
    server.broken = null;
    expect(server.accepts(await token())).toBe(true);
  });

  test('without a refresh token is used to its end', async () => {
    const record = records.get(id);
    if (!record?.grant) throw new Error('An account is connected.');
    records.set(id, { ...record, grant: { ...record.grant, refreshToken: null } });
    const first = await token();
    now += 3_500_000;
    expect(await token()).toBe(first);
    now += 200_000;
    expect(await codeOf(token())).toBe('reauth_required');
  });

  test('is for its server only', async () => {
    expect(await codeOf(accessToken(needs, { id, serverUrl: 'https://other.test/mcp' }))).toBe('not_connected');
    expect(await codeOf(accessToken(needs, { id: 'tool_1:user_2', serverUrl: server.resource }))).toBe('not_connected');
  });
});

test('a token without a lifetime is used until the server rejects it', async () => {
  server.expiresIn = undefined;
  await connect();
  const first = await token();
  now += 365 * 24 * 3_600_000;
  expect(await token()).toBe(first);
  expect(await token(first)).not.toBe(first);
});

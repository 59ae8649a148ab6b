// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../../../testing/conversations/sign-in.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { send } from '../../../../testing/request.ts';
import { startMcpServer } from '../../../../testing/servers/mcp-server.ts';
import { startOAuthServer } from '../../../../testing/servers/oauth-server.ts';

const [mcp, auth] = [await startMcpServer('modern'), await startOAuthServer()];
afterAll(() => {
  mcp.close();
  auth.close();
});

/** Tokens that the MCP server refuses. */
const refused = new Set<string>();
const used: string[] = [];

mcp.tools = [{ name: 'work' }];
mcp.before = ({ headers: { authorization = '' } }, response) => {
  const token = authorization.replace('Bearer ', '');
  if (auth.accepts(token) && !refused.has(token)) {
    used.push(token);
    return false;
  }
  const metadata = `${auth.issuer}/.well-known/oauth-protected-resource/mcp`;
  response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
  return true;
};
auth.resourceMetadata = { resource: mcp.url };
// The service has no https here, so it has no document that it is known by.
auth.metadata = { registration_endpoint: `${auth.issuer}/register` };

const hosts = [mcp, auth].map(({ port }) => `127.0.0.1:${port}`).join(',');

describe.each(engines)('accounts of MCP servers, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_ALLOW_PRIVATE_HOSTS: hosts } });
  let alice: Person;
  let client: Parley;
  let serial = 0;
  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });
  beforeEach(() => {
    auth.expiresIn = 3_600;
    refused.clear();
  });

  const make = (of = client, auth: 'none' | 'workspace' = 'workspace') => {
    serial += 1;
    return of.tools.create({
      ...{ type: 'mcp', name: `crm_${serial}`, description: 'The CRM.', settings: { url: mcp.url } },
      ...{ auth, timeoutMs: 20_000 },
    });
  };
  const browser = () => createBrowser(() => parley.url);
  const connected = async (of = client) => {
    const { _id: id, name } = await make(of);
    const { url } = await of.tools.connection.create(id);
    expect((await browser().signIn(url, auth)).status).toBe(200);
    const { items } = await of.tools.definitions.list(id);
    const approve = items.map(({ name, digest }) => ({ name, digest }));
    await of.tools.definitions.approve(id, { approve });
    return { id, call: () => of.tools.tryOut(id, { name: `${name}_work` }) };
  };
  const refreshes = () => auth.tokenRequests.filter(({ grant_type: type }) => type === 'refresh_token').length;

  test('an account is connected by a link, used by calls, and disconnected', async () => {
    const { _id: fresh } = await make();
    expect(await client.tools.connection.retrieve(fresh)).toEqual({ state: 'none', expiresAt: null });
    await expect(client.tools.definitions.list(fresh)).rejects.toMatchObject({ status: 502 });
    const { id, call } = await connected();
    expect(await client.tools.connection.retrieve(id)).toMatchObject({
      ...{ state: 'connected', expiresAt: expect.any(String) },
    });
    const tried = await call();
    expect(tried).toMatchObject({ ok: true, content: 'done' });
    expect(used.length).toBeGreaterThan(0);
    expect(JSON.stringify(tried)).not.toContain(used.at(-1));
    const events = (await loggedEvents(parley.db, id)).map(({ type }) => type);
    expect(events.filter((type) => type === 'tool.connected')).toHaveLength(1);
    const [row] = await parley.db.read(
      parley.db.query.selectFrom('tool_connections').selectAll().where('tool_id', '=', id),
    );
    expect(JSON.stringify(row)).not.toContain(used.at(-1));
    await client.tools.connection.delete(id);
    expect(await client.tools.connection.retrieve(id)).toEqual({ state: 'none', expiresAt: null });
    expect(await call()).toMatchObject({ ok: false, content: expect.stringContaining('did not run') });
    // The row goes with its tool.
    await connected().then(({ id: other }) => client.tools.delete(other));
  });

  test('calls at the same time refresh an expired token once', async () => {
    auth.expiresIn = 0;
    const { call } = await connected();
    auth.expiresIn = 3_600;
    const before = refreshes();
    const tried = await Promise.all([call(), call(), call()]);
    expect(tried.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(refreshes()).toBe(before + 1);
  });

  test('a token that the server refuses is refreshed once, and the call made again', async () => {
    const { call } = await connected();
    await call();
    refused.add(used.at(-1) ?? '');
    const before = refreshes();
    expect(await call()).toMatchObject({ ok: true, content: 'done' });
    expect(refreshes()).toBe(before + 1);
  });

  test('an account that its server no longer accepts must be connected again', async () => {
    const { id, call } = await connected();
    await call();
    auth.revoke();
    refused.add(used.at(-1) ?? '');
    const again = { ok: false, content: expect.stringContaining('must be connected again') };
    expect(await call()).toMatchObject(again);
    expect(await client.tools.connection.retrieve(id)).toEqual({ state: 'reauth_required', expiresAt: null });
    expect(await call()).toMatchObject(again);
    const { url } = await client.tools.connection.create(id);
    expect((await browser().signIn(url, auth)).status).toBe(200);
    expect(await call()).toMatchObject({ ok: true });
  });

  test('a state counts once, and for its own tool only', async () => {
    const bob = await parley.person();
    const other = await bob.client();
    const [mine, theirs] = [await make(), await make(other)];
    const [ada, eve] = [browser(), browser()];
    const link = (await client.tools.connection.create(mine._id)).url;
    const url = await ada.begin(link);
    const otherUrl = await eve.begin((await other.tools.connection.create(theirs._id)).url);
    const [id = ''] = (new URL(url).searchParams.get('state') ?? '').split('.');
    const [, secret = ''] = (new URL(otherUrl).searchParams.get('state') ?? '').split('.');
    const params = auth.agree(url);
    const mixed = new URLSearchParams({ ...Object.fromEntries(params), state: `${id}.${secret}` });
    expect((await ada.comeBack(mixed)).status).toBe(400);
    for (const state of ['', 'x', `${Buffer.from('tcon_nowhere').toString('base64url')}.x`])
      expect((await ada.comeBack(new URLSearchParams({ state, code: 'x' }))).status).toBe(400);
    // A person who was sent the address of the authorization server connects nothing.
    expect((await eve.comeBack(params)).status).toBe(400);
    expect((await browser().comeBack(params)).status).toBe(400);
    expect((await ada.comeBack(params)).status).toBe(200);
    expect((await ada.comeBack(params)).status).toBe(400);
    // The link has ended, too.
    expect((await ada.open(link)).status).toBe(400);
    expect(await client.tools.connection.retrieve(mine._id)).toMatchObject({ state: 'connected' });
    expect(await other.tools.connection.retrieve(theirs._id)).toMatchObject({ state: 'none' });
    await expect(other.tools.connection.retrieve(mine._id)).rejects.toMatchObject({ status: 404 });
  });

  test('a tool needs accounts to have one', async () => {
    const { _id: id } = await make(client, 'none');
    await expect(client.tools.connection.create(id)).rejects.toMatchObject({ status: 400 });
    const draft = { type: 'client', name: 'own', description: 'Own.', auth: 'end_user' } as const;
    await expect(client.tools.create(draft)).rejects.toMatchObject({
      ...{ status: 400, details: [{ path: 'auth', message: expect.stringContaining('must not be end_user') }] },
    });
    const plain = { ...draft, type: 'http', settings: { url: 'https://api.example.com' } } as const;
    await expect(client.tools.create(plain)).rejects.toMatchObject({ status: 400 });
  });

  test('the client ID metadata document is public', async () => {
    const reply = await send(parley.url, { method: 'GET', path: '/api/oauth/mcp-client' });
    expect(reply.json()).toMatchObject({ client_name: 'Parley', token_endpoint_auth_method: 'none' });
  });
});

// @module-tag sql
import type { Exchange, Parley, Tool } from '@parley/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { callOf } from '../../../../testing/conversations/acting-agents.ts';
import { createBrowser } from '../../../../testing/conversations/sign-in.ts';
import { clientOf, letIn, makeWebChannel, proofOf } from '../../../../testing/conversations/visitors.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { settingsOf } from '../../../../testing/outbound/world.ts';
import { answersJson, startActs } from '../../../../testing/servers/acts.ts';
import { type Play, says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';
import { calls } from '../../../../testing/servers/fake-tools.ts';
import { startMcpServer } from '../../../../testing/servers/mcp-server.ts';
import { startOAuthServer } from '../../../../testing/servers/oauth-server.ts';
import { newId } from '../../../ids.ts';
import { createOutbound } from '../../../outbound/outbound.ts';
import { createAccounts } from './accounts.ts';
import { ownerOf } from './owners.ts';

const [provider, acts, mcp, auth] = await Promise.all([
  ...[startFakeProvider(), startActs(), startMcpServer('modern'), startOAuthServer()],
] as const);
afterAll(async () => {
  mcp.close();
  auth.close();
  await Promise.all([provider.close(), acts.close()]);
});

/** Tokens with which calls ran, in their order; those that the API refuses. */
const used: string[] = [];
const refused = new Set<string>();
const admits = (authorization = ''): boolean => {
  const token = authorization.replace('Bearer ', '');
  if (!auth.accepts(token) || refused.has(token)) return false;
  used.push(token);
  return true;
};

mcp.tools = [{ name: 'work' }];
mcp.before = ({ headers: { authorization } }, response, body) => {
  if (body.includes('tools/call') ? admits(authorization) : auth.accepts(String(authorization).slice(7))) return false;
  const metadata = `${auth.issuer}/.well-known/oauth-protected-resource/mcp`;
  response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
  return true;
};
auth.resourceMetadata = { resource: mcp.url };
acts.play('/orders', (response) =>
  (admits(acts.at('/orders').at(-1)?.headers.authorization) ? answersJson({ done: true }) : answersJson({}, 401))(
    response,
  ),
);

const environment = {
  ...provider.environment,
  PARLEY_ALLOW_PRIVATE_HOSTS: [acts.host, `127.0.0.1:${mcp.port}`, `127.0.0.1:${auth.port}`].join(','),
};

const oauth = {
  ...{ clientId: 'parley-shop', scope: 'orders:read' },
  ...{ authorizationUrl: `${auth.issuer}/authorize`, tokenUrl: `${auth.issuer}/token` },
};

/** A model that calls a tool once in each reply, and then says its result. */
const calling =
  (name: string): Play =>
  (response, asked) => {
    const last = asked.messages.at(-1);
    const play = last?.role === 'tool' ? says(String(last.content)) : calls([callOf(name, {})]);
    return play(response, asked);
  };

/** The link in a reply; throws if it has none. */
const linkIn = (text: string): string => {
  const [link] = /http\S+\/connect\/\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`There is no link in: ${text}`);
  return link;
};
const asksForLink = expect.stringContaining('has to sign in');

describe.each(engines)('accounts of end users, on %s', (engine) => {
  const parley = service(engine, { environment });
  let alice: Person;
  let client: Parley;
  let made = 0;
  beforeAll(async () => {
    alice = await parley.person({ plan: 'business' });
    client = await alice.client();
  });
  beforeEach(() => {
    auth.expiresIn = 3_600;
    refused.clear();
  });
  const browser = () => createBrowser(() => parley.url);

  /** A tool of end users, and an agent that calls it. */
  const make = async (type: 'mcp' | 'http' = 'http', of = client, account: Tool['auth'] = 'end_user') => {
    made += 1;
    const [name, model] = [`crm_${made}`, `users-${engine}-${made}`];
    const tool: Tool = await of.tools.create({
      ...{ type, name, description: 'The CRM.', auth: account, timeoutMs: 20_000 },
      settings:
        type === 'http' ? { url: `${acts.url}/orders`, oauth } : { url: mcp.url, oauth: { clientId: 'parley-mcp' } },
      ...(type === 'http' && { secrets: { OAUTH_CLIENT_SECRET: 'the secret of the client' } }),
    });
    if (type === 'mcp') {
      // Definitions are seen with the account of the workspace, which no end user's call gets.
      await browser().signIn((await of.tools.connection.create(tool._id)).url, auth);
      const { items } = await of.tools.definitions.list(tool._id);
      const approve = items.map(({ name, digest }) => ({ name, digest }));
      await of.tools.definitions.approve(tool._id, { approve });
    }
    provider.play(model, calling(type === 'mcp' ? `${name}_work` : name));
    const tools = [{ id: tool._id, requiresApproval: false }];
    const agent = await of.agents.create({ name: 'Shop <b>', model: `fake/${model}`, tools });
    const said = ({ reply }: Exchange) => reply?.content ?? '';
    const say = (conversation: string, as = of) => as.messages.send(conversation, { content: 'Go on' }).then(said);
    /** Begins a conversation, and returns it with its first reply. */
    const begin = async (userId?: string, as = of) => {
      const exchange = await as.agents.chat(agent._id, { content: 'Go', ...(userId !== undefined && { userId }) });
      const { _id: conversation } = exchange.conversation;
      return { conversation, text: said(exchange), say: () => say(conversation, as) };
    };
    /** The same, with an account that is connected; returns the token that calls use. */
    const connected = async (userId?: string, as = of) => {
      const talk = await begin(userId, as);
      expect((await browser().signIn(linkIn(talk.text), auth)).status).toBe(200);
      expect(await talk.say()).toContain('done');
      return { ...talk, token: used.at(-1) ?? '' };
    };
    return { tool: tool._id, agent: agent._id, begin, connected };
  };

  test.each(['mcp', 'http'] as const)('a user of a tool of the type %s connects an account in a chat', async (type) => {
    const { tool, begin } = await make(type);
    const before = used.length;
    const ada = await begin('ada');
    expect(ada.text).toEqual(asksForLink);
    expect(used).toHaveLength(before);
    const own = browser();
    const page = await own.open(linkIn(ada.text));
    expect(page.text).toContain('Shop &lt;b&gt;');
    expect(page.text).toContain(new URL(type === 'mcp' ? mcp.url : acts.url).host);
    expect(page.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'cache-control': 'no-store',
    });
    const address = new URL(await own.begin(linkIn(ada.text)));
    expect(Object.fromEntries(address.searchParams)).toMatchObject(
      type === 'http'
        ? { client_id: 'parley-shop', scope: 'orders:read' }
        : { client_id: 'parley-mcp', resource: mcp.url },
    );
    const done = await own.comeBack(auth.agree(address.href));
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('Return to the chat')]);
    const secret = type === 'http' ? { client_secret: 'the secret of the client' } : {};
    expect(auth.tokenRequests.at(-1)).toMatchObject({ grant_type: 'authorization_code', ...secret });
    expect(await ada.say()).toContain('done');
    expect(used).toHaveLength(before + 1);
    const token = used.at(-1) ?? '';

    const listed = await client.tools.connections.list(tool);
    expect(listed.items).toMatchObject([
      { tool, userId: 'ada', conversation: null, channel: null, state: 'connected' },
    ]);
    const events = await loggedEvents(parley.db, tool);
    expect(events.map(({ type }) => type)).toContain('tool.connected');
    const messages = await client.messages.list(ada.conversation);
    const toolCalls = await client.toolCalls.list({ conversationId: ada.conversation });
    const everything = JSON.stringify([listed, events, messages.items, toolCalls.items]) + parley.log();
    for (const hidden of [token, 'refresh-', 'the secret of the client']) expect(everything).not.toContain(hidden);

    await client.tools.connections.delete({ toolId: tool, connectionId: listed.items[0]?._id ?? '' });
    expect(await ada.say()).toEqual(asksForLink);
    expect(used).toHaveLength(before + 1);
    await expect(
      client.tools.connections.delete({ toolId: tool, connectionId: newId('toolConnection') }),
    ).rejects.toMatchObject({
      ...{ status: 404, code: 'tool_connection_not_found' },
    });
  });

  test('the account of a workspace serves all users of an http tool, and no one connects another', async () => {
    const { tool, begin } = await make('http', client, 'workspace');
    const [ada, bob] = [await begin('ada'), await begin('bob')];
    for (const { text } of [ada, bob]) {
      expect(text).toContain('No account of this server is connected.');
      expect(text).not.toContain('/connect/');
    }
    const signIn = async () => browser().signIn((await client.tools.connection.create(tool)).url, auth);
    expect((await signIn()).status).toBe(200);
    expect([await ada.say(), await bob.say()]).toEqual([1, 2].map(() => expect.stringContaining('done')));
    const token = used.at(-1) ?? '';
    expect(used.at(-2)).toBe(token);
    expect(await client.tools.tryOut(tool)).toMatchObject({ ok: true });
    expect((await client.tools.connections.list(tool)).items).toEqual([]);

    refused.add(token);
    expect(await ada.say()).toContain('done');
    expect(used.at(-1)).not.toBe(token);
    await client.tools.connection.delete(tool);
    expect(await bob.say()).toContain('No account of this server is connected.');
  });

  test('an account serves its own user only, in their own workspace', async () => {
    const other = await (await parley.person()).client();
    const [mine, theirs] = [await make(), await make('http', other)];
    const ada = await mine.connected('ada');
    for (const begin of [mine.begin('bob'), mine.begin(), mine.begin('user:ada'), theirs.begin('ada')])
      expect((await begin).text).toEqual(asksForLink);
    const bob = await mine.connected('bob');
    expect(bob.token).not.toBe(ada.token);
    // Another conversation of the same user has the account.
    expect((await mine.begin('ada')).text).toContain('done');
    expect(used.at(-1)).toBe(ada.token);
    // Without a user, each conversation has an account of its own.
    const unknown = await mine.connected();
    expect((await mine.begin()).text).toEqual(asksForLink);
    expect(new Set([ada.token, bob.token, unknown.token]).size).toBe(3);
  });

  test('a visitor has the account of a user only with a proof of identity', async () => {
    const { agent, begin, connected } = await make();
    const channel = await makeWebChannel(
      parley,
      { workspace: alice.workspace, agent },
      { settings: { identity: 'optional' } },
    );
    const [one, two] = [await letIn(parley.url, channel), await letIn(parley.url, channel)];
    const proven = await letIn(parley.url, channel, { identity: await proofOf('carol') });
    const carol = await connected('carol');
    const first = await connected(undefined, clientOf(parley, one));
    expect(first.token).not.toBe(carol.token);
    expect((await begin(undefined, clientOf(parley, two))).text).toEqual(asksForLink);
    // Not even the same browser: another person may sit there by the next conversation.
    expect((await begin(undefined, clientOf(parley, one))).text).toEqual(asksForLink);
    expect((await begin(one.visitor.id)).text).toEqual(asksForLink);
    expect((await begin(undefined, clientOf(parley, proven))).text).toContain('done');
    expect(used.at(-1)).toBe(carol.token);
    // A messenger's own ID is no ID of the customer's.
    const { key } = ownerOf({ id: 'conv_1', user: 'carol', channel, channelType: 'telegram' });
    expect(key).toBe(`channel:${channel}:carol`);
    // And a sender of mail can be forged.
    expect(ownerOf({ id: 'conv_1', user: 'carol', channel, channelType: 'email' }).key).toBe('conversation:conv_1');
  });

  test('two runners refresh an expired token once; a revoked account is asked for again', async () => {
    auth.expiresIn = 0;
    const { tool, connected } = await make();
    const dora = await connected('dora');
    auth.expiresIn = 3_600;
    const { db, now, features } = parley;
    const outbound = createOutbound({ settings: settingsOf(environment) });
    onTestFinished(outbound.close);
    const runner = () =>
      createAccounts({
        ...{ db, now, newId, secrets: features.secrets, publicUrl: parley.url },
        outbound,
      });
    const asking = {
      type: 'http' as const,
      ...{ auth: 'end_user', secrets: {}, talk: { conversation: dora.conversation, agent: 'agent_x' } },
      tool: { id: tool, workspace: alice.workspace, settings: { url: `${acts.url}/orders`, oauth } },
    };
    const refreshes = () => auth.tokenRequests.filter(({ grant_type: type }) => type === 'refresh_token').length;
    const before = refreshes();
    const tokens = await Promise.all(
      [runner(), runner()].map((accounts) =>
        accounts.using(asking, { run: async (secrets) => secrets['OAUTH_ACCESS_TOKEN'] }),
      ),
    );
    expect(refreshes()).toBe(before + 1);
    expect(new Set(tokens).size).toBe(1);

    // The API refuses the token: it is refreshed, and the call made again.
    refused.add(String(tokens[0]));
    expect(await dora.say()).toContain('done');
    expect(refreshes()).toBe(before + 2);
    auth.revoke();
    refused.add(used.at(-1) ?? '');
    const again = await dora.say();
    expect(again).toEqual(asksForLink);
    expect((await client.tools.connections.list(tool)).items).toMatchObject([{ state: 'reauth_required' }]);
    expect((await browser().signIn(linkIn(again), auth)).status).toBe(200);
    expect(await dora.say()).toContain('done');
  });

  test('a sign-in belongs to the browser that pressed the button, and counts once', async () => {
    const { begin } = await make();
    const { text, say } = await begin('erin');
    const link = linkIn(text);
    const [own, eve] = [browser(), browser()];
    expect((await own.press(link, 'https://evil.example')).status).toBe(403);
    expect(own.cookie()).toBe('');
    const params = auth.agree(await own.begin(link));
    // The address of the authorization server was passed on, or its answer stolen.
    expect((await eve.comeBack(params)).status).toBe(400);
    await eve.begin(linkIn((await begin('eve')).text));
    expect((await eve.comeBack(params)).status).toBe(400);
    // An answer of another server.
    const mixed = new URLSearchParams({ ...Object.fromEntries(params), iss: 'https://evil.example' });
    expect((await own.comeBack(mixed)).text).toContain('not that of the authorization server');
    const fresh = auth.agree(await own.begin(link));
    expect((await own.comeBack(fresh)).status).toBe(200);
    expect((await own.comeBack(fresh)).status).toBe(400);
    for (const used of [link, `${link.slice(0, -1)}${link.endsWith('0') ? '1' : '0'}`, `${link}x`]) {
      expect((await own.open(used)).text).toContain('unknown, or it was used');
      expect((await own.press(used)).status).toBe(400);
    }
    expect(await say()).toContain('done');
  });

  test('a link ends with its time, its conversation, its user and its tool', async () => {
    const { tool, agent, begin } = await make();
    const [late, unknown, frank] = [await begin('late'), await begin(), await begin('frank')];
    const own = browser();
    const params = auth.agree(await own.begin(linkIn(unknown.text)));
    await client.conversations.delete(unknown.conversation);
    expect((await own.open(linkIn(unknown.text))).status).toBe(400);
    expect((await own.comeBack(params)).status).toBe(400);
    const ofFrank = auth.agree(await own.begin(linkIn(frank.text)));
    await client.conversations.deleteOfUser('frank');
    expect((await own.comeBack(ofFrank)).status).toBe(400);
    const gone = await begin('gone');
    await client.agents.update(agent, { tools: [] });
    await client.tools.delete(tool);
    expect((await own.open(linkIn(gone.text))).status).toBe(400);
    expect((await own.press(linkIn(gone.text))).status).toBe(400);
    const { begin: again } = await make();
    const old = await again('late');
    parley.advance(10 * 60_000 + 1);
    expect((await own.open(linkIn(old.text))).text).toContain('expired');
    expect((await own.open(linkIn(late.text))).status).toBe(400);
  });

  test('an account that was disconnected after an approval is not replaced by another one', async () => {
    const { tool, agent, connected } = await make();
    const gina = await connected('gina');
    await connected('henry');
    await client.agents.update(agent, { tools: [{ id: tool, requiresApproval: true }] });
    await gina.say();
    const [waiting] = (await client.toolCalls.list({ conversationId: gina.conversation, status: 'waiting' })).items;
    const [account] = (await client.tools.connections.list(tool, { userId: 'gina' })).items;
    await client.tools.connections.delete({ toolId: tool, connectionId: account?._id ?? '' });
    const before = used.length;
    await client.toolCalls.approve(waiting?._id ?? '');
    await expect
      .poll(async () => (await client.toolCalls.retrieve(waiting?._id ?? '')).status, { timeout: 20_000 })
      .toBe('failed');
    expect(used).toHaveLength(before);
  });

  test('the secret of a client goes only to where it was given for', async () => {
    const { tool } = await make();
    const settings = { url: `${acts.url}/orders`, oauth: { ...oauth, tokenUrl: 'https://evil.example/token' } };
    await expect(client.tools.update(tool, { settings })).rejects.toMatchObject({
      details: [{ path: 'secrets.OAUTH_CLIENT_SECRET', message: expect.stringContaining('https://evil.example') }],
    });
    const wrong = { ...oauth, tokenUrl: 'http://api.example.com/token', authorizationUrl: undefined };
    await expect(
      client.tools.update(tool, {
        settings: { url: `${acts.url}/orders`, oauth: wrong, headers: [{ name: 'Authorization', value: 'x' }] },
      }),
    ).rejects.toMatchObject({
      details: expect.arrayContaining(
        ['settings.headers.0.name', 'settings.oauth.authorizationUrl', 'settings.oauth.tokenUrl'].map((path) =>
          expect.objectContaining({ path }),
        ),
      ),
    });
  });
});

import { createHmac } from 'node:crypto';
import { type ChannelCreateParams, type Message, type NewChannel, Parley } from '@parley/sdk';
import type { Frame, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Server, sessionClient, startServer } from '../../../apps/dashboard/testing/setup/server.ts';
import { startFakeProvider } from '../../../apps/server/testing/servers/fake-provider.ts';
import { type Browser, frameOf, type HostPage, openBrowser, snippet, startHostPage } from './browser.ts';

type Provider = Awaited<ReturnType<typeof startFakeProvider>>;

/** Fixtures of a test with the real server; available once the tests of the block run. */
export interface RealPlace {
  readonly server: Server;
  /** Answers for every agent whose model starts with `fake/`. */
  readonly provider: Provider;
  /** A team member, by an API key. */
  readonly client: Parley;
  /** The page at `127.0.0.1`, the host name of the service: of another origin and the same site. */
  readonly host: HostPage;
  /** The address of the same page at `localhost`, another site: there a browser may block the frame's storage. */
  readonly shop: string;
  readonly browser: Browser;
  readonly page: Page;
  /** Requests to the API by the browser: `POST /api/…`. */
  readonly requests: readonly string[];
  /** Creates an agent with a widget, and writes the script into the head of the host page. */
  addChannel(draft?: ChannelDraft): Promise<NewChannel>;
}

/** Changes of a channel from that of an agent that echoes. */
export interface ChannelDraft extends Omit<ChannelCreateParams, 'type'> {
  readonly model?: string;
  /** Attributes of the script. */
  readonly attributes?: string;
}

/** Starts a server, a model provider and a host page for a `describe` block, and a browser for each test of it. */
export function realPlace(): RealPlace {
  let server: Server;
  let provider: Provider;
  let client: Parley;
  let host: HostPage;
  let browser: Browser;
  let requests: string[] = [];
  beforeAll(async () => {
    provider = await startFakeProvider();
    server = await startServer(provider.environment);
    client = new Parley({ apiKey: await createKey(server), baseURL: server.url });
    host = await startHostPage(server.url);
  });
  afterAll(async () => {
    await host?.stop();
    await server?.close();
    await provider?.close();
  });
  beforeEach(async () => {
    host.head = '';
    requests = [];
    browser = await openBrowser();
    browser.context.setDefaultTimeout(45_000);
    browser.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) requests.push(`${request.method()} ${pathname}`);
    });
  });
  afterEach(async () => {
    const { troubles } = browser;
    await browser.close();
    expect(troubles).toEqual([]);
  });
  return {
    get server() {
      return server;
    },
    get provider() {
      return provider;
    },
    get client() {
      return client;
    },
    get host() {
      return host;
    },
    get shop() {
      return host.url.replace('127.0.0.1', 'localhost');
    },
    get browser() {
      return browser;
    },
    get page() {
      return browser.page;
    },
    get requests() {
      return requests;
    },
    addChannel: async ({ model = 'builtin/echo', attributes = '', ...draft } = {}) => {
      const agent = await client.agents.create({ name: 'Guide', model });
      const channel = await client.channels.create(agent._id, { ...draft, type: 'widget' });
      host.head += snippet(server.url, channel._id, attributes);
      return channel;
    },
  };
}

/** Completes the set-up of a server; returns a key that may answer visitors. */
export async function createKey(server: Server): Promise<string> {
  const owner = sessionClient(server.url);
  const token = server.setupLink.split('#token=')[1] ?? '';
  const person = { email: 'ada@example.com', password: 'four words make a pass', name: 'Ada Lovelace' };
  await owner.setup.complete({ ...person, token, workspaceName: 'Analytical Engines' });
  const scopes = ['agents:write', 'conversations:read', 'conversations:write', 'workspace:admin'] as const;
  return (await owner.apiKeys.create({ name: 'Team', scopes: [...scopes] })).key;
}

/** A chat on a page, as its visitor uses it. */
export interface VisitorChat {
  readonly frame: Frame;
  /** The visitor's own messages with this text, sent or not. */
  own(text: string): Locator;
  /** Replies of the agent, and of people of the team, with this text. */
  reply(text: string): Locator;
  /** Writes a message and sends it. */
  say(text: string): Promise<void>;
}

/** Opens the chat of a channel on the current page. */
export async function openChat(page: Page, channel: string, label = 'Open chat'): Promise<VisitorChat> {
  await page.getByRole('button', { name: label }).click();
  const frame = await frameOf(page, channel);
  const said = (by: string) => (text: string) => frame.locator(`.message.${by}`).getByText(text, { exact: true });
  return {
    frame,
    own: said('own'),
    reply: said('reply'),
    say: async (text) => {
      await frame.getByRole('textbox').fill(text);
      // Until the former message has arrived and its reply has ended, nothing is sent.
      await frame.locator('button[type=submit][aria-disabled=false]').waitFor();
      await frame.getByRole('textbox').press('Enter');
    },
  };
}

/** Reads the conversations of a channel's agent as a team member: the messages of each, oldest first. */
export async function readConversations(client: Parley, { agent }: NewChannel): Promise<readonly Message[][]> {
  const conversations: Message[][] = [];
  for await (const { _id } of client.conversations.listOfAgent(agent, { sort: 'createdAt' })) {
    conversations.push((await client.messages.list(_id, { sort: 'createdAt' })).items);
  }
  return conversations;
}

/** A JSON Web Token with HS256 (RFC 7515), as the server of a site signs it; valid for ten minutes. */
export function signIdentity(sub: string, secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 600;
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub, exp, name: sub })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

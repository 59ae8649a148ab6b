import type { IncomingMessage, ServerResponse } from 'node:http';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Server, startServer } from '../../../apps/dashboard/testing/setup/server.ts';
import { says, startFakeProvider } from '../../../apps/server/testing/servers/fake-provider.ts';
import { Parley, toUIMessageStreamResponse } from '../../sdk/src/index.ts';
import { type Browser, hasBrowser, openBrowser } from '../../widget/testing/browser.ts';
import { createKey } from '../../widget/testing/real-place.ts';
import { readJson, startWebServer, type WebServer } from '../../widget/testing/web-server.ts';

/** A script of this folder for a browser. */
async function bundled(name: string): Promise<string> {
  const { outputFiles } = await build({
    ...{ absWorkingDir: import.meta.dirname, entryPoints: [name], bundle: true, write: false, format: 'esm' },
    ...{ jsx: 'automatic', conditions: ['parley-source'], minify: true },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}

const page = (script: string) =>
  `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><script type="module" src="/${script}"></script>`;

interface Sent {
  readonly messages: readonly { readonly parts: readonly { readonly text?: string }[] }[];
  readonly conversation?: string;
}

describe.skipIf(!hasBrowser)('a page of another origin', () => {
  let provider: Awaited<ReturnType<typeof startFakeProvider>>;
  let host: WebServer;
  let server: Server;
  let client: Parley;
  let key: string;
  let agent: string;
  let browser: Browser;

  /** The route of the page's own server. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { messages, conversation } = (await readJson(request)) as unknown as Sent;
    const content =
      messages
        .at(-1)
        ?.parts.map(({ text = '' }) => text)
        .join('') ?? '';
    const stream = client.agents.stream(agent, { content, conversationId: conversation });
    const reply = toUIMessageStreamResponse(stream);
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    for await (const chunk of reply.body ?? []) response.write(chunk);
    response.end();
  }

  beforeAll(async () => {
    const scripts = {
      '/use-chat-app.js': await bundled('use-chat-app.tsx'),
      '/cors-app.js': await bundled('cors-app.ts'),
    };
    provider = await startFakeProvider();
    host = await startWebServer(async (request, response) => {
      const { url = '' } = request;
      if (url !== '/chat') {
        const script = scripts[url as keyof typeof scripts];
        response.writeHead(200, {
          'content-type': script === undefined ? 'text/html; charset=utf-8' : 'text/javascript',
        });
        return response.end(script ?? page(url === '/cors' ? 'cors-app.js' : 'use-chat-app.js'));
      }
      return answer(request, response);
    });
    server = await startServer({ ...provider.environment, PARLEY_CORS_ORIGINS: host.url });
    key = await createKey(server);
    client = new Parley({ baseURL: server.url, apiKey: key });
    agent = (await client.agents.create({ name: 'Guide', model: 'fake/guide' }))._id;
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await host?.stop();
    await provider?.close();
  });

  it('shows replies by useChat of the AI SDK, in one conversation, and its failures', async () => {
    provider.play('guide', says('Returns ', 'are free.'));
    const { page: shop } = browser;
    await shop.goto(host.url);
    const send = (text: string) =>
      shop.evaluate((said) => (window as unknown as { test: { send(text: string): void } }).test.send(said), text);
    await shop.locator('output', { hasText: 'ready' }).waitFor();
    await send('Are returns free?');
    await shop.locator('p.assistant', { hasText: 'Returns are free.' }).waitFor();
    await shop.locator('output', { hasText: 'ready' }).waitFor();
    await send('Really?');
    await shop.locator('p.assistant').nth(1).filter({ hasText: 'Returns are free.' }).waitFor();
    const ids = await shop.locator('p.assistant').evaluateAll((all) => all.map((one) => one.getAttribute('data-id')));
    const [conversation, ...others] = (await client.conversations.list()).items;
    expect(others).toEqual([]);
    const replies = (await client.messages.list(conversation?._id ?? '')).items.filter(
      ({ role }) => role === 'assistant',
    );
    expect(replies.map(({ _id }) => _id).toReversed()).toEqual(ids);
    await client.conversations.close(conversation?._id ?? '');
    await send('And now?');
    await shop.locator('output', { hasText: 'error: An error occurred.' }).waitFor();
  });

  it('calls the API with a key it may have, and reads headers, errors and streams; no other page may', async () => {
    provider.play('guide', says('Returns ', 'are free.'));
    const { page: shop } = browser;
    const call = (baseURL: string) =>
      shop.evaluate((given) => (window as unknown as { call(given: object): Promise<unknown> }).call(given), {
        baseURL,
        key,
        agent,
      });
    await shop.goto(`${host.url}/cors`);
    await shop.waitForFunction(() => 'call' in window);
    expect(await call(server.url)).toEqual({
      etag: expect.stringMatching(/^"/),
      requestId: expect.stringMatching(/^req_/),
      missing: 'agent_not_found',
      text: 'Returns are free.',
      worker: 'key_in_browser',
    });
    await shop.goto(`${host.url.replace('127.0.0.1', 'localhost')}/cors`);
    await shop.waitForFunction(() => 'call' in window);
    expect(await call(server.url)).toMatchObject({ failed: 'connection_failed', worker: 'key_in_browser' });
  });
});

// @module-tag nightly

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, chromiumPath, desk, openBrowser } from '../setup/browser.ts';
import { type ClientPage, serveClientPage } from '../setup/client-page.ts';
import { type Server, startServer } from '../setup/server.ts';
import { setUp } from '../setup/signed-in.ts';

declare global {
  interface Window {
    /** The packed client, in the page. */
    client: typeof import('@parley/sdk');
  }
}

describe.skipIf(chromiumPath === undefined)('the packed client in a page', () => {
  let server: Server;
  let site: ClientPage;
  let browser: Browser;
  let key = '';
  beforeAll(async () => {
    server = await startServer();
    const owner = await setUp(server);
    ({ key } = await owner.apiKeys.create({ name: 'Page', scopes: ['workspace:admin'] }));
    site = await serveClientPage(server.url);
    browser = await openBrowser(site.url, desk);
    await browser.page.goto(site.url);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await server?.close();
  });

  it('is loaded as modules from plain addresses', async () => {
    const exported = await browser.page.evaluate(() => Object.keys(window.client));
    expect(exported).toEqual(expect.arrayContaining(['Parley', 'APIError', 'NotFoundError']));
    expect(site.loaded.length).toBeGreaterThan(20);
    expect(browser.troubles).toEqual([]);
  });

  it('refuses a secret key, unless it is asked for', async () => {
    const refusal = await browser.page.evaluate(
      async ({ key, url }) => {
        const { Parley, ParleyError } = window.client;
        try {
          return new Parley({ apiKey: key, baseURL: url }) && 'accepted';
        } catch (error) {
          return error instanceof ParleyError ? error.message : String(error);
        }
      },
      { key, url: site.url },
    );
    expect(refusal).toContain('dangerouslyAllowBrowser');
    expect(refusal).not.toContain(key);
  });

  it('talks and streams through the site of the page, and gets typed errors', async () => {
    const talked = await browser.page.evaluate(
      async ({ key, url }) => {
        const { Parley, NotFoundError } = window.client;
        const parley = new Parley({ apiKey: key, baseURL: url, dangerouslyAllowBrowser: true });
        const agent = await parley.agents.create({ name: 'In a page', model: 'builtin/echo' });
        const { reply } = await parley.agents.chat(agent._id, { content: 'Hello' });
        let streamed = '';
        for await (const piece of parley.agents.stream(agent._id, { content: 'Thänk you 👍' }).text())
          streamed += piece;
        const missing = await parley.agents.retrieve('agent_none').then(
          () => undefined,
          (error: unknown) => error instanceof NotFoundError && error.code,
        );
        return { reply: reply?.content, streamed, missing };
      },
      { key, url: site.url },
    );
    expect(talked.reply).toContain('Hello');
    expect(talked.streamed).toContain('Thänk you 👍');
    expect(talked.missing).toBe('agent_not_found');
  });

  it('can’t reach the service itself, which allows no other origin', async () => {
    const failure = await browser.page.evaluate(
      async ({ key, url }) => {
        const { Parley, APIConnectionError } = window.client;
        const options = { apiKey: key, baseURL: url, dangerouslyAllowBrowser: true, maxRetries: 0 };
        return new Parley(options).agents.list().then(
          () => 'answered',
          (error: unknown) => (error instanceof APIConnectionError ? 'refused' : String(error)),
        );
      },
      { key, url: server.url },
    );
    expect(failure).toBe('refused');
  });
});

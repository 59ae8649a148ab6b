// @module-tag nightly

import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chromiumPath, desk, holdBack } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { signIn } from '../setup/server.ts';
import { password } from '../setup/signed-in.ts';

/** Long enough for a server to restart on a busy machine. */
const restarts = { timeout: 90_000 };

describe.skipIf(chromiumPath === undefined)('the feed of a conversation', () => {
  let agentId = '';
  const t = dashboard(desk, {
    ownServer: true,
    prepare: async ({ client }) => {
      agentId = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    },
  });
  const shows = (words: string) => t.browser.page.getByRole('article', { name: /Echo/ }).getByText(words).waitFor();

  /** Opens a conversation, and waits until a message has arrived by its feed. Collects what the page then reads. */
  const follow = async () => {
    const { page } = t.browser;
    const { _id: id } = await t.client.conversations.create(agentId, {});
    await page.goto(`${t.server.url}/conversations/${id}`);
    await page.getByText('No messages yet.').waitFor();
    await say(id, 'Is it on?');
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() !== 'GET') return;
      if (pathname.startsWith(`/api/conversations/${id}`)) requests.push(pathname.slice(pathname.indexOf(id)));
    });
    return { id, requests };
  };
  const say = async (id: string, content: string) => {
    await t.client.messages.send(id, { content });
    await shows(content);
  };

  it('continues after a restart where it was, without reading anything again', async () => {
    const { page } = t.browser;
    const { id, requests } = await follow();
    await t.server.stop();
    const notice = page.getByRole('status').filter({ hasText: 'The server can’t be reached.' });
    await notice.waitFor();
    const letThrough = await holdBack(page, /\/events$/);
    onTestFinished(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
    const resumed = page.waitForRequest(/\/events$/, restarts);
    // Once the connection is back, the whole page is read again.
    const both = [/\/messages\?/, new RegExp(`${id}$`)];
    const read = Promise.all(both.map((each) => page.waitForResponse(each, restarts)));
    await t.server.restart();
    await notice.waitFor({ state: 'detached' });
    expect(await (await resumed).headerValue('last-event-id')).toMatch(/^\d+\.\d+\.\d+/);
    await read;
    requests.length = 0;
    // No page listens at this moment.
    await t.client.messages.send(id, { content: 'After the restart' });
    letThrough();
    await shows('After the restart');
    expect(await page.getByRole('article').count()).toBe(4);
    expect(requests).toEqual([]);
  });

  it('is left while the page is hidden, and continues where it was', async () => {
    const { page } = t.browser;
    const { id, requests } = await follow();
    const left = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'));
    await setVisible(page, 'hidden');
    await left;
    await t.client.messages.send(id, { content: 'While you were away' });
    expect(requests).toEqual([]);
    const resumed = page.waitForRequest(/\/events$/);
    await setVisible(page, 'visible');
    expect(await (await resumed).headerValue('last-event-id')).toMatch(/^\d+\.\d+\.\d+/);
    await shows('While you were away');
    await say(id, 'Welcome back');
    expect(await page.getByRole('article').count()).toBe(6);
    expect(requests.filter((path) => path === `${id}/events`)).toHaveLength(1);
  });

  it('asks once to sign in again, and continues when that has happened', async () => {
    const { page } = t.browser;
    const { id } = await follow();
    const elsewhere = await signIn(t.server.url, 'ada@example.com', password);
    const sessions = await elsewhere.sessions.list().toArray({ limit: 100 });
    for (const { _id, userAgent } of sessions) if (/Chrome/.test(userAgent)) await elsewhere.sessions.revoke(_id);
    // The service notices before it sends something.
    await t.client.messages.send(id, { content: 'Is anybody there?' });
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // A request of the page by itself would have been answered before these.
    for (let count = 0; count < 5; count += 1) await page.evaluate(() => fetch('/healthz').then((each) => each.text()));
    expect(await dialog.count()).toBe(0);
    await page.getByRole('button', { name: 'Take over' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
    await page.getByText('You took over. The agent does not reply.').waitFor();
    await t.client.messages.send(id, { content: 'I am here.', role: 'human' });
    await page.getByRole('article', { name: 'Message from You' }).getByText('I am here.').waitFor();
  });

  it('throws nothing, and violates no policy', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

/** Tells the page that its tab is in the background or in front: Playwright keeps every page in front. */
function setVisible(page: Page, state: DocumentVisibilityState): Promise<void> {
  return page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}

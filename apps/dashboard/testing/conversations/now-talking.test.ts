// @module-tag nightly

import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

/** No poll has a shorter interval, in ms. */
const pollInterval = 4_000;

/** Switches off all polls of a page that is loaded afterwards: what appears has come by the stream. */
const withoutPolls = (page: Page) =>
  page.addInitScript((interval) => {
    const ordinary = window.setInterval;
    window.setInterval = ((...args: Parameters<typeof window.setInterval>) =>
      (args[1] ?? 0) >= interval ? 0 : ordinary(...args)) as typeof window.setInterval;
  }, pollInterval);

describe.skipIf(chromiumPath === undefined)('who is talking now', () => {
  let agent = '';
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      agent = (await client.agents.create({ name: 'Guide', model: 'builtin/echo' }))._id;
      await client.agents.chat(agent, { message: 'The first question' });
    },
  });
  const talking = (page: Page) => page.getByRole('region', { name: 'Now talking' });
  const stream = /\/api\/conversations\/events/;
  const signedIn = async () => {
    const page = await t.browser.page.context().newPage();
    onTestFinished(() => page.close());
    return page;
  };

  it('is heard by the stream of changes, without a poll', async () => {
    const page = await signedIn();
    await withoutPolls(page);
    const opened = page.waitForResponse(stream);
    await page.goto(t.server.url);
    expect((await opened).status()).toBe(200);
    await talking(page).getByText('The first question').first().waitFor();
    const { conversation } = await t.client.agents.chat(agent, { message: 'The second question' });
    await talking(page).getByText('The second question').first().waitFor();
    await t.client.messages.send(conversation._id, { content: 'And another thing' });
    await talking(page)
      .getByText(/And another thing/)
      .first()
      .waitFor();
    await t.client.conversations.delete(conversation._id);
    await talking(page).getByText('The second question').first().waitFor({ state: 'detached' });
  });

  it('is polled if there is no stream', async () => {
    const page = await signedIn();
    const refusal = { success: false, error: 'Too many.', code: 'too_many_concurrent', requestId: 'req_1' };
    await page.route(stream, (route) => route.fulfill({ status: 429, json: refusal }));
    await page.goto(t.server.url);
    await talking(page).getByText('The first question').first().waitFor();
    await t.client.agents.chat(agent, { message: 'A polled question' });
    await talking(page).getByText('A polled question').first().waitFor();
  });

  it('throws nothing, and violates no policy', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

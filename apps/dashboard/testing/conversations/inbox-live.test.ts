// @module-tag nightly

import { describe, expect, it, onTestFinished } from 'vitest';
import { chromiumPath, desk, openBrowser } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { signInAt } from '../setup/signed-in.ts';

/** More than one page: such a list is not polled, so what changes in it has come by the stream. */
const conversations = 32;

describe.skipIf(chromiumPath === undefined)('the list of conversations, while others work', () => {
  let agent = '';
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
      for (let index = 1; index <= conversations; index += 1) {
        await client.agents.chat(agent, { message: `Question ${index}` });
      }
    },
  });
  const row = (title: string) => t.browser.page.getByRole('link', { name: title, exact: true });
  const stream = /\/api\/conversations\/events/;

  it('shows what another person does in another browser', async () => {
    const { page } = t.browser;
    // Home, on which the browser is, has a stream, too.
    await page.goto('about:blank');
    const streams: string[] = [];
    page.on('request', (request) => stream.test(request.url()) && streams.push(request.url()));
    const opened = page.waitForResponse(stream);
    await page.goto(`${t.server.url}/conversations`);
    expect((await opened).status()).toBe(200);
    await page.getByRole('button', { name: 'Load more' }).click();
    await row('Question 1').waitFor();
    const other = await openBrowser(t.server.url, desk);
    onTestFinished(() => other.close());
    await signInAt(other, t.server.url);
    const { items } = await t.client.conversations.list({ q: 'Question 7' });
    await other.page.goto(`${t.server.url}/conversations/${items[0]?._id}`);
    await other.page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('list', { name: 'Conversations' }).getByText('With You').waitFor();
    await t.client.agents.chat(agent, { message: 'A new question' });
    await row('A new question').waitFor();
    await t.client.conversations.delete(items[0]?._id ?? '');
    await row('Question 7').waitFor({ state: 'detached' });
    expect(streams).toHaveLength(1);
  });

  it('has one stream on all pages of a tab', async () => {
    const { page } = t.browser;
    const opened = page.waitForResponse(stream);
    await page.goto(t.server.url);
    await opened;
    const streams: string[] = [];
    page.on('request', (request) => stream.test(request.url()) && streams.push(request.url()));
    await page.getByRole('link', { name: 'Conversations', exact: true }).click();
    await row('A new question').click();
    await page.getByRole('region', { name: 'List of conversations' }).waitFor();
    await t.client.agents.chat(agent, { message: 'Another question' });
    await page.getByRole('region', { name: 'List of conversations' }).getByText('Another question').first().waitFor();
    expect(streams).toEqual([]);
  });

  it('throws nothing, and violates no policy', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

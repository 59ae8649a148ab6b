import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, phone, photograph } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

const lost = 'The server can’t be reached. Your input is kept; the dashboard keeps trying.';

/** Pages with a shortcut, by the name of the file of their code. */
const others = {
  settings: { key: 'u', path: /\/usage$/, title: 'Plan & usage' },
  knowledge: { key: 'l', path: /\/knowledge$/, title: 'Knowledge' },
  home: { key: 'h', path: /\/$/, title: /^Home/ },
};

/** A page whose code isn't loaded: which files a page shares with others changes with their code. */
async function pageToCome(page: Page) {
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const found = Object.entries(others).find(([file]) => !loaded.some((name) => name.includes(`/assets/${file}-`)));
  if (found === undefined) throw new Error('The code of every page is loaded.');
  return found[1];
}

describe.skipIf(chromiumPath === undefined)('while the connection is lost', () => {
  let conversationId = '';
  let agentId = '';
  const t = dashboard(phone, {
    prepare: async ({ client }) => {
      const { _id } = await client.agents.create({ name: 'Guide', model: 'builtin/echo' });
      agentId = _id;
      const { conversation } = await client.agents.chat(_id, { message: 'Where is it?' });
      conversationId = conversation._id;
      await client.conversations.takeOver(conversationId);
    },
  });
  beforeAll(async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/conversations/${conversationId}`);
    // These tests interrupt a page that has loaded completely.
    await page.getByRole('article').first().waitFor();
  });
  const notice = () => t.browser.page.getByRole('status').filter({ hasText: lost });

  it('the page stays although its code fails to load, and continues after reconnecting', async () => {
    const { page } = t.browser;
    await page.getByLabel('Your reply').fill('One moment please.');
    await page.route('**/*', (route) => route.abort());
    await page.getByLabel('Your reply').press('Enter');
    await notice().waitFor();
    await page.keyboard.press('Control+k');
    await photograph(page, 'lost-connection');
    // Other requests fail, too, and may fail before this one.
    await expect.poll(() => page.getByLabel('Your reply').inputValue(), { timeout: 15_000 }).toBe('One moment please.');
    await page.unroute('**/*');
    const search = page.getByRole('dialog').getByLabel('Search agents, conversations, pages and commands');
    await search.waitFor();
    await notice().waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
    expect((await page.getByRole('dialog').boundingBox())?.width).toBeLessThan(phone.width);
    await page.keyboard.press('Escape');
    await page.getByLabel('Your reply').press('Enter');
    await page.getByRole('article', { name: 'Message from You' }).getByText('One moment please.').waitFor();
  });

  it('a shortcut leads to its page once the connection is back, and until then not to the page before', async () => {
    const { page } = t.browser;
    const { key, path, title } = await pageToCome(page);
    await page.route('**/*', (route) => route.abort());
    // By keyboard: pointing at a link loads its page's code.
    await page.getByRole('region', { name: 'Messages' }).press('g');
    await page.keyboard.press(key);
    await page.waitForURL(path);
    await notice().waitFor();
    await page.getByRole('article').first().waitFor({ state: 'detached' });
    await page.locator('main [aria-busy="true"]').first().waitFor();
    await photograph(page, 'lost-connection-link');
    await page.unroute('**/*');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await notice().waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('article').first().waitFor();
  });

  it('the question before leaving a page with unsaved changes opens all the same', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/agents/${agentId}`);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Half written');
    // Its code is loaded with the first change.
    await page.waitForLoadState('networkidle');
    await page.route('**/*', (route) => route.abort());
    await page.getByRole('main').getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.unroute('**/*');
    expect(await name.inputValue()).toBe('Half written');
    await name.fill('Guide');
    await page.goto(`${t.server.url}/conversations/${conversationId}`);
    await page.getByRole('article').first().waitFor();
  });

  it('a page with outdated code stays, and asks for a reload', async () => {
    const { page } = t.browser;
    await page.getByLabel('Your reply').fill('And now?');
    await page.route(/assets\/help-dialog[^/]*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('region', { name: 'Messages' }).press('?');
    await page.getByRole('status').filter({ hasText: 'The dashboard has been updated.' }).waitFor();
    expect(await page.getByLabel('Your reply').inputValue()).toBe('And now?');
    await page.unroute(/assets\/help-dialog[^/]*\.js/);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('article').first().waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: 'The dashboard has been updated.' })
      .waitFor({ state: 'detached' });
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, phone, photograph } from './browser.ts';
import { dashboard } from './dashboard.ts';

const lost = 'The server can’t be reached. Your input is kept; the dashboard keeps trying.';

describe.skipIf(chromiumPath === undefined)('while the connection is lost', () => {
  let conversationId = '';
  const t = dashboard(phone, {
    prepare: async ({ client }) => {
      const { _id } = await client.agents.create({ name: 'Guide', model: 'builtin/echo' });
      const { conversation } = await client.agents.chat(_id, { message: 'Where is it?' });
      conversationId = conversation._id;
      await client.conversations.takeOver(conversationId);
    },
  });
  beforeAll(async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/conversations/${conversationId}`);
    // What is lost in these tests is lost by a page that is complete.
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
    expect(await page.getByLabel('Your reply').inputValue()).toBe('One moment please.');
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

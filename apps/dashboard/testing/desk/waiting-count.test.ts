import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined)('the number of waiting conversations', () => {
  let id = '';
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
      id = (await client.agents.chat(agent, { message: 'Hello' })).conversation._id;
      await client.conversations.handOver(id, { reason: 'The visitor asked for a person.' });
    },
  });
  const link = (name: string) => t.browser.page.getByRole('link', { name, exact: true });
  const icon = () => t.browser.page.locator('link[rel="icon"]').getAttribute('href');

  it('is in the sidebar, and the icon of a hidden tab has a dot', async () => {
    const { page } = t.browser;
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await page.goto(`${t.server.url}/agents`);
    await link('Conversations 1 waiting').waitFor();
    await checkPage(page, 'waiting-count');
    const plain = await icon();
    await show('hidden');
    await expect.poll(icon).toContain('favicon-waiting');
    await show('visible');
    await expect.poll(async () => new URL((await icon()) ?? '', t.server.url).pathname).toBe(plain);
  });

  it('is not there if none waits', async () => {
    const { page } = t.browser;
    await t.client.conversations.close(id);
    await page.goto(`${t.server.url}/agents`);
    const counted = page.waitForResponse((response) => /\/api\/conversations\?.*waiting=true/.test(response.url()));
    await page.reload();
    await counted;
    await link('Conversations').waitFor();
  });

  it('throws nothing, and violates no policy', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

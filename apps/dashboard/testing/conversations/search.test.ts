// @module-tag nightly

import { describe, expect, it, vi } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { isComplete } from '../setup/level.ts';

const narrow = { name: 'narrow', width: 360, height: 740 };
/** The narrow one differs by its look alone. */
const screens = isComplete ? [desk, narrow] : [desk];

const prepare = async ({ client }: Pick<ReturnType<typeof dashboard>, 'client'>) => {
  const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
  const { _id } = await client.conversations.create(agent, { title: 'Delivery', userId: 'ada', tags: ['late', 'VIP'] });
  const say = (content: string) => client.messages.send(_id, { content });
  await say(
    'The parcel from 東京都 has not arrived, although the **Größe** on the label is right and I paid for express.',
  );
  for (let index = 1; index <= 45; index += 1) await say(`Anything new, number ${index}?`);
  await client.agents.chat(agent, { message: 'Something else', userId: 'bob' });
  const isFound = async () => expect((await client.conversations.list({ q: '京都' })).items).toHaveLength(1);
  await vi.waitFor(isFound, { timeout: 30_000, interval: 100 });
};

describe.skipIf(chromiumPath === undefined).each(screens)('searching conversations, on $name', (screen) => {
  const t = dashboard(screen, { prepare });

  it('shows where the words are, and opens the conversation there', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/conversations`);
    await page.getByLabel('Search conversations').fill('京都 gross');
    await page.locator('mark', { hasText: '京都' }).waitFor();
    expect(await page.locator('mark').allTextContents()).toEqual(['京都', 'Größ']);
    await checkPage(page, 'search-list');
    await page.getByRole('link', { name: 'Delivery' }).click();
    const found = page.locator('article[data-found]');
    await found.waitFor();
    await expect.poll(() => found.evaluate((element) => element === document.activeElement)).toBe(true);
    const isVisible = () =>
      found.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      });
    await expect.poll(isVisible).toBe(true);
    const marked = () =>
      page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map((range) => (range as Range).toString()));
    await expect.poll(marked).toEqual(['京都', 'Größ']);
    await checkPage(page, 'search-conversation');
  });

  it('shows the conversations with a tag', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/conversations`);
    await page.getByRole('link', { name: 'Tag VIP: show its conversations' }).click();
    await page.waitForURL(/tag=VIP/);
    await page.getByText('1 conversation').first().waitFor();
    await checkPage(page, 'search-tag');
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    expect(await page.getByLabel('Tag', { exact: true }).inputValue()).toBe('VIP');
  });
});

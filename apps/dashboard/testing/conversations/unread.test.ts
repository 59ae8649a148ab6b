import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk, phone } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined)('unread conversations', () => {
  let agent = '';
  const ids: string[] = [];
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
      for (const message of ['First', 'Second', 'Third']) {
        ids.push((await client.agents.chat(agent, { message })).conversation._id);
      }
      await client.agents.chat(agent, { message: 'A trial', playground: true });
    },
  });
  const at = (path: string) => t.browser.page.goto(t.server.url + path);
  const list = () => t.browser.page.getByRole('list', { name: 'Conversations' });
  const pane = () => t.browser.page.getByRole('region', { name: 'List of conversations' });
  const dots = (within = list()) => within.getByRole('img', { name: 'Unread' });
  const row = (title: string) => list().getByRole('listitem').filter({ hasText: title });
  const markedRead = () =>
    t.browser.page.waitForResponse((response) => /\/api\/conversations\/.*read$/.test(response.url()));

  it('are bold rows with a dot, until they are opened; trials never are', async () => {
    const { page } = t.browser;
    await at('/conversations');
    await dots().nth(2).waitFor();
    expect(await dots().count()).toBe(3);
    const title = list().getByRole('link', { name: 'First' });
    const weight = () => title.evaluate((link) => getComputedStyle(link).fontWeight);
    expect(await weight()).toBe('700');
    const description = await title.getAttribute('aria-describedby');
    expect(await page.locator(`#${description}`).getAttribute('aria-label')).toBe('Unread');
    await checkPage(page, 'unread');
    const marked = markedRead();
    await title.click();
    expect((await marked).status()).toBe(200);
    await dots(pane()).nth(1).waitFor();
    expect(await dots(pane()).count()).toBe(2);
    await checkPage(page, 'unread-split');
    await page.goBack();
    await row('First').waitFor();
    expect(await dots().count()).toBe(2);
    expect(await weight()).not.toBe('700');
    await page.reload();
    await dots().nth(1).waitFor();
    expect(await dots().count()).toBe(2);
  });

  it('an open conversation stays read while messages arrive', async () => {
    const { page } = t.browser;
    await at(`/conversations/${ids[0]}`);
    await page.getByRole('article').getByText('First').first().waitFor();
    await dots(pane()).nth(1).waitFor();
    const { reply } = await t.client.messages.send(ids[0] ?? '', { content: 'One more' });
    await page.getByRole('article').getByText('One more').first().waitFor();
    await pane().getByText('Agent: One more').waitFor();
    expect(await dots(pane()).count()).toBe(2);
    const isRead = async () => {
      const { items } = await t.client.conversations.list({ q: 'First', includeUnread: true });
      return [items[0]?.unread, items[0]?.lastMessageAt];
    };
    await expect.poll(isRead).toEqual([false, reply?.createdAt]);
  });

  it('a hidden page reads nothing until it is visible', async () => {
    const { page } = t.browser;
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await at('/conversations');
    await dots().nth(1).waitFor();
    await show('hidden');
    await row('Second').getByRole('link', { name: 'Second' }).click();
    await page.getByRole('article').getByText('Second').first().waitFor();
    await dots(pane()).nth(1).waitFor();
    expect(await dots(pane()).count()).toBe(2);
    const marked = markedRead();
    await show('visible');
    await marked;
    await expect.poll(() => dots(pane()).count()).toBe(1);
  });

  it('all are marked as read by a button, and by Shift U', async () => {
    const { page } = t.browser;
    await at('/conversations');
    await dots().first().waitFor();
    await page.getByRole('button', { name: 'Actions for the list' }).click();
    await page.getByRole('menuitem', { name: 'Mark all as read' }).click();
    await page.getByText('All conversations are marked as read.').waitFor();
    await expect.poll(() => dots().count()).toBe(0);
    await t.client.messages.send(ids[2] ?? '', { content: 'And now?' });
    await dots().waitFor();
    await page.keyboard.press('Shift+U');
    await expect.poll(() => dots().count()).toBe(0);
    await page.reload();
    await row('Third').waitFor();
    expect(await dots().count()).toBe(0);
  });

  it('a phone shows them, too, and reads them', async () => {
    const { page } = t.browser;
    await t.client.messages.send(ids[1] ?? '', { content: 'Are you there?' });
    await page.setViewportSize({ width: phone.width, height: phone.height });
    await at('/conversations');
    await dots().waitFor();
    await checkPage(page, 'unread-phone');
    const marked = markedRead();
    await row('Second').getByRole('link', { name: 'Second' }).click();
    await marked;
    await page.getByRole('link', { name: 'Back to conversations' }).click();
    await row('Second').waitFor();
    expect(await dots().count()).toBe(0);
    await page.setViewportSize({ width: desk.width, height: desk.height });
  });

  it('a mark that the server refuses is taken back', async () => {
    const { page } = t.browser;
    await t.client.messages.send(ids[1] ?? '', { content: 'Hello?' });
    await page.route(/\/read$/, (route) => route.abort());
    await at(`/conversations/${ids[1]}`);
    await page.getByRole('article').getByText('Hello?').first().waitFor();
    await dots(pane()).waitFor();
    await page.unrouteAll();
    const marked = markedRead();
    await page.reload();
    await marked;
    await expect.poll(() => dots(pane()).count()).toBe(0);
  });

  it('throws nothing, and violates no policy', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

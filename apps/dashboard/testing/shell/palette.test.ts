import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk, holdBack } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined)('the command palette', () => {
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      const { _id } = await client.agents.create({ name: 'Parcel guide', model: 'builtin/echo' });
      const say = (message: string, userId: string) => client.agents.chat(_id, { message, userId });
      for (let index = 1; index <= 7; index += 1) await say(`Where is parcel ${index}?`, 'grace@example.com');
      const { conversation } = await say('My invoice is wrong', 'charles@example.com');
      await client.conversations.close(conversation._id);
    },
  });

  const field = () => t.browser.page.getByLabel('Search agents, conversations, pages and commands');
  const result = (name: string | RegExp) => t.browser.page.getByRole('dialog').getByRole('button', { name });
  const search = async (words: string) => {
    await t.browser.page.keyboard.press('Control+k');
    await field().fill(words);
  };
  const heading = (name: string) => t.browser.page.getByRole('heading', { level: 1, name }).waitFor();

  it('finds a conversation by its title, and Enter opens it', async () => {
    const { page } = t.browser;
    await search('INVOICE');
    await result(/My invoice is wrong.*charles@example.com.*Closed/).waitFor();
    await checkPage(page, 'palette-conversations');
    await page.keyboard.press('Enter');
    await heading('My invoice is wrong');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('finds conversations by the complete user ID, and selects the first new result', async () => {
    const { page } = t.browser;
    await search('parcel 3');
    await result(/Where is parcel 3/).waitFor();
    await field().fill('grace@example.com');
    await result(/Where is parcel 7/).waitFor();
    expect(await page.getByRole('dialog').locator('[data-selected]').innerText()).toContain('Where is parcel 7?');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading('Where is parcel 6?');
  });

  it('shows agents before conversations, with a link to all results if there are more', async () => {
    const { page } = t.browser;
    await search('parcel');
    await result('All conversations with “parcel”').waitFor();
    const found = await page.getByRole('dialog').getByRole('button').allInnerTexts();
    expect(found[0]).toContain('Parcel guide');
    expect(found).toHaveLength(8);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/conversations\?q=parcel/);
    await page.getByText('7 conversations').waitFor();
  });

  it('shows no results of an earlier search while the next one runs', async () => {
    const { page } = t.browser;
    await search('parcel');
    await result('All conversations with “parcel”').waitFor();
    const letThrough = await holdBack(page, /[?&]q=invoice/);
    await field().fill('invoice');
    await page.getByText('Searching…').waitFor();
    expect(await result(/parcel/i).count()).toBe(0);
    await letThrough();
    await result(/My invoice is wrong/).waitFor();
    await field().fill('steam');
    await page.getByText(/^No results\. Try an agent’s name/).waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows the server’s reason for a failed search', async () => {
    const { page } = t.browser;
    await page.route(/[?&]q=refused/, (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/json',
        body: JSON.stringify({ success: false, error: 'Not for you.', code: 'insufficient_scope' }),
      }),
    );
    await search('refused');
    await page.getByRole('dialog').getByText('Not for you.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('selects its first entry before anything is typed, so that Enter opens it', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/agents`);
    await heading('Agents');
    await page.keyboard.press('Control+k');
    const selected = page.getByRole('dialog').locator('[data-selected]');
    await selected.waitFor();
    expect(await selected.innerText()).toContain('Home');
    await checkPage(page, 'palette-empty');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });

  it('finds commands by other words, and opens their dialogs over the page', async () => {
    const { page } = t.browser;
    for (const [words, command, title] of [
      ['invite', 'Invite a person', 'Invite'],
      ['create key', 'Generate new key', 'Generate new key'],
      ['new workspace', 'New workspace', 'New workspace'],
      ['shortcuts', 'Keyboard shortcuts', 'Keyboard shortcuts'],
    ] as const) {
      await search(words);
      await result(command).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('heading', { name: title }).waitFor();
      await field().waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });

  it('changes the theme and the workspace', async () => {
    const { page } = t.browser;
    await search('dark');
    await result('Theme: dark').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await search('theme system');
    await result('Theme: system default').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('html[data-mantine-color-scheme=light]').waitFor();
    const { _id } = await t.client.workspaces.create({ name: 'Second workspace' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await search('switch second');
    await result('Switch to Second workspace').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`workspace=${_id}`));
  });

  it('signs out', async () => {
    const { page } = t.browser;
    await search('log out');
    await result('Sign out').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

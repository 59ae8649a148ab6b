import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk, phone } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined)('saved views', () => {
  let shared = '';
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
      const talk = async (message: string, tags: string[]) =>
        client.conversations.update((await client.agents.chat(agent, { message })).conversation._id, { tags });
      await talk('Where is my parcel?', ['shipping']);
      await talk('The parcel is late', ['shipping']);
      await talk('I forgot my password', ['account']);
      shared = (await client.views.create({ name: 'Accounts', filters: { tag: 'account' } }))._id;
    },
  });
  const at = (path: string) => t.browser.page.goto(t.server.url + path);
  const button = (name: string) => t.browser.page.getByRole('button', { name, exact: true });
  const row = (title: string) =>
    t.browser.page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: title });
  const menu = () => t.browser.page.getByRole('dialog', { name: 'Views' });
  const names = async () => (await t.client.views.list()).items.map(({ name, isShared }) => [name, isShared]);

  it('keep the filters of the list under a name, in the address', async () => {
    const { page } = t.browser;
    await at('/conversations?tag=shipping&sort=lastMessageAt');
    await row('Where is my parcel?').waitFor();
    await button('View: All').click();
    await menu().getByRole('button', { name: 'Save as view…' }).click();
    await page.getByRole('dialog', { name: 'Save as view' }).getByLabel('Name').fill('Parcels');
    await checkPage(page, 'view-new');
    await button('Save').click();
    await button('View: Parcels').waitFor();
    expect(new URL(page.url()).search).toMatch(/^\?saved=view_\w+$/);
    await expect.poll(() => row('I forgot my password').count()).toBe(0);
    const { items } = await t.client.views.list();
    expect(items.find(({ name }) => name === 'Parcels')).toMatchObject({
      isShared: false,
      filters: { tag: 'shipping', playground: false, sort: 'lastMessageAt' },
    });
    await page.reload();
    await button('View: Parcels').waitFor();
    await row('Where is my parcel?').waitFor();
    expect(await row('I forgot my password').count()).toBe(0);
  });

  it('are in the menu with their counts, by the key v, and in the palette', async () => {
    const { page } = t.browser;
    await page.keyboard.press('v');
    await menu().getByRole('region', { name: 'Only yours' }).getByRole('link', { name: 'Parcels 2' }).waitFor();
    await menu().getByRole('region', { name: 'Shared' }).getByRole('link', { name: 'Accounts 1' }).waitFor();
    expect(await menu().locator('[aria-current=page]').count()).toBe(1);
    await checkPage(page, 'views');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: /^Search agents/ }).fill('view accounts');
    await page.getByRole('button', { name: 'Go to view: Accounts' }).click();
    await button('View: Accounts').waitFor();
    await row('I forgot my password').waitFor();
  });

  it('take other filters, are renamed, shared and deleted, and the deletion can be undone', async () => {
    const { page } = t.browser;
    const parcels = (await t.client.views.list()).items.find(({ name }) => name === 'Parcels')?._id;
    await at(`/conversations?saved=${parcels}&q=late`);
    await row('The parcel is late').waitFor();
    await button('View: Parcels').click();
    await menu().getByRole('button', { name: 'Keep these filters in Parcels' }).click();
    await page.getByText('View Parcels changed.').waitFor();
    expect((await t.client.views.retrieve(parcels ?? '')).filters).toMatchObject({ q: 'late', tag: 'shipping' });
    await button('View: Parcels').click();
    await menu().getByRole('button', { name: 'Rename or share…' }).click();
    await page.getByLabel('Name').fill('Late parcels');
    await page.getByText('Shared with the workspace').click();
    expect(await page.getByLabel('Shared with the workspace').isChecked()).toBe(true);
    await button('Save').click();
    await button('View: Late parcels').waitFor();
    expect(await names()).toEqual([
      ['Accounts', true],
      ['Late parcels', true],
    ]);
    await button('View: Late parcels').click();
    await menu().getByRole('button', { name: 'Delete view' }).click();
    await button('View: All').waitFor();
    expect(await names()).toEqual([['Accounts', true]]);
    await page.getByText('View Late parcels deleted.').locator('..').getByRole('button', { name: 'Undo' }).click();
    await button('View: Late parcels').waitFor();
  });

  it('a phone has them, and one that is gone says so', { tags: 'nightly' }, async () => {
    const { page } = t.browser;
    await page.setViewportSize({ width: phone.width, height: phone.height });
    await at(`/conversations?saved=${shared}`);
    await row('I forgot my password').waitFor();
    await button('View: Accounts').click();
    await menu().getByRole('link', { name: 'Accounts 1' }).waitFor();
    await checkPage(page, 'views-phone');
    await t.client.views.delete(shared);
    await page.reload();
    await page.getByText('There is no such view').waitFor();
    await checkPage(page, 'view-gone');
    await button('Show all').click();
    await row('Where is my parcel?').waitFor();
    await page.setViewportSize({ width: desk.width, height: desk.height });
  });

  it('throws nothing, and violates no policy', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

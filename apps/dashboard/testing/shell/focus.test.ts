// @module-tag nightly

import { describe, expect, it } from 'vitest';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

/** Time for which a toast is shown, in ms. */
const toastStands = 4_000;

describe.skipIf(chromiumPath === undefined)('overlays', () => {
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      await client.apiKeys.create({ name: 'Shop', scopes: ['agents:read'] });
    },
  });
  const at = (path: string) => t.browser.page.goto(t.server.url + path);
  const button = (name: string) => t.browser.page.getByRole('button', { name, exact: true }).first();
  const press = async (name: string) => {
    await button(name).focus();
    await t.browser.page.keyboard.press('Enter');
  };
  const focused = (name: string) => button(name).and(t.browser.page.locator(':focus')).waitFor();
  const leave = async () => {
    await t.browser.page.getByRole('dialog').waitFor();
    await t.browser.page.keyboard.press('Escape');
    await t.browser.page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  it('return the focus to the button that opened a dialog', async () => {
    await at('/settings/api-keys');
    await press('Generate New Key');
    await leave();
    await focused('Generate New Key');
  });

  it('close on Cancel', async () => {
    const { page } = t.browser;
    for (const [path, opener] of [
      ['/settings/api-keys', 'Generate New Key'],
      ['/settings/members', 'Invite'],
      ['/settings/general', 'New workspace'],
    ] as const) {
      await at(path);
      await press(opener);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await at('/settings/api-keys');
  });

  it('return the focus to the menu button that a dialog was opened from', async () => {
    const { page } = t.browser;
    await press('Actions for Shop');
    await page.getByRole('menuitem', { name: 'Revoke…' }).press('Enter');
    await leave();
    await focused('Actions for Shop');
    await page.keyboard.press('Control+k');
    await leave();
    await focused('Actions for Shop');
    await page.keyboard.press('?');
    await leave();
    await focused('Actions for Shop');
  });

  it('return the focus to the page if that button is gone', async () => {
    const { page } = t.browser;
    await page.keyboard.press('Control+k');
    await page.getByLabel('Search agents, conversations, pages and commands').fill('Members');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await press('Actions for Ada Lovelace');
    await page.getByRole('menuitem', { name: 'Leave the workspace…' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await button('Actions for Ada Lovelace').evaluate((element) => element.remove());
    await page.keyboard.press('Escape');
    await page.locator('main:focus').waitFor();
  });

  it('a repeated toast replaces the earlier one', async () => {
    const { page } = t.browser;
    await at('/settings/general');
    const rename = async (name: string) => {
      await page.getByLabel('Workspace name').first().fill(name);
      await press('Save');
    };
    const toast = page.getByRole('alert').filter({ hasText: 'Workspace renamed.' });
    await rename('Engines');
    await toast.waitFor();
    await page.waitForTimeout(toastStands * 0.6);
    await rename('Engines and more');
    await page.waitForTimeout(toastStands * 0.6);
    expect(await toast.count()).toBe(1);
    await toast.waitFor({ state: 'detached' });
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

// @module-tag nightly

import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { becomesQuiet } from '../every-page/every/quiet.ts';
import { chromiumPath, desk, holdBack, phone } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

/** The file of what opens over a page. */
const code = /\/assets\/overlays-/;

describe.skipIf(chromiumPath === undefined)('what opens over a page, while its code is on its way', () => {
  let page: Page;
  let arrive = () => {};
  let conversation = '';
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      const { _id: agent } = await client.agents.create({ name: 'Shop assistant', model: 'builtin/echo' });
      await client.agents.create({ name: 'Helpdesk', model: 'builtin/echo' });
      conversation = (await client.agents.chat(agent, { message: 'Where is it?' })).conversation._id;
    },
  });
  beforeEach(async () => {
    page = await t.browser.context.newPage();
    arrive = await holdBack(page, code);
  });
  afterEach(() => page.close());

  /** Opens a page. Its first request for the code shows that the user has come near an overlay. */
  const open = async (path: string) => {
    await page.goto(t.server.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const combobox = (name: string) => page.getByRole('combobox', { name, exact: true });
  const focused = (element: Locator) => element.and(page.locator(':focus')).waitFor();

  it('a field that was clicked has its list open, the focus, and what was typed', async () => {
    await open('/settings/audit-log');
    await combobox('Agent').click();
    await page.keyboard.type('Help');
    expect(await combobox('Agent').inputValue()).toBe('Help');
    arrive();
    await page.getByRole('option', { name: 'Helpdesk' }).waitFor();
    await focused(combobox('Agent'));
    expect(await combobox('Agent').inputValue()).toBe('Help');
    await page.keyboard.type('desk');
    await page.getByRole('option', { name: 'Helpdesk' }).click();
    await page.waitForURL(/agent=agent_/);
    expect(await combobox('Agent').inputValue()).toBe('Helpdesk');
  });

  it('a field that is opened by the keyboard is open', async () => {
    await open('/agents');
    await combobox('Order').focus();
    await page.keyboard.press('ArrowDown');
    arrive();
    await page.getByRole('option', { name: 'Newest first' }).waitFor();
    await focused(combobox('Order'));
  });

  it('a field that was pressed, but not clicked, does not open later', async () => {
    await open('/agents');
    const box = await combobox('Order').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move(5, 500, { steps: 3 });
    await page.mouse.up();
    arrive();
    // It has its list now.
    await combobox('Order').and(page.locator('.mantine-Select-input')).waitFor();
    await becomesQuiet(page);
    expect(await combobox('Order').getAttribute('aria-expanded')).toBe('false');
    expect(await page.getByRole('listbox').count()).toBe(0);
  });

  it('the text of a model stays with its caret', async () => {
    await open('/agents/new');
    await combobox('Model').click();
    await combobox('Model').fill('builtin/');
    arrive();
    await page.getByRole('option', { name: 'builtin/echo' }).waitFor();
    await page.keyboard.type('echo');
    expect(await combobox('Model').inputValue()).toBe('builtin/echo');
  });

  it('the value of a filter can be cleared', async () => {
    await open('/agents?status=inactive');
    await expect.poll(() => combobox('Status').inputValue()).toBe('Inactive');
    await page.getByLabel('Any status').and(page.locator('button')).click();
    await page.waitForURL(/agents$/);
    expect(await combobox('Status').inputValue()).toBe('');
    arrive();
  });

  it('a menu opens once, by the keyboard, and gives the focus back', async () => {
    await open('/agents');
    const button = page.getByRole('button', { name: /account menu/ });
    await button.focus();
    await page.keyboard.press('Enter');
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    arrive();
    await focused(page.getByRole('menuitem').first());
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await focused(button);
    expect(await button.getAttribute('aria-expanded')).toBe('false');
  });

  it('a tip appears at keyboard focus, and vanishes by Escape', async () => {
    await open(`/conversations/${conversation}`);
    await page.getByRole('link', { name: 'Back to conversations' }).focus();
    await page.keyboard.press('Tab');
    arrive();
    await page.getByRole('tooltip').filter({ hasText: 'Edit the title' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    await focused(page.getByRole('button', { name: 'Edit the title' }));
  });

  it('a menu opens although its code could not be loaded at first', async () => {
    await open('/agents');
    let refusals = 0;
    await page.route(code, (route) => {
      refusals += 1;
      return refusals === 1 ? route.abort() : route.continue();
    });
    arrive();
    await page.getByRole('button', { name: /account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    expect(refusals).toBeGreaterThan(1);
  });

  it('a tap opens a list, and chooses from it', async () => {
    const context = await t.browser.context.browser()?.newContext({
      ...{ viewport: { width: phone.width, height: phone.height }, hasTouch: true, reducedMotion: 'reduce' },
      storageState: await t.browser.context.storageState(),
    });
    if (context === undefined) throw new Error('There is no browser.');
    const touched = await context.newPage();
    await touched.goto(`${t.server.url}/agents`);
    const order = touched.getByRole('combobox', { name: 'Order' });
    await order.tap();
    await touched.getByRole('option', { name: 'Oldest first' }).tap();
    await touched.waitForURL(/sort=createdAt/);
    const status = touched.getByRole('combobox', { name: 'Status' });
    // The code is there now.
    await status.tap();
    await touched.getByRole('option', { name: 'Inactive' }).tap();
    await touched.waitForURL(/status=inactive/);
    await context.close();
  });
});

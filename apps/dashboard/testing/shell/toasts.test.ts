// @module-tag nightly

import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath, photograph, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { extendToasts } from '../setup/toasts.ts';

const refused = {
  status: 400,
  json: { success: false, error: 'Not now.', code: 'bad_request', requestId: 'req_1' },
};

describe.skipIf(chromiumPath === undefined).each(screens)('a toast, $name', (screen) => {
  const t = dashboard(screen);
  const at = (path: string) => t.browser.page.goto(t.server.url + path);
  const toast = (words: string) => t.browser.page.getByRole('alert').filter({ hasText: words });

  /** True if no element covers the middle of a field, so that a click reaches it. */
  const isFree = (field: Locator) =>
    field.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });

  /** Counts from now on how many toasts are there at most. */
  const countCopies = () =>
    t.browser.page.evaluateHandle(() => {
      const seen = { most: 0 };
      const look = () => {
        seen.most = Math.max(seen.most, document.querySelectorAll('[role="alert"]').length);
      };
      look();
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      return seen;
    });

  it('that says that an agent was created does not cover the message to it', async () => {
    const { page } = t.browser;
    await at('/agents/new');
    await extendToasts(page);
    await page.getByRole('button', { name: /Customer support/ }).click();
    await page.getByRole('button', { name: 'Create agent' }).click();
    await toast('Support created.').waitFor();
    if (screen.width < 1000) await page.getByRole('button', { name: 'Playground', exact: true }).click();
    const message = page.getByRole('textbox', { name: 'Message to Support' });
    await message.waitFor();
    await photograph(page, 'toast-created');
    await expect.poll(() => isFree(message)).toBe(true);
  });

  it('covers no button of the page', async () => {
    const { page } = t.browser;
    await at('/agents');
    await page.getByRole('link', { name: 'New agent' }).waitFor();
    await extendToasts(page);
    await page.route(/api\/session$/, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill(refused) : route.continue(),
    );
    if (screen.width < 1000) await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('button', { name: /account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await toast('Not now.').waitFor();
    if (screen.width < 1000) await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await photograph(page, 'toast-beside-button');
    await expect.poll(() => isFree(page.getByRole('link', { name: 'New agent' }))).toBe(true);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('moves away from the field that has the focus', async () => {
    const { page } = t.browser;
    await page.route(/api\/sessions\/\w+/, (route) => route.fulfill(refused));
    await at('/settings/security');
    await extendToasts(page);
    await page
      .getByRole('button', { name: /^End the session/ })
      .first()
      .click();
    const problem = toast('Not now.');
    await problem.waitFor();
    const copies = await countCopies();
    // At the top right on a wide screen; a narrow one has the button of the menu at the top.
    const isWide = screen.width > 1000;
    const field = isWide ? page.getByLabel('Your name') : page.getByLabel('New password', { exact: true });
    const block = isWide ? ('start' as const) : ('end' as const);
    await field.evaluate((element, block) => element.scrollIntoView({ block }), block);
    await field.focus();
    await photograph(page, 'toast-moved');
    await expect.poll(() => isFree(field)).toBe(true);
    expect(await copies.evaluate(({ most }) => most)).toBe(1);
    // A press moves the focus away from the field, but must not move the toast.
    await problem.getByRole('button', { name: 'Close' }).click();
    await problem.waitFor({ state: 'detached' });
  });
});

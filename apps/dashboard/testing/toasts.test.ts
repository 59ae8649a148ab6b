import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath, photograph, screens } from './browser.ts';
import { dashboard } from './dashboard.ts';

describe.skipIf(chromiumPath === undefined).each(screens)('a toast, $name', (screen) => {
  const t = dashboard(screen);
  const at = (path: string) => t.browser.page.goto(t.server.url + path);
  const toast = (words: string) => t.browser.page.getByRole('alert').filter({ hasText: words });

  /** Whether the middle of a field is covered by nothing, so that a click reaches it. */
  const isFree = (field: Locator) =>
    field.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });

  it('that says that an agent was created does not cover the message to it', async () => {
    const { page } = t.browser;
    await at('/agents/new');
    await page.getByRole('button', { name: /Customer support/ }).click();
    await page.getByRole('button', { name: 'Create agent' }).click();
    await toast('Support created.').waitFor();
    if (screen.width < 1000) await page.getByRole('button', { name: 'Playground', exact: true }).click();
    const message = page.getByRole('textbox', { name: 'Message to Support' });
    await message.waitFor();
    // It stays while the pointer is over it.
    await toast('Support created.').hover();
    await photograph(page, 'toast-created');
    expect(await isFree(message)).toBe(true);
  });

  it('moves away from the field that has the focus', async () => {
    const { page } = t.browser;
    const refusal = { success: false, error: 'Not now.', code: 'bad_request', requestId: 'req_1' };
    await page.route(/api\/sessions\/\w+/, (route) => route.fulfill({ status: 400, json: refusal }));
    await at('/settings/security');
    await page
      .getByRole('button', { name: /^End the session/ })
      .first()
      .click();
    const problem = toast('Not now.');
    await problem.waitFor();
    const middle = async () => {
      const { y = 0, height = 0 } = (await problem.boundingBox()) ?? {};
      return (y + height / 2) / screen.height;
    };
    await expect.poll(middle).toBeLessThan(0.5);
    const name = page.getByLabel('Your name');
    // To where the toast is, below the bar of narrow screens.
    await name.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 60));
    await name.focus();
    await photograph(page, 'toast-moved');
    expect(await isFree(name)).toBe(true);
  });
});

// @module-tag nightly

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath, holdBack, photograph, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { makeAgents } from '../setup/signed-in.ts';

/** Max sum of the layout shifts while a page loads. */
const maxShift = 0.02;

/** Sums up the layout shifts of the current page (Layout Instability, 2.3). */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (entries: PerformanceEntry[]) => {
          for (const entry of entries) sum += (entry as PerformanceEntry & { value: number }).value;
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        // Two frames: the first one delivers buffered entries.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add(observer.takeRecords());
            observer.disconnect();
            resolve(sum);
          }),
        );
      }),
  );

describe.skipIf(chromiumPath === undefined).each(screens)('the first paint, $name', (screen) => {
  const t = dashboard(screen, { prepare: ({ client }) => makeAgents(client, 3) });

  const first = () => t.browser.page.locator('.first');
  const lightness = () =>
    t.browser.page.evaluate(() => {
      const [red = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
      return red;
    });

  it('shows the frame in the chosen colours before the script is there', async () => {
    const { page } = t.browser;
    await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'));
    const letThrough = await holdBack(page, /\.js$/);
    await page.goto(`${t.server.url}/agents`, { waitUntil: 'commit' });
    await first().waitFor();
    expect(await lightness()).toBeLessThan(40);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
    await photograph(page, 'first-paint');
    letThrough();
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
    await first().waitFor({ state: 'hidden' });
    expect(await lightness()).toBeLessThan(40);
    await page.unrouteAll({ behavior: 'wait' });
    await page.evaluate(() => localStorage.removeItem('mantine-color-scheme-value'));
  });

  it('does not move when the font arrives late', async () => {
    const { page } = t.browser;
    const letThrough = await holdBack(page, /\.woff2$/);
    await page.goto(`${t.server.url}/agents`, { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Agent 01' }).waitFor();
    expect(await page.evaluate(() => document.fonts.check('14px "Inter Variable"'))).toBe(false);
    letThrough();
    await page.waitForFunction(() => document.fonts.check('14px "Inter Variable"'));
    expect(await shiftOf(page)).toBeLessThan(maxShift);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('does not move on Home, whichever answer arrives last', async () => {
    const { page } = t.browser;
    const agent = await t.client.agents.create({ name: 'Talkative', model: 'builtin/echo' });
    await t.client.agents.chat(agent._id, { content: 'Hello' });
    for (const last of ['channels', 'conversations', 'agents', 'usage']) {
      const letThrough = await holdBack(page, new RegExp(`/api/${last}(\\?|$)`));
      const others = page.waitForResponse(/\/api\/(api-keys|channels)\?/);
      await page.goto(t.server.url, { waitUntil: 'commit' });
      await others;
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
      letThrough();
      await page.getByRole('table', { name: /^Conversations/ }).waitFor();
      expect(await shiftOf(page), last).toBeLessThan(maxShift);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  it('loads the font for Latin letters alone', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/agents`);
    await page.getByRole('link', { name: 'Agent 01' }).waitFor();
    const fonts = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.woff2') ? [name] : [])),
    );
    expect(fonts.map((url) => /inter-[a-z-]+-wght/.exec(url)?.[0])).toEqual(['inter-latin-wght']);
  });

  it('says that an unknown address is no page, with the status of that', async () => {
    const { page } = t.browser;
    const response = await page.goto(`${t.server.url}/nonsense`);
    expect(response?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });

  it('shows no frame to a user who has signed out', async () => {
    const { page, context } = t.browser;
    await context.clearCookies();
    await page.goto(`${t.server.url}/agents`);
    await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
    const letThrough = await holdBack(page, /\.js$/);
    await page.goto(`${t.server.url}/agents`, { waitUntil: 'commit' });
    await page.locator('#root').waitFor({ state: 'attached' });
    expect(await first().isVisible()).toBe(false);
    letThrough();
    await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

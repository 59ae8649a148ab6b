// @module-tag nightly

import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

const codes = ['rate_limited', 'too_many_failed_attempts', 'too_many_concurrent'];
const notice = /Too many requests\. This page tries again in \d+ s\./;

describe.skipIf(chromiumPath === undefined).each(screens)('a request refused with 429, $name', (screen) => {
  const t = dashboard(screen, {
    ownServer: true,
    prepare: async ({ client }) => {
      await client.agents.create({ name: 'Guide', model: 'builtin/echo' });
    },
  });
  const status = () => t.browser.page.getByRole('status').filter({ hasText: notice });
  /** Refuses matching requests until the returned function is called. */
  const refuse = async (address: RegExp, code: string, seconds: number) => {
    const body = { success: false, error: `Refused; try again in ${seconds} seconds.`, code, requestId: 'req_1' };
    const handler = (route: Route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': String(seconds) }, json: body });
    await t.browser.page.route(address, handler);
    return () => t.browser.page.unroute(address, handler);
  };

  // The codes differ in their words alone, so one of them is enough on the second screen.
  it.each(screen === desk ? codes : codes.slice(0, 1))('%s: a page waits, and loads by itself', async (code) => {
    const { page } = t.browser;
    const accept = await refuse(/\/api\/agents\?/, code, 2);
    await page.goto(`${t.server.url}/agents`);
    await status().waitFor();
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await accept();
    await page.getByRole('link', { name: 'Guide' }).waitFor();
    await status().waitFor({ state: 'detached' });
  });

  it('a page keeps what it shows', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/settings/usage`);
    await page.getByText('Requests this minute').waitFor();
    const accept = await refuse(/\/api\/usage/, 'too_many_failed_attempts', 2);
    await status().waitFor();
    await page.getByText('Requests this minute').waitFor();
    await checkPage(page, 'limited');
    expect(await page.getByRole('alert').count()).toBe(0);
    await accept();
    await status().waitFor({ state: 'detached' });
  });

  it('the dashboard itself waits instead of an error page', async () => {
    const { page } = t.browser;
    const accept = await refuse(/\/api\/me$/, 'too_many_failed_attempts', 2);
    await page.goto(t.server.url);
    await status().waitFor();
    await accept();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(await page.getByText('Something went wrong').count()).toBe(0);
  });

  it('the sign-in page shows the wait, and then accepts another attempt', async () => {
    const { page, context } = t.browser;
    await context.clearCookies();
    await page.clock.install();
    await page.goto(`${t.server.url}/sign-in`);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    const button = page.getByRole('button', { name: /^(Sign in|Try again in)/ });
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const answered = page.waitForResponse(/\/api\/session$/);
      await page.locator('button[type=submit]:not([data-loading])').click();
      await answered;
    }
    await page.getByRole('alert').getByText('Too many failed attempts.').waitFor();
    await page
      .getByText(/You can try again in (5\d|60) s\./)
      .first()
      .waitFor();
    await checkPage(page, 'sign-in-limited');
    expect(await button.isDisabled()).toBe(true);
    expect(await button.innerText()).toMatch(/^Try again in \d/);

    await page.getByLabel('Email').fill('grace@example.com');
    expect(await button.innerText()).toBe('Sign in');
    expect(await button.isDisabled()).toBe(false);

    await page.getByLabel('Email').fill('ada@example.com');
    await button.click();
    await page.getByText('Too many failed attempts.').waitFor();
    await page.clock.fastForward(61_000);
    await page.getByText('You can try again now.').waitFor();
    expect(await button.innerText()).toBe('Sign in');
    expect(await button.isDisabled()).toBe(false);
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

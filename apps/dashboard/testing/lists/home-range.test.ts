// @module-tag nightly

import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

const day = 24 * 60 * 60 * 1_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10);

describe.skipIf(chromiumPath === undefined).each(screens)('any range of days, $name', (screen) => {
  let agent = '';
  const t = dashboard(screen, {
    prepare: async ({ client }) => {
      agent = (await client.agents.create({ name: 'Guide', model: 'builtin/echo' }))._id;
      await client.agents.chat(agent, { message: 'Where is my parcel?' });
      await client.agents.chat(agent, { message: 'A trial', playground: true });
    },
  });
  const at = (path: string) => t.browser.page.goto(t.server.url + path);
  const button = (name: string | RegExp) => t.browser.page.getByRole('button', { name });
  const form = () => t.browser.page.getByRole('form', { name: 'Days shown' });
  const charts = (title: RegExp) => t.browser.page.getByRole('table', { name: title }).first();

  it('is chosen at Home, and kept in the address', async () => {
    const { page } = t.browser;
    await at('/');
    await charts(/on each of the last 30 days/).waitFor();
    await button('Custom…').click();
    await form().getByLabel('First day').fill(daysAgo(9));
    await form().getByLabel('Last day').fill(daysAgo(10));
    await button('Show').click();
    await form().getByText('The first day is after the last one.').waitFor();
    await checkPage(page, `home-range-form-${screen.name}`);
    await form().getByLabel('Last day').fill(daysAgo(0));
    await button('Show').click();
    await page.waitForURL((url) => url.searchParams.get('from') === daysAgo(9));
    expect(new URL(page.url()).searchParams.get('to')).toBe(daysAgo(0));
    await charts(/per day, /).waitFor();
    await page.reload();
    await charts(/per day, /).waitFor();
    expect(
      await charts(/per day, /)
        .locator('tbody tr')
        .count(),
    ).toBe(10);
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('7 days').click();
    await charts(/on each of the last 7 days/).waitFor();
    expect([...new URL(page.url()).searchParams]).toEqual([['days', '7']]);
  });

  it('is shown by week if it is long, and by month if it is longer', async () => {
    await at(`/?from=${daysAgo(200)}&to=${daysAgo(0)}`);
    await charts(/per week, /).waitFor();
    await t.browser.page.getByText(/per week in UTC\./).waitFor();
    await checkPage(t.browser.page, `home-weeks-${screen.name}`);
    await at(`/?from=${daysAgo(730)}&to=${daysAgo(0)}`);
    await charts(/per month, /).waitFor();
    expect(
      await charts(/per month, /)
        .locator('tbody tr')
        .count(),
    ).toBeLessThanOrEqual(25);
  });

  it.each([
    ['from=2026-02-30&to=2026-03-01', '2026-02-30 is not a day.'],
    ['from=2025-03-02&to=2025-03-01', 'The first day is after the last one.'],
    ['from=2025-03-02', 'Both days are needed.'],
    ['from=2020-01-01&to=2024-01-01', 'At most 731 days can be shown.'],
    ['from=2020-01-01&to=2999-01-01', 'The last day is in the future'],
  ])('of an address with %s is the usual one, and says so', async (search, problem) => {
    await at(`/?${search}`);
    await t.browser.page.getByText(problem).waitFor();
    await t.browser.page.getByText('These are the last 30 days.').waitFor();
    await charts(/on each of the last 30 days/).waitFor();
    await at(`/agents/${agent}/activity?${search}`);
    await t.browser.page.getByText(problem).waitFor();
    await charts(/on each of the last 30 days/).waitFor();
  });

  it('is chosen on the Activity tab by keyboard, and Escape closes the form', async () => {
    const { page } = t.browser;
    await at(`/agents/${agent}/activity`);
    await button('Custom…').focus();
    await page.keyboard.press('Enter');
    await form().waitFor();
    await page.keyboard.press('Escape');
    await form().waitFor({ state: 'detached' });
    await expect.poll(() => button('Custom…').evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await form().getByLabel('First day').fill(daysAgo(2));
    await form().getByLabel('Last day').fill(daysAgo(1));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('from') === daysAgo(2));
    await page.getByText('No conversations on these days.').waitFor();
    await checkPage(page, `agent-range-${screen.name}`);
  });

  it('leads from the trials of the playground to their list', async () => {
    const { page } = t.browser;
    await at('/');
    await page.getByRole('link', { name: '1 conversation in the playground' }).click();
    await page.waitForURL((url) => url.searchParams.get('playground') === 'only');
    await page.getByRole('link', { name: 'A trial', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Where is my parcel?', exact: true }).count()).toBe(0);
    await button(/^Filters/).click();
    await page.getByRole('combobox', { name: 'Playground' }).click();
    await page.getByRole('option', { name: 'Without trials' }).click();
    await page.getByRole('link', { name: 'Where is my parcel?', exact: true }).waitFor();
    await page.getByRole('link', { name: 'A trial', exact: true }).waitFor({ state: 'detached' });
    await page.waitForURL((url) => url.searchParams.get('playground') === 'without');
  });

  it('throws nothing, and violates no policy', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

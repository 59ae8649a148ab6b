import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk, phone } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined)('working hours', () => {
  let workspace = '';
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      workspace = (await client.workspaces.list()).items[0]?._id ?? '';
    },
  });
  const at = (path: string) => t.browser.page.goto(t.server.url + path);
  const field = (name: string) => t.browser.page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => t.browser.page.getByRole('button', { name, exact: true });
  const saved = () => t.browser.page.getByText('All changes saved').waitFor();
  const stored = () => t.client.workspaces.hours.retrieve(workspace);

  it('begins with nine to five, takes several periods a day, and copies a day to others', async () => {
    const { page } = t.browser;
    await at('/settings/hours');
    await page.getByText('Always open').waitFor();
    await checkPage(page, 'hours-none');
    await button('Set hours').click();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await field('Monday: closes at').fill('12');
    await button('Add hours: Monday').click();
    expect(await field('Monday, period 1: closes at').inputValue()).toBe('12:00');
    expect(await field('Monday, period 2: opens at').inputValue()).toBe('13:00');
    await button('Copy Monday to other days').click();
    await page.getByRole('menuitem', { name: 'Saturday' }).click();
    await button('Save').click();
    await saved();
    await page.getByText(/in Asia\/Tokyo\.$/).waitFor();
    const { timeZone, days } = await stored();
    expect(timeZone).toBe('Asia/Tokyo');
    expect(days?.saturday).toEqual([
      { from: '09:00', to: '12:00' },
      { from: '13:00', to: '17:00' },
    ]);
    expect(days?.sunday).toEqual([]);
    await checkPage(page, 'hours');
  });

  it('shows errors at their fields: its own, and those of the service', async () => {
    const { page } = t.browser;
    await field('Tuesday: closes at').fill('late');
    await button('Save').click();
    await page.getByText('Enter a time such as 09:00, up to 24:00.').waitFor();
    await field('Tuesday: closes at').fill('08:00');
    await button('Save').click();
    await page.getByText('Must be later than 09:00.').waitFor();
    await page.getByText('1 field needs a correction').waitFor();
    await expect.poll(() => field('Tuesday: closes at').evaluate((each) => each === document.activeElement)).toBe(true);
    await checkPage(page, 'hours-refused');
    await button('Discard').click();
    await saved();
    expect(await field('Tuesday: closes at').inputValue()).toBe('17:00');
  });

  it('takes holidays, and asks before unsaved ones are lost', async () => {
    const { page } = t.browser;
    await button('Add holiday').click();
    await page.getByLabel('Date of Holiday 1').fill('2031-12-25');
    await field('Name of Holiday 1').fill('Christmas');
    await page.getByRole('link', { name: 'General' }).click();
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
    await button('Stay').click();
    await button('Save').click();
    await saved();
    expect((await stored()).holidays).toEqual([{ date: '2031-12-25', name: 'Christmas', periods: [] }]);
  });

  it('a phone has them, too, and removing them can be undone', { tags: 'nightly' }, async () => {
    const { page } = t.browser;
    await page.setViewportSize({ width: phone.width, height: phone.height });
    await at('/settings/hours');
    await field('Monday, period 1: opens at').waitFor();
    await checkPage(page, 'hours-phone');
    await button('Remove hours').click();
    await page.getByText('Always open').waitFor();
    expect((await stored()).timeZone).toBeNull();
    await button('Undo').click();
    await field('Monday, period 1: opens at').waitFor();
    expect((await stored()).timeZone).toBe('Asia/Tokyo');
    await page.setViewportSize({ width: desk.width, height: desk.height });
  });

  it('throws nothing, and violates no policy', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

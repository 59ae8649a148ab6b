import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk, phone } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined)('teams', () => {
  const t = dashboard(desk);
  const at = (path: string) => t.browser.page.goto(t.server.url + path);
  const dialog = () => t.browser.page.getByRole('dialog');
  const team = (name: string) =>
    t.browser.page.getByRole('listitem').filter({ has: t.browser.page.getByRole('heading', { name, exact: true }) });

  it('creates the first one with a member and a limit', async () => {
    const { page } = t.browser;
    await at('/settings/teams');
    await page.getByText('No teams yet').waitFor();
    await checkPage(page, 'teams-none');
    await page.getByRole('button', { name: 'New team' }).first().click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('Enter a name.').waitFor();
    await dialog().getByText('Add a member: a team needs at least one.').waitFor();
    await dialog().getByLabel('Name', { exact: true }).fill('Orders');
    await dialog().getByRole('combobox', { name: 'Add a member' }).click();
    await page.getByRole('option', { name: 'Ada Lovelace' }).click();
    await dialog().getByLabel('Most conversations of Ada Lovelace at a time').fill('0');
    await dialog().getByRole('combobox', { name: 'Hand on unanswered conversations' }).click();
    await page.getByRole('option', { name: 'After 5 minutes' }).click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('A limit is 1 to 100, or empty for any number.').waitFor();
    await checkPage(page, 'team-refused');
    await dialog().getByLabel('Most conversations of Ada Lovelace at a time').fill('5');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await team('Orders').getByText('away, up to 5').waitFor();
    await team('Orders').getByText('By turns, hands on after 5 minutes').waitFor();
    await team('Orders').getByText('0 of 1 here').waitFor();
    const [stored] = (await t.client.teams.list()).items;
    expect(stored).toMatchObject({ name: 'Orders', members: [{ limit: 5 }], answerWithin: 300 });
  });

  it('shows who is here, and says at the field what the service refuses', async () => {
    const { page } = t.browser;
    const { workspace = '' } = (await t.client.teams.list()).items[0] ?? {};
    await t.client.workspaces.availability.set(workspace, { state: 'here' });
    await at('/settings/teams');
    await team('Orders').getByText('1 of 1 here').waitFor();
    await checkPage(page, 'teams');
    await page.getByRole('button', { name: 'New team' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('orders');
    await dialog().getByRole('combobox', { name: 'Add a member' }).click();
    await page.getByRole('option', { name: 'Ada Lovelace · here' }).click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByRole('alert').waitFor();
    expect(await dialog().getByLabel('Name', { exact: true }).inputValue()).toBe('orders');
    await page.keyboard.press('Escape');
  });

  it('edits one, and deletes it after a question', async () => {
    const { page } = t.browser;
    await at('/settings/teams');
    await page.getByRole('button', { name: 'Actions for Orders' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('Orders and returns');
    await dialog().getByRole('combobox', { name: 'Sharing' }).click();
    await page.getByRole('option', { name: 'By hand' }).click();
    await dialog().getByText('Conversations wait until a member takes them.').waitFor();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await team('Orders and returns').getByText('By hand, hands on after 5 minutes').waitFor();
    await page.setViewportSize({ width: phone.width, height: phone.height });
    await checkPage(page, 'teams-phone');
    await page.getByRole('button', { name: 'Actions for Orders and returns' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete team' }).click();
    await page.getByText('No teams yet').waitFor();
    expect((await t.client.teams.list()).items).toEqual([]);
    await page.setViewportSize({ width: desk.width, height: desk.height });
  });

  it('throws nothing, and violates no policy', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, chromiumPath, desk, openBrowser, phone, photograph } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { sessionClient } from '../setup/server.ts';
import { password, signInAt } from '../setup/signed-in.ts';

const email = 'grace@example.com';

describe.skipIf(chromiumPath === undefined)('API keys of people with different roles', () => {
  let viewer: Browser;
  const t = dashboard(desk, {
    prepare: async ({ client, server }) => {
      const [workspace] = (await client.workspaces.list()).items;
      const { url } = await client.workspaces.invitations.create(workspace?._id ?? '', { email, role: 'viewer' });
      const grace = sessionClient(server.url);
      await grace.invitations.accept({ token: url?.split('#token=')[1] ?? '', password, name: 'Grace Hopper' });
      await client.apiKeys.create({ name: 'Of the owner', scopes: ['agents:read', 'agents:write'] });
    },
  });
  beforeAll(async () => {
    viewer = await openBrowser(t.server.url, phone, 'dark');
    await signInAt(viewer, t.server.url, email);
  });
  afterAll(() => viewer?.close());

  const checked = async ({ page }: Pick<Browser, 'page'>) => {
    const boxes = await page.getByRole('dialog').getByRole('checkbox', { checked: true }).all();
    return Promise.all(boxes.map((box) => box.getAttribute('value')));
  };

  it('a viewer chooses among two scopes, and sees only their own keys', async () => {
    const { page } = viewer;
    await page.goto(`${t.server.url}/settings/api-keys`);
    await page.getByText('No active keys').waitFor();
    await page.getByRole('button', { name: 'Generate New Key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Reads along');
    expect(await checked(viewer)).toEqual(['agents:read', 'conversations:read']);
    expect(await dialog.getByRole('checkbox', { disabled: true }).count()).toBe(3);
    await photograph(page, 'key-new-viewer');
    await dialog.getByRole('button', { name: 'Generate key' }).click();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('1 active key', { exact: true }).waitFor();
    expect(await page.getByText('Of the owner').count()).toBe(0);
  });

  it('a new key is not lost by Escape, the cross or a click beside it, unless that is confirmed', async () => {
    const { page } = viewer;
    await page.getByRole('button', { name: 'Generate New Key' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Not to be lost');
    await page.getByRole('button', { name: 'Generate key' }).click();
    const key = page.getByRole('dialog', { name: 'Your new key' });
    const question = page.getByRole('dialog', { name: 'Close without copying the key?' });
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => key.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(5, 5),
    ]) {
      await key.getByLabel('Not to be lost').focus();
      await close();
      await question.waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      expect(await key.getByLabel('Not to be lost').inputValue()).toMatch(/^parley_/);
    }
    await key.getByLabel('Not to be lost').focus();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Close', exact: true }).last().click();
    await key.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions for Not to be lost' }).click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('1 active key', { exact: true }).waitFor();
  });

  it('the first steps of a viewer wait for the first call with the key', async () => {
    const { page } = viewer;
    await page.goto(t.server.url);
    await page.getByText('Waiting for your call…').waitFor();
    await page.waitForResponse(/\/api\/api-keys\?/);
    await page.goto(`${t.server.url}/settings/api-keys`);
  });

  it('an owner sees whose keys there are, and filters their own', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/settings/api-keys`);
    await page.getByText('2 active keys').waitFor();
    await page.locator('tbody tr').filter({ hasText: 'Reads along' }).getByText('Grace Hopper').last().waitFor();
    await photograph(page, 'keys-everyone');
    await page.getByText('Mine', { exact: true }).click();
    await page.getByText('1 active key', { exact: true }).waitFor();
    expect(await page.getByText('Reads along').count()).toBe(0);
    await page.reload();
    await page.getByText('1 active key', { exact: true }).waitFor();
  });

  it('a key is renamed and its scopes are reduced', async () => {
    const { page } = t.browser;
    await page.getByRole('button', { name: 'Actions for Of the owner' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Reader');
    await dialog.getByText('Create and update agents').click({ force: true });
    expect(await dialog.getByRole('checkbox', { disabled: true }).count()).toBe(3);
    await photograph(page, 'key-edit');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Reader saved.').waitFor();
    const [key] = (await t.client.apiKeys.list({ limit: 100 })).items.filter(({ name }) => name === 'Reader');
    expect(key?.scopes).toEqual(['agents:read']);
  });

  it('a link opens the dialog with the scopes that it names, and leaves the address when it closes', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/settings/api-keys?scopes=agents:read,agents:write,conversations:write`);
    await page.getByRole('dialog').getByRole('button', { name: 'Generate key' }).waitFor();
    expect(await checked(t.browser)).toEqual(['agents:read', 'agents:write', 'conversations:write']);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL((url) => !url.searchParams.has('scopes'));
    await page.reload();
    await page.getByText('active key').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('the keys of a removed person are listed as inactive, with the reason', async () => {
    const [workspace] = (await t.client.workspaces.list()).items;
    const workspaceId = workspace?._id ?? '';
    const members = (await t.client.workspaces.members.list(workspaceId)).items;
    const userId = members.find(({ user }) => user.email === email)?.user._id ?? '';
    await t.client.workspaces.members.remove({ workspaceId, userId });
    const { page } = t.browser;
    await page.goto(`${t.server.url}/settings/api-keys?status=inactive`);
    await page.getByText('1 inactive key', { exact: true }).waitFor();
    await page.getByText('Person removed').first().waitFor();
    await photograph(page, 'keys-inactive');
  });
});

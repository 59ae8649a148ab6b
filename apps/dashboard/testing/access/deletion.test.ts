// @module-tag nightly

import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { password, signInAt } from '../setup/signed-in.ts';

describe.skipIf(chromiumPath === undefined).each(screens)('deleting, $name', (screen) => {
  const t = dashboard(screen, {
    ownServer: true,
    prepare: async ({ client }) => {
      const { _id: workspaceId } = await client.workspaces.create({ name: 'Difference Engine' });
      const agent = await client.agents.create({ name: 'Echo', model: 'builtin/echo', workspaceId });
      await client.agents.chat(agent._id, { message: 'Hello' });
    },
  });

  it('a workspace: shows what goes, wants its name, and lands in another workspace', async () => {
    const { page } = t.browser;
    const { items } = await t.client.workspaces.list();
    const doomed = items.find(({ name }) => name === 'Difference Engine');
    await page.goto(`${t.server.url}/settings/general?workspace=${doomed?._id}`);
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Difference Engine?' });
    await dialog.getByText('Conversations').waitFor();
    const submit = dialog.getByRole('button', { name: 'Delete workspace' });
    expect(await submit.isDisabled()).toBe(true);
    await checkPage(page, 'delete-workspace');
    await dialog.getByRole('textbox').fill('Difference Engine');
    await submit.click();
    await page.getByText('Workspace deleted with 1 agent, 1 conversation').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    // Another tab that still has it in its address shows what is left.
    await page.goto(`${t.server.url}/agents?workspace=${doomed?._id}`);
    await page.getByRole('heading', { name: 'Agents', exact: true }).waitFor();
    expect((await t.client.workspaces.list()).items.map(({ name }) => name)).toEqual(['Analytical Engines']);
  });

  it('the only workspace, or the only person of a server: is refused in words that say what to do', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/settings/general`);
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Analytical Engines');
    await dialog.getByRole('button', { name: 'Delete workspace' }).click();
    await dialog.getByText('Create another workspace first').waitFor();
    await page.goto(`${t.server.url}/settings/security`);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByText('You are the only person on this server').waitFor();
    await checkPage(page, 'delete-account-refused');
  });

  it('an account: shows what goes, wants the password, and lands at the sign-in', async () => {
    const { page } = t.browser;
    const [workspace] = (await t.client.workspaces.list()).items;
    const invitation = await t.client.workspaces.invitations.create(workspace?._id ?? '', {
      email: 'charles@example.com',
      role: 'owner',
    });
    const token = (invitation.url ?? '').split('#token=')[1] ?? '';
    await t.client.invitations.accept({ token, password });
    await page.goto(`${t.server.url}/settings/security`);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByText('Memberships').waitFor();
    await checkPage(page, 'delete-account');
    await dialog.getByLabel('Your password').fill('not my password');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByText('The current password is wrong.').waitFor();
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await signInAt(t.browser, t.server.url, 'charles@example.com');
  });
});

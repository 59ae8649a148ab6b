// @module-tag nightly

import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { type Browser, chromiumPath, openBrowser, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { sessionClient, signIn } from '../setup/server.ts';
import { password } from '../setup/signed-in.ts';

const email = 'grace@example.com';

describe.skipIf(chromiumPath === undefined).each(screens)('a person in no workspace, $name', (screen) => {
  let workspaceId = '';
  let grace: Browser;
  const t = dashboard(screen);
  const invite = async (client: Parley): Promise<string> => {
    const { url } = await client.workspaces.invitations.create(workspaceId, { email, role: 'editor' });
    return url ?? '';
  };
  const removeGrace = async () => {
    const { items } = await t.client.workspaces.members.list(workspaceId);
    const userId = items.find(({ user }) => user.email === email)?.user._id ?? '';
    await t.client.workspaces.members.remove({ workspaceId, userId });
  };
  beforeAll(async () => {
    [{ _id: workspaceId } = { _id: '' }] = (await t.client.workspaces.list()).items;
    const token = (await invite(t.client)).split('#token=')[1] ?? '';
    await sessionClient(t.server.url).invitations.accept({ token, name: 'Grace Hopper', password });
    await removeGrace();
    grace = await openBrowser(t.server.url, screen);
  });
  afterAll(() => grace?.close());
  const heading = (name: string) => grace.page.getByRole('heading', { level: 1, name }).waitFor();

  it('reads where they stand after signing in, on every address', async () => {
    const { page } = grace;
    await page.goto(`${t.server.url}/sign-in`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading('You are not in any workspace');
    await page.getByText(`You are signed in as ${email}.`).waitFor();
    await checkPage(page, 'nowhere');
    await page.goto(`${t.server.url}/agents`);
    await heading('You are not in any workspace');
  });

  it('joins by an invitation, and is back in a workspace', async () => {
    const { page } = grace;
    await page.goto(await invite(t.client));
    await page.getByText('I have an account').click();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Join' }).click();
    await heading('Home');
    await removeGrace();
    await page.reload();
    await heading('You are not in any workspace');
  });

  it('changes their name in the account settings, and comes back', async () => {
    const { page } = grace;
    await page.getByRole('link', { name: 'Account settings' }).click();
    await heading('Security');
    await checkPage(page, 'nowhere-settings');
    await page.getByLabel('Your name').fill('Grace');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: /Grace.*account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Keyboard' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    // By key: on a phone, the toast may cover the link.
    await page.getByRole('link', { name: 'Back' }).press('Enter');
    await heading('You are not in any workspace');
  });

  it('deletes their account', async () => {
    const { page } = grace;
    await page.goto(`${t.server.url}/settings/security`);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Your password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expect(signIn(t.server.url, email, password)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(grace.troubles).toEqual([]);
  });
});

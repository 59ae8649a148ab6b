// @module-tag nightly

import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { authenticatorApp } from '../setup/authenticator-app.ts';
import { chromiumPath, phone } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { loseSession } from '../setup/lost-session.ts';
import { sessionClient } from '../setup/server.ts';
import { password } from '../setup/signed-in.ts';

const command = resolve(import.meta.dirname, '../../../server/bin/parley.mjs');
const email = 'grace@example.com';
const next = `another ${password}`;

describe.skipIf(chromiumPath === undefined)('links and two-step sign-in', () => {
  const t = dashboard(phone);
  let codes: readonly string[] = [];
  let nextCode = () => '';
  const invite = async (workspace: string) => {
    const { url } = await t.client.workspaces.invitations.create(workspace, { email, role: 'editor' });
    return url ?? '';
  };
  const open = async (link: string) => {
    await t.browser.page.goto('about:blank');
    await t.browser.page.goto(link);
  };

  beforeAll(async () => {
    const [{ _id: first } = { _id: '' }] = (await t.client.workspaces.list()).items;
    const grace = sessionClient(t.server.url);
    const token = (await invite(first)).split('#token=')[1] ?? '';
    await grace.invitations.accept({ token, name: 'Grace Hopper', password });
    nextCode = authenticatorApp((await grace.secondFactor.startTotp()).secret);
    codes = (await grace.secondFactor.confirmTotp({ code: nextCode() })).recoveryCodes ?? [];
  });

  it('an invitation asks a user who has it for the second step', async () => {
    const { page } = t.browser;
    await open(await invite((await t.client.workspaces.create({ name: 'Difference Engine' }))._id));
    await page.getByText('I have an account').click();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByLabel('Code', { exact: true }).waitFor();
    await checkPage(page, 'two-step-join');
    await page.getByLabel('Code', { exact: true }).fill(nextCode());
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });

  it('a session that has ended is renewed in two steps, and the interrupted call continues', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/settings/security`);
    await page.getByLabel('Your name').fill('Grace');
    await loseSession(t.browser, () => page.getByRole('button', { name: 'Save' }).click());
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
    await dialog.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '');
    await checkPage(page, 'two-step-renewal');
    await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
    await page.getByText('Name changed.').waitFor();
  });

  it('a link that sets a password asks for it, too', async () => {
    const { page } = t.browser;
    const call = ['user', 'reset-password', '--email', email, '--data-dir', t.server.folder];
    const printed = execFileSync(process.execPath, [command, ...call])
      .toString()
      .trim();
    await open(t.server.url + printed.slice(printed.indexOf('/reset-password')));
    await page.getByLabel('New password').fill(next);
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await page.getByText('Your password is changed. One more step to sign in.').waitFor();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code', { exact: true }).fill(codes[1] ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(t.browser.troubles).toEqual([]);
  });

  it('an expired step begins again with the password', async () => {
    const { page, context } = t.browser;
    await context.clearCookies();
    await page.goto(`${t.server.url}/sign-in`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(next);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    // A reset ends the sign-ins that are under way.
    execFileSync(process.execPath, [
      ...[command, 'user', 'reset-second-factor', '--email', email, '--data-dir', t.server.folder],
    ]);
    await page.getByLabel('Recovery code', { exact: true }).fill(codes[2] ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Sign in again.' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
  });
});

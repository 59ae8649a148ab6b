// @module-tag nightly

import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startMailServer } from '../../../server/testing/servers/mail-server.ts';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, phone } from '../setup/browser.ts';
import { type Dashboard, dashboard } from '../setup/dashboard.ts';
import { sessionClient } from '../setup/server.ts';
import { password } from '../setup/signed-in.ts';

const mail = await startMailServer();
afterAll(mail.close);

const command = resolve(import.meta.dirname, '../../../server/bin/parley.mjs');
const email = 'ada@example.com';
const next = `another ${password}`;

/** Chooses a new password with a link and waits until the person is signed in. */
const choose = async ({ browser: { page } }: Dashboard, link: string, name: string) => {
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('New password').fill(next);
  expect(page.url()).not.toContain('#');
  await checkPage(page, name);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await page.getByText('is changed.').waitFor();
};

describe.skipIf(chromiumPath === undefined)('a forgotten password, on a server without mail', () => {
  const t = dashboard(phone);

  it('the page says who can help, and the operator’s link works once', async () => {
    const { page, context } = t.browser;
    await context.clearCookies();
    await page.goto(`${t.server.url}/sign-in`);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByText('parley user reset-password').waitFor();
    await checkPage(page, 'forgot-password-without-mail');
    const call = ['user', 'reset-password', '--email', email, '--data-dir', t.server.folder];
    const printed = execFileSync(process.execPath, [command, ...call])
      .toString()
      .trim();
    const link = t.server.url + printed.slice(printed.indexOf('/reset-password'));
    await choose(t, link, 'reset-password');
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByLabel('New password').fill(next);
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await checkPage(page, 'reset-password-dead');
  });

  it('an owner shares a link with a member', async () => {
    const { page } = t.browser;
    const client = sessionClient(t.server.url);
    await client.sessions.create({ email, password: next });
    const [{ _id: id } = { _id: '' }] = (await client.workspaces.list()).items;
    const { url } = await client.workspaces.invitations.create(id, { email: 'grace@example.com', role: 'editor' });
    const token = url?.split('#token=')[1] ?? '';
    await sessionClient(t.server.url).invitations.accept({ token, name: 'Grace', password });
    await page.goto(`${t.server.url}/settings/members`);
    await page.getByRole('button', { name: 'Actions for Grace' }).click();
    await page.getByRole('menuitem', { name: 'Reset password…' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('figure', { name: 'password link' }).getByText('/reset-password#token=').waitFor();
    await checkPage(page, 'members-password-link');
  });
});

describe.skipIf(chromiumPath === undefined)('a forgotten password, on a server with mail', () => {
  const t = dashboard(phone, { environment: async () => mail.environment });

  it('is replaced with a mailed link', async () => {
    const { page, context } = t.browser;
    await context.clearCookies();
    await page.goto(`${t.server.url}/forgot-password`);
    await page.getByLabel('Email').fill(email);
    await checkPage(page, 'forgot-password');
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    const path = await vi.waitFor(
      () => {
        const found = mail.mails.findLast(({ to }) => to.includes(email))?.text.match(/\/reset-password#\S+/)?.[0];
        if (found === undefined) throw new Error('There is no mail with a link.');
        return found;
      },
      { timeout: 30_000, interval: 50 },
    );
    await choose(t, t.server.url + path, 'reset-password-mailed');
  });

  it('the members page shows what became of an invitation, and sends it again', async () => {
    const { page } = t.browser;
    const client = sessionClient(t.server.url);
    await client.sessions.create({ email, password: next });
    const [{ _id: id } = { _id: '' }] = (await client.workspaces.list()).items;
    mail.answer(550);
    await client.workspaces.invitations.create(id, { email: 'joan@example.com', role: 'viewer' });
    await vi.waitFor(
      async () => expect((await client.workspaces.invitations.list(id)).items[0]?.delivery?.state).toBe('failed'),
      { timeout: 30_000, interval: 500 },
    );
    mail.answer(undefined);
    await page.goto(`${t.server.url}/settings/members`);
    await page.getByText('The mail server answered 550 to RCPT TO.').waitFor();
    await checkPage(page, 'members-not-mailed');
    await page.getByRole('button', { name: 'Send again to joan@example.com' }).click();
    await vi.waitFor(() => expect(mail.mails.some(({ to }) => to.includes('joan@example.com'))).toBe(true), {
      timeout: 30_000,
      interval: 50,
    });
    // As of a server that sends no mail any more.
    await page.route('**/invitations', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const response = await route.fetch();
      const { data } = await response.json();
      return route.fulfill({
        response,
        json: { success: true, data: { ...data, url: `${t.server.url}/join#token=t` } },
      });
    });
    await page.getByRole('button', { name: 'Send again to joan@example.com' }).click();
    await page.getByRole('figure', { name: 'invitation link' }).getByText('/join#token=t').waitFor();
  });
});

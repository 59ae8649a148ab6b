// @module-tag nightly

import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startMailServer } from '../../../server/testing/servers/mail-server.ts';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk } from '../setup/browser.ts';
import { type Dashboard, dashboard } from '../setup/dashboard.ts';
import { sessionClient, signIn } from '../setup/server.ts';
import { password, signInAt } from '../setup/signed-in.ts';

const mail = await startMailServer();
afterAll(mail.close);

const command = resolve(import.meta.dirname, '../../../server/bin/parley.mjs');

const email = 'grace@example.com';

/** Invites Grace; returns the token of the link if it is shown. */
const invite = async (t: Dashboard, address = email) => {
  const [{ _id: workspaceId } = { _id: '' }] = (await t.client.workspaces.list()).items;
  const { url } = await t.client.workspaces.invitations.create(workspaceId, { email: address, role: 'viewer' });
  return url?.split('#token=')[1] ?? '';
};

const join = (t: Dashboard, token: string) =>
  sessionClient(t.server.url).invitations.accept({ token, name: 'Grace Hopper', password });

describe.skipIf(chromiumPath === undefined)('an address, on a server without mail', () => {
  const t = dashboard(desk);

  it('is marked as not verified among the members, and the person learns who can help', async () => {
    await join(t, await invite(t));
    const { page, context } = t.browser;
    await page.goto(`${t.server.url}/settings/members`);
    const row = page.getByRole('row').filter({ hasText: email });
    await row.getByText('Address not verified').waitFor();
    expect(await page.getByText('Address not verified').count()).toBe(1);

    await context.clearCookies();
    await signInAt(t.browser, t.server.url, email);
    await page.goto(`${t.server.url}/settings/security`);
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByRole('alert').filter({ hasText: 'parley user verify' }).waitFor();
    await checkPage(page, 'security-not-verified');
  });
});

describe.skipIf(chromiumPath === undefined)('an address, on a server with mail', () => {
  // The server starts without mail once, so that a link is shown.
  const environment: Record<string, string> = {};
  const t = dashboard(desk, { environment: async () => environment });

  it('that isn’t verified can’t join another account; a mailed code verifies it', async () => {
    await join(t, await invite(t));
    const token = await invitationOfAnother(t);
    await t.server.stop();
    Object.assign(environment, mail.environment);
    await t.server.restart();

    const { page, context } = t.browser;
    await context.clearCookies();
    await page.goto('about:blank');
    await page.goto(`${t.server.url}/join#token=${token}`);
    await page.getByText('I have an account').click();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('alert').filter({ hasText: 'Your address is not verified' }).waitFor();
    await page.getByText('verify it with a mailed code').waitFor();

    await signInAt(t.browser, t.server.url, email);
    await page.goto(`${t.server.url}/settings/security`);
    await page.getByRole('button', { name: 'Email me a code' }).click();
    const code = await codeTo(email);
    await page.getByLabel('Code').fill('1234');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Enter the eight digits.').waitFor();
    await page.getByLabel('Code').fill(code.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10)));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('alert').filter({ hasText: 'The code is wrong' }).waitFor();
    await checkPage(page, 'security-code');
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Your address is verified.').waitFor();
    await page.getByText('Address not verified').waitFor({ state: 'detached' });
    await join(t, token);
  });

  it('is invited by mail: the link isn’t shown', async () => {
    const { page, context } = t.browser;
    await context.clearCookies();
    await signInAt(t.browser, t.server.url);
    await page.goto(`${t.server.url}/settings/members`);
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Email').fill('joan@example.com');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await page.getByText('An email with a link is on its way to joan@example.com').waitFor();
    expect(await page.getByRole('figure', { name: 'invitation link' }).count()).toBe(0);
    await checkPage(page, 'members-mailed');
  });
});

/** The token of an invitation of Grace by a second account. */
async function invitationOfAnother({ server }: Dashboard): Promise<string> {
  const call = ['user', 'create', '--email', 'charles@example.com', '--password-stdin', '--json'];
  const made = execFileSync(process.execPath, [command, ...call, '--data-dir', server.folder], { input: password });
  const { workspace } = JSON.parse(made.toString()) as { workspace: { _id: string } };
  const charles = await signIn(server.url, 'charles@example.com', password);
  const { url } = await charles.workspaces.invitations.create(workspace._id, { email, role: 'viewer' });
  return url?.split('#token=')[1] ?? '';
}

/** Waits for the mail with a code. */
const codeTo = (address: string): Promise<string> =>
  vi.waitFor(
    () => {
      const code = mail.mails.findLast(({ to }) => to.includes(address))?.text.match(/Your code is (\d{4} \d{4})/)?.[1];
      if (code === undefined) throw new Error('There is no mail with a code.');
      return code;
    },
    { timeout: 30_000, interval: 50 },
  );

import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { authenticatorApp } from '../setup/authenticator-app.ts';
import { type Browser, chromiumPath, desk, openBrowser } from '../setup/browser.ts';
import { isComplete } from '../setup/level.ts';
import { type Server, sessionClient, signIn } from '../setup/server.ts';
import { shareServer } from '../setup/shared-server.ts';
import { password, signInAt } from '../setup/signed-in.ts';
import { inDatabase } from '../setup/sqlite.ts';

const email = 'ada@example.com';
const member = 'grace@example.com';

describe.skipIf(chromiumPath === undefined)('two-step sign-in', () => {
  let server: Server;
  let url: string;
  let ada: Browser;
  let page: Page;
  let codes: string[] = [];
  let nextCode = (): string => '';
  beforeAll(async () => {
    ({ server } = await shareServer());
    // Passkeys need a host name.
    url = server.url.replace('127.0.0.1', 'localhost');
    ada = await openBrowser(url, desk);
    ({ page } = ada);
    await authenticatorOf(await ada.context.newCDPSession(page));
    await signInAt(ada, url);
  });
  afterAll(() => ada?.close());

  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  const signOut = async () => {
    await page.getByRole('button', { name: /account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading('Sign in to Parley');
  };
  const givePassword = async () => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await heading('Two-step sign-in');
  };

  it('an authenticator app is set up with a code, and brings recovery codes', async () => {
    await page.goto(`${url}/settings/security`);
    const twoStep = page.getByRole('region', { name: 'Two-step sign-in' });
    await twoStep.getByRole('button', { name: 'Add passkey' }).waitFor();
    nextCode = await setUpApp(page, () => checkPage(page, 'two-step-app'));
    codes = await keepCodes(page, () => checkPage(page, 'two-step-codes'));
    await twoStep.getByText('10 are left.').waitFor();
    await twoStep.getByRole('button', { name: 'Remove app' }).waitFor();
    await expect(signIn(server.url, email, password)).rejects.toMatchObject({ code: 'second_factor_required' });
  });

  it('a sign-in asks for a code after the password, and says that one is wrong', async () => {
    await signOut();
    await givePassword();
    const field = page.getByLabel('Code', { exact: true });
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await checkPage(page, 'two-step-code');
    await field.fill('12345');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Enter the six digits.').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await givePassword();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    const recovery = page.getByLabel('Recovery code', { exact: true });
    await recovery.fill('aaaaa-bbbbb');
    await recovery.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'wrong' }).waitFor();
    expect(await recovery.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Use the authenticator app' }).click();
    // Six digits send themselves.
    await field.fill(nextCode());
    await heading('Home');
  });

  it('a recovery code signs in once', async () => {
    await signOut();
    await givePassword();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code', { exact: true }).fill(codes[0]?.toUpperCase() ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await heading('Home');
    await page.goto(`${url}/settings/security`);
    await page.getByText('9 are left.').waitFor();
    await page.getByText(/^Password and recovery code · /).waitFor();
  });

  it('a passkey is added and renamed', async () => {
    await page.getByRole('button', { name: 'Add passkey' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a passkey' });
    expect(await adding.getByLabel('Name').inputValue()).toBe('Chrome on Linux');
    await adding.getByRole('button', { name: 'Add passkey' }).click();
    await adding.waitFor({ state: 'detached' });
    const passkeys = page.getByRole('list', { name: 'Your passkeys' });
    await passkeys.getByText('never used').waitFor();
    await page.getByRole('button', { name: 'Actions for Chrome on Linux' }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename Chrome on Linux' });
    await renaming.getByLabel('Name').fill('Laptop');
    await renaming.getByRole('button', { name: 'Save' }).click();
    await passkeys.getByText('Laptop').waitFor();
    await renaming.waitFor({ state: 'detached' });
    await checkPage(page, 'two-step-both');
  });

  it('a passkey signs in alone, and as the second step', async () => {
    await signOut();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await heading('Home');
    await page.goto(`${url}/settings/security`);
    await page.getByText(/^Passkey · /).waitFor();
    await signOut();
    await givePassword();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await heading('Home');
  });

  it('an API key needs a confirmation; without it nothing is changed and the input is kept', async () => {
    await forgetConfirmations(server, codes[1] ?? '');
    await page.goto(`${url}/settings/api-keys`);
    await page.getByRole('button', { name: 'Generate New Key' }).first().click();
    const form = page.getByRole('dialog', { name: 'Generate new key' });
    await form.getByLabel('Name').fill('Backend');
    await form.getByRole('button', { name: 'Generate key' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByLabel('Code', { exact: true }).waitFor();
    await checkPage(page, 'two-step-confirm');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await form.getByRole('alert').filter({ hasText: 'Nothing was changed' }).waitFor();
    await form.getByRole('button', { name: 'Generate key' }).click();
    await question.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('dialog', { name: 'Your new key' }).getByRole('button', { name: 'I have copied it' }).click();
  });

  it.runIf(isComplete)('an owner requires it of a workspace; then the last step can’t be removed', async () => {
    await page.goto(`${url}/settings/general`);
    await page.getByLabel('Require two-step sign-in').click({ force: true });
    await page.getByRole('button', { name: 'Require it' }).click();
    await page.getByText('Required of all members').waitFor();
    await page.goto(`${url}/settings/security`);
    await page.getByText('Analytical Engines requires two-step sign-in.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove app' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove app' }).click();
    await page.getByText(/Add another step before you remove this one/).waitFor();
    await page.getByRole('button', { name: 'Actions for Laptop' }).click();
    const removal = page.getByRole('menuitem', { name: 'Remove (required)' });
    await removal.waitFor();
    expect(await removal.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await checkPage(page, 'two-step-required');
    expect(ada.troubles).toEqual([]);
  });

  it.runIf(isComplete)(
    'a member without it reads why they don’t reach the workspace, and does after setting it up',
    async () => {
      const client = await byRecoveryCode(server, codes[2] ?? '');
      const invite = async (workspace: string) => {
        const { url: link } = await client.workspaces.invitations.create(workspace, { email: member, role: 'editor' });
        const token = link?.split('#token=')[1] ?? '';
        await sessionClient(server.url).invitations.accept({ token, name: 'Grace Hopper', password });
      };
      const [{ _id: locked } = { _id: '' }] = (await client.workspaces.list()).items;
      await invite(locked);
      const grace = await openBrowser(url, desk);
      try {
        await grace.context.request.post(`${url}/api/session`, {
          data: { email: member, password },
          headers: { origin: url },
        });
        await grace.page.goto(url);
        await grace.page.getByRole('heading', { level: 1, name: 'Set up two-step sign-in' }).waitFor();
        await checkPage(grace.page, 'two-step-locked');
        await grace.page.getByRole('link', { name: 'Set up two-step sign-in' }).waitFor();
        await invite((await client.workspaces.create({ name: 'Difference Engine' }))._id);
        await grace.page.reload();
        await grace.page.getByRole('button', { name: /change workspace/ }).click();
        await grace.page.getByRole('menuitem', { name: 'Analytical Engines' }).click();
        await grace.page.getByText('Set up an app or a passkey to get in.').waitFor();
        await setUpApp(grace.page);
        await keepCodes(grace.page);
        await grace.page.getByRole('button', { name: /change workspace/ }).click();
        await grace.page.getByRole('menuitem', { name: 'Analytical Engines' }).click();
        await grace.page.getByRole('button', { name: /Analytical Engines.*change workspace/ }).waitFor();
        expect(grace.troubles).toEqual([]);
      } finally {
        await grace.close();
      }
    },
  );
});

/** A device that has a passkey ready whenever it is asked, and has verified its user. */
async function authenticatorOf(devices: CDPSession): Promise<void> {
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

/** Nothing to look at. */
const unseen = () => Promise.resolve();

/** Sets up an authenticator app on the Security page; returns what shows its codes. */
async function setUpApp(page: Page, look = unseen): Promise<() => string> {
  await page.getByRole('button', { name: 'Set up app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  const secret = await dialog.getByText(/^([A-Z2-7]{1,4} ?)+$/).textContent();
  await dialog.getByRole('img', { name: 'QR code of the secret' }).waitFor();
  await look();
  const next = authenticatorApp((secret ?? '').replaceAll(' ', ''));
  await dialog.getByLabel('Code', { exact: true }).fill(next());
  return next;
}

/** Reads the recovery codes, and closes their dialog. */
async function keepCodes(page: Page, look = unseen): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await dialog.waitFor();
  await look();
  const codes = await dialog.getByRole('listitem').allTextContents();
  const file = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  expect((await file).suggestedFilename()).toBe('parley-recovery-codes.txt');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await dialog.waitFor({ state: 'detached' });
  return codes;
}

/** Signs Ada in elsewhere, with one of her recovery codes. */
async function byRecoveryCode({ url }: Server, code: string) {
  const client = sessionClient(url);
  const demand = await client.sessions.create({ email, password }).then(
    () => undefined,
    ({ secondFactor }) => secondFactor,
  );
  await client.sessions.createBySecondFactor({ token: demand?.token ?? '', code });
  return client;
}

/** Makes every confirmation too old. The server reads the sessions again after one has ended. */
async function forgetConfirmations(server: Server, code: string): Promise<void> {
  const client = await byRecoveryCode(server, code);
  inDatabase(server.folder, (db) => db.prepare('update sessions set confirmed_at = 0').run());
  await client.sessions.signOut();
}

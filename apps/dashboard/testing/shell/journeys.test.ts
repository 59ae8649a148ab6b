import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, chromiumPath, desk, openBrowser, photograph } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { loseSession } from '../setup/lost-session.ts';
import { type Server, signIn, startServer } from '../setup/server.ts';
import { makeAgents, password, setUp, signInAt } from '../setup/signed-in.ts';

describe.skipIf(chromiumPath === undefined)('in the dashboard', () => {
  let agentId = '';
  const t = dashboard(desk, {
    ownServer: true,
    prepare: async ({ client }) => {
      await makeAgents(client, 30);
      agentId = (await client.agents.create({ name: 'Guide', systemPrompt: 'Be brief.' }))._id;
    },
  });
  const at = (path: string) => t.browser.page.goto(t.server.url + path);
  const text = (words: string | RegExp) => t.browser.page.getByText(words).first().waitFor();
  const rows = () => t.browser.page.locator('tbody tr').count();

  it('the list’s search, filter and order are kept in the address', async () => {
    const { page } = t.browser;
    await at('/agents');
    await text('31 agents');
    expect(await rows()).toBe(25);
    await page.getByRole('button', { name: 'Load more' }).click();
    await text('Agent 01');
    expect(await rows()).toBe(31);
    await text('31 shown');
    await page.getByLabel('Search agents', { exact: true }).fill('agent 1');
    await text('10 agents');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Inactive' }).click();
    await text('2 agents');
    await page.getByRole('combobox', { name: 'Order' }).click();
    await page.getByRole('option', { name: 'Name Z to A' }).click();
    await page.waitForURL(/sort=-name/);
    expect(await page.locator('tbody tr').first().innerText()).toContain('Agent 16');
    await page.reload();
    await text('2 agents');
    expect(await page.getByLabel('Search agents', { exact: true }).inputValue()).toBe('agent 1');
    expect(await page.locator('tbody tr').first().innerText()).toContain('Agent 16');
  });

  it('a version conflict shows both versions and loses no input', async () => {
    const { page } = t.browser;
    await at(`/agents/${agentId}`);
    await page.getByLabel('System prompt').fill('Be brief, and kind.');
    await page.getByLabel('Name').fill('Guide to the engine');
    await t.client.agents.update(agentId, {
      ...{ systemPrompt: 'Be brief. Quote the manual.', temperature: 0.1, externalId: 'guide-1' },
    });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'This agent was changed meanwhile' });
    await dialog.getByText('Be brief. Quote the manual.').waitFor();
    await dialog.getByText('Be brief, and kind.').waitFor();
    await photograph(page, 'agent-conflict');
    expect(
      await dialog.getByRole('radiogroup', { name: 'Temperature' }).getByLabel('Saved meanwhile').isChecked(),
    ).toBe(true);
    expect(
      await dialog.getByRole('radiogroup', { name: 'External ID' }).getByLabel('Saved meanwhile').isChecked(),
    ).toBe(true);
    await dialog.getByRole('radiogroup', { name: 'System prompt' }).getByLabel('Yours').check();
    await dialog.getByRole('button', { name: 'Continue with these' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await text('All changes saved');
    expect(await t.client.agents.retrieve(agentId)).toMatchObject({
      name: 'Guide to the engine',
      systemPrompt: 'Be brief, and kind.',
      temperature: 0.1,
      externalId: 'guide-1',
    });
  });

  it('an expired session is renewed in place, and the interrupted call continues', async () => {
    const { page } = t.browser;
    await at(`/agents/${agentId}`);
    await page.getByLabel('Description').fill('Typed before the session ended.');
    await loseSession(t.browser, () => page.getByRole('button', { name: 'Save' }).click());
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill('not the password');
    await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
    await dialog.getByRole('alert').waitFor();
    await photograph(page, 'sign-in-again');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
    await text('All changes saved');
    expect((await t.client.agents.retrieve(agentId)).description).toBe('Typed before the session ended.');
  });

  it('a lost connection is shown, keeps the input, and recovers', async () => {
    const { page } = t.browser;
    await at(`/agents/${agentId}`);
    await page.getByLabel('Description').fill('Typed while the server was away.');
    await t.server.stop();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('The server can’t be reached.').waitFor();
    await photograph(page, 'offline');
    expect(await page.getByLabel('Description').inputValue()).toBe('Typed while the server was away.');
    await t.server.restart();
    await page.getByRole('status').getByText('The server can’t be reached.').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Description').inputValue()).toBe('Typed while the server was away.');
    await page.getByRole('button', { name: 'Save' }).click();
    await text('All changes saved');
    expect((await t.client.agents.retrieve(agentId)).description).toBe('Typed while the server was away.');
  });

  it('leaving with unsaved changes asks first; switching to the Code tab does not', async () => {
    const { page } = t.browser;
    await at(`/agents/${agentId}`);
    await page.getByLabel('Description').fill('Half a thought');
    await page.getByRole('link', { name: 'Code' }).click();
    await text('Before you begin');
    await page.getByRole('link', { name: 'Build' }).click();
    expect(await page.getByLabel('Description').inputValue()).toBe('Half a thought');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Description').inputValue()).toBe('Half a thought');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'General' }).waitFor();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Members' }).click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  });

  it('an agent is duplicated, made inactive and deleted', async () => {
    const { page } = t.browser;
    await at(`/agents/${agentId}`);
    await page.getByRole('button', { name: 'Actions for the agent' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await text('Guide to the engine (copy) created.');
    await page.getByRole('heading', { name: 'Guide to the engine (copy)' }).waitFor();
    expect(await page.getByLabel('System prompt').inputValue()).toBe('Be brief, and kind.');
    expect(await page.getByLabel('External ID', { exact: true }).inputValue()).toBe('');
    const { items } = await t.client.agents.list({ name: 'Guide to the engine (copy)' });
    expect(items).toMatchObject([{ temperature: 0.1, externalId: null }]);
    expect(new URL(page.url()).pathname).toBe(`/agents/${items[0]?._id}`);
    await page.getByLabel('Active').uncheck({ force: true });
    await text('It does not reply.');
    await page.keyboard.press('Control+s');
    await text('All changes saved');
    await page.getByRole('button', { name: 'Actions for the agent' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete agent' }).click();
    await text('Agent deleted with 0 channels and 0 conversations.');
    await page.waitForURL(/\/agents$/);
  });

  it('a key is rotated and revoked', async () => {
    const { page } = t.browser;
    const { key } = await t.client.apiKeys.create({
      name: 'Shop',
      scopes: ['agents:read'],
      expiresInDays: 90,
    });
    const status = async (secret: string) =>
      (await fetch(`${t.server.url}/api/agents`, { headers: { authorization: `Bearer ${secret}` } })).status;
    await at('/settings/api-keys');
    await page.getByRole('button', { name: 'Actions for Shop' }).click();
    await page.getByRole('menuitem', { name: 'Rotate…' }).click();
    await page.getByRole('button', { name: 'Rotate key' }).click();
    const rotated = await page.getByRole('textbox', { name: 'Shop' }).inputValue();
    expect([await status(key), await status(rotated)]).toEqual([200, 200]);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    for (const secret of [key, rotated]) {
      const row = page.getByRole('row').filter({ hasText: `parley_…${secret.slice(-4)}` });
      await row.getByRole('button', { name: 'Actions for Shop' }).click();
      await page.getByRole('menuitem', { name: 'Revoke…' }).click();
      await page.getByRole('button', { name: 'Revoke key' }).click();
      await row.waitFor({ state: 'detached' });
      expect(await status(secret)).toBe(401);
    }
    await page.getByText('Revoked', { exact: true }).click();
    await text('2 revoked keys');
    // They have ended, so no time lies in the future.
    expect(await page.locator('tbody').innerText()).not.toMatch(/\bin \d+|tomorrow/);
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

describe.skipIf(chromiumPath === undefined)('people in the dashboard', () => {
  let server: Server;
  let ada: Browser;
  let grace: Browser;
  beforeAll(async () => {
    server = await startServer();
    ada = await openBrowser(server.url, desk);
    grace = await openBrowser(server.url, desk, 'dark');
    await setUp(server);
    await signInAt(ada, server.url);
  });
  afterAll(async () => {
    await ada?.close();
    await grace?.close();
    await server?.close();
  });

  /** Invites Grace; returns the link. */
  const invite = async () => {
    await ada.page.goto(`${server.url}/settings/members`);
    await ada.page.getByRole('button', { name: 'Invite' }).click();
    await ada.page.getByLabel('Email').fill('grace@example.com');
    await ada.page.getByRole('button', { name: 'Create invitation' }).click();
    await photograph(ada.page, 'members-link');
    const link = await ada.page.getByRole('figure', { name: 'invitation link' }).locator('code').innerText();
    await ada.page.getByRole('button', { name: 'Done' }).click();
    return link;
  };

  it('a person is invited by link, joins, and sees what their role allows', async () => {
    const link = await invite();
    await grace.page.goto(link);
    await grace.page.getByRole('heading', { name: 'Join Analytical Engines' }).waitFor();
    await photograph(grace.page, 'join');
    expect(grace.page.url()).not.toContain('token');
    await grace.page.getByLabel('Your name').fill('Grace Hopper');
    await grace.page.getByLabel('Password', { exact: true }).fill(password);
    await grace.page.getByRole('button', { name: 'Join' }).click();
    await grace.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await grace.page.getByRole('link', { name: 'Settings' }).click();
    await grace.page.getByRole('link', { name: 'API Keys' }).click();
    await grace.page.getByText('No active keys').waitFor();

    await grace.page.goto('about:blank');
    await grace.page.goto(link);
    await grace.page.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
  });

  it('a role change takes effect immediately; the last owner can’t be demoted', async () => {
    await ada.page.reload();
    await ada.page.getByRole('combobox', { name: 'Role of Grace Hopper' }).selectOption('Viewer');
    await ada.page.getByText('Grace Hopper is now viewer.').waitFor();
    await grace.page.goto(`${server.url}/agents/new`);
    await grace.page.getByText('Your role can’t create agents').waitFor();
    await ada.page.getByRole('combobox', { name: 'Role of Ada Lovelace' }).selectOption('Viewer');
    await ada.page.getByText('A workspace must have at least one owner.').waitFor();
  });

  it('a removed member is not in any workspace', async () => {
    await ada.page.reload();
    await ada.page.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
    await ada.page.getByRole('menuitem', { name: 'Remove…' }).click();
    await ada.page.getByRole('button', { name: 'Remove', exact: true }).click();
    await ada.page.getByText('Grace Hopper removed.').waitFor();
    await grace.page.goto(server.url);
    await grace.page.getByText('You are not in any workspace').waitFor();
  });

  it('an existing user joins only with their password', async () => {
    const { page } = grace;
    await page.goto(await invite());
    await page.getByText('I have an account').click();
    await photograph(page, 'join-known');
    expect(await page.getByRole('button', { name: 'Join' }).isDisabled()).toBe(true);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });

  it('changing the password ends other sessions; sign-out works', async () => {
    const elsewhere = await signIn(server.url, 'ada@example.com', password);
    await ada.page.goto(`${server.url}/settings/security`);
    await ada.page
      .getByRole('button', { name: /^End the session/ })
      .first()
      .waitFor();
    await ada.page.getByLabel('Current password').fill('not the password');
    await ada.page.getByLabel('New password').fill('quite another pass phrase');
    await ada.page.getByRole('button', { name: 'Change password' }).click();
    await ada.page.getByText('The current password is wrong.').waitFor();
    expect(await ada.page.getByLabel('New password').inputValue()).toBe('quite another pass phrase');
    await ada.page.getByLabel('Current password').fill(password);
    await ada.page.getByRole('button', { name: 'Change password' }).click();
    await ada.page.getByText('Password changed; every other session has ended.').waitFor();
    await expect(elsewhere.me.retrieve()).rejects.toMatchObject({ status: 401 });
    await ada.page.getByRole('button', { name: /account menu/ }).click();
    await ada.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await ada.page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
  });

  it('sign-in is throttled, with the same message for an unknown email', async () => {
    const { page } = ada;
    for (const email of ['nobody@example.com', 'ada@example.com']) {
      await page.goto(`${server.url}/sign-in`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('a wrong password');
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('alert').waitFor();
      }
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText(/Too many failed attempts/).waitFor();
    }
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect([...ada.troubles, ...grace.troubles]).toEqual([]);
  });
});

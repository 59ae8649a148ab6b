// @module-tag nightly

import type { Parley } from '@parley/sdk';
import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { makeAgents } from '../setup/signed-in.ts';

describe.skipIf(chromiumPath === undefined).each(screens)('every page, $name', (screen) => {
  let agentId = '';
  let workspaceId = '';
  const t = dashboard(screen, {
    prepare: async ({ server, client }) => {
      [{ _id: workspaceId } = { _id: '' }] = (await client.workspaces.list()).items;
      await makeAgents(client, 30);
      const agent = await client.agents.create({
        name: 'Difference Engine guide',
        description: 'Explains how the engine is set up and read.',
        systemPrompt: 'You explain the Difference Engine.\n\n- Short sentences.\n- One example each.',
      });
      agentId = agent._id;
      await makeTraffic(server.url, client);
      await client.workspaces.create({ name: 'Second workspace' });
      await client.workspaces.invitations.create(workspaceId, { email: 'grace@example.com', role: 'editor' });
    },
  });

  const check = (name: string) => checkPage(t.browser.page, name);
  const open = async (
    path: string,
    heading: string | RegExp,
    settled: () => Promise<unknown> = async () => undefined,
  ) => {
    await t.browser.page.goto(t.server.url + path);
    await t.browser.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await settled();
  };
  const text = (words: string | RegExp) => t.browser.page.getByText(words).first().waitFor();

  it('agents', async () => {
    await open('/agents', 'Agents', () => text('31 agents'));
    await check('agents');
  });

  it('agents without a match', async () => {
    await open('/agents?q=steam&status=inactive', 'Agents', () => text('No agent matches'));
    await check('agents-none');
  });

  it('an agent', async () => {
    await open(`/agents/${agentId}`, 'Difference Engine guide', () => text('All changes saved'));
    await check('agent');
    await t.browser.page.getByRole('button', { name: 'Actions for the agent' }).click();
    await t.browser.page.getByRole('menuitem', { name: 'Delete…' }).click();
    await text('Knowledge sources belong to the workspace');
    await check('agent-delete');
  });

  it('the code of an agent', async () => {
    await open(`/agents/${agentId}/code`, 'Difference Engine guide', () => text('Before you begin'));
    for (const language of ['curl', 'TypeScript', 'Python']) {
      await t.browser.page.getByText(language, { exact: true }).click();
      await text(agentId);
      await check(`agent-code-${language.toLowerCase()}`);
    }
  });

  it('general', async () => {
    await open('/settings/general', 'General', () => text('Second workspace'));
    await check('general');
    await t.browser.page.getByRole('button', { name: 'New workspace' }).click();
    await text('Its agents, members and conversations are separate');
    await check('general-new');
  });

  it('API keys, with one to revoke and one to rotate', async () => {
    await open('/settings/api-keys', 'API Keys', () => text('Website backend'));
    await check('keys-many');
    await t.browser.page.getByRole('button', { name: 'Actions for Website backend' }).click();
    await t.browser.page.getByRole('menuitem', { name: 'Rotate…' }).click();
    await text('You get a new key with the same name and scopes.');
    await check('key-rotate');
    await t.browser.page.getByRole('button', { name: 'Cancel' }).click();
    await t.browser.page.getByRole('button', { name: 'Actions for Nightly export' }).click();
    await t.browser.page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await text('Requests with the key ending in');
    await check('key-revoke');
  });

  it('members', async () => {
    await open('/settings/members', 'Members', () => text('grace@example.com'));
    await check('members');
    await t.browser.page.getByRole('button', { name: 'Invite' }).click();
    await text('Otherwise you get one to share');
    await check('members-invite');
  });

  it('plan and usage', async () => {
    await open('/settings/usage', 'Plan & usage', () =>
      t.browser.page.getByRole('table', { name: 'Requests in each of the last 24 hours, by key' }).waitFor(),
    );
    await check('usage');
    await t.browser.page.getByRole('region', { name: 'Requests per hour' }).locator('svg').hover();
    await check('usage-chart');
  });

  it('security', async () => {
    await open('/settings/security', 'Security', () => text('This session'));
    await check('security');
  });

  it('the palette and the help', async () => {
    await open('/agents', 'Agents', () => text('31 agents'));
    await t.browser.page.keyboard.press('Control+k');
    await t.browser.page.getByLabel('Search agents, conversations, pages and commands').fill('difference');
    await t.browser.page.getByRole('dialog').getByText('Explains how the engine is set up').waitFor();
    await check('palette');
    await t.browser.page.keyboard.press('Enter');
    await t.browser.page.getByRole('heading', { level: 1, name: 'Difference Engine guide' }).waitFor();
    await t.browser.page.getByRole('dialog').waitFor({ state: 'detached' });
    await t.browser.page.keyboard.press('?');
    await t.browser.page.getByRole('heading', { name: 'Keyboard' }).waitFor();
    await check('help');
  });

  it('the menus', async () => {
    const { page } = t.browser;
    await open(`/agents/${agentId}`, 'Difference Engine guide', () => text('All changes saved'));
    const openMenu = async (name: RegExp | string, entry: string, picture: string) => {
      await page.getByRole('button', { name }).last().click();
      await page.getByRole('menuitem', { name: entry }).waitFor();
      await check(picture);
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    };
    await openMenu('Actions for the agent', 'Duplicate', 'menu-agent');
    if (screen.width < 860) await page.getByRole('button', { name: 'Open the menu' }).click();
    await openMenu(/account menu/, 'Sign out', 'menu-account');
    await openMenu(/change workspace/, 'New workspace', 'menu-workspaces');
  });

  it('the menu on a phone', async ({ skip }) => {
    skip(screen.width > 860, 'it is there on narrow screens only');
    await open('/agents', 'Agents');
    await t.browser.page.getByRole('button', { name: 'Open the menu' }).click();
    const settings = t.browser.page.getByRole('dialog').getByRole('link', { name: 'Settings' });
    await settings.waitFor();
    await check('menu');
    await settings.click();
    await t.browser.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await check('settings');
    await t.browser.page.getByRole('link', { name: 'Members' }).click();
    await t.browser.page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await t.browser.page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
    await t.browser.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });

  it('an unknown page, and one that fails', async () => {
    await open('/settings/nowhere', 'Page not found');
    await check('not-found');
    await open('/agents/agent_unknown', 'Agent', () => text('There is no such agent.'));
    expect(await t.browser.page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await check('agent-not-found');
  });

  it('sign-in', async () => {
    await t.browser.context.clearCookies();
    await open('/settings/members', 'Sign in to Parley');
    expect(t.browser.page.url()).toContain('next=');
    await t.browser.page.getByLabel('Email').fill('ada@example.com');
    await t.browser.page.getByLabel('Password', { exact: true }).fill('wrong');
    await t.browser.page.getByRole('button', { name: 'Sign in' }).click();
    await text('The email or password is wrong.');
    // Nothing is broken: there is no request to quote.
    expect(await t.browser.page.getByText(/req_/).count()).toBe(0);
    await check('sign-in');
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

/** Two keys, one of them in use. */
async function makeTraffic(url: string, client: Parley): Promise<void> {
  const { key } = await client.apiKeys.create({ name: 'Website backend', scopes: ['agents:read'], expiresInDays: 90 });
  const { key: other } = await client.apiKeys.create({
    name: 'Nightly export',
    scopes: ['agents:read', 'conversations:read', 'workspace:admin'],
    environment: 'production',
  });
  const call = (secret: string) => fetch(`${url}/api/agents`, { headers: { authorization: `Bearer ${secret}` } });
  for (let request = 0; request < 24; request += 1) await call(key);
  for (let request = 0; request < 9; request += 1) await call(other);
}

// @module-tag nightly

import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { sessionClient } from '../setup/server.ts';
import { password } from '../setup/signed-in.ts';

describe.skipIf(chromiumPath === undefined)('two tabs', () => {
  const t = dashboard(desk);
  let other: Page;

  /** Opens a path in the other tab. */
  const elsewhere = (path: string) => other.goto(t.server.url + path);
  const here = (path: string) => t.browser.page.goto(t.server.url + path);
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const newAgent = async (name: string) => (await t.client.agents.create({ name, model: 'builtin/echo' }))._id;
  const signInAgain = async (page: Page) => {
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  beforeEach(async () => {
    other = await t.browser.context.newPage();
  });
  afterEach(async () => {
    await other.close();
    expect(t.browser.troubles.splice(0)).toEqual([]);
  });

  it('the second save of an agent asks what to keep, and loses nothing that was typed', async () => {
    const { page } = t.browser;
    const id = await newAgent('Guide');
    await here(`/agents/${id}`);
    await elsewhere(`/agents/${id}`);
    await page.getByLabel('Description').fill('From here.');
    await other.getByLabel('Description').fill('From elsewhere.');
    await other.getByLabel('Name').fill('Better guide');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('All changes saved').waitFor();

    const dialog = page.getByRole('dialog', { name: 'This agent was changed meanwhile' });
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Decide later' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Description').inputValue()).toBe('From here.');
    expect((await t.client.agents.retrieve(id)).description).toBe('From elsewhere.');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('From elsewhere.').waitFor();
    await dialog.getByRole('button', { name: 'Continue with these' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('All changes saved').waitFor();
    const { name, description } = await t.client.agents.retrieve(id);
    expect({ name, description }).toEqual({ name: 'Better guide', description: 'From here.' });
  });

  it('the second save of a channel asks before it overwrites a field', async () => {
    const { page } = t.browser;
    const agent = await newAgent('Channel guide');
    const { _id } = await t.client.channels.create(agent, { type: 'page', name: 'Help' });
    await here(`/agents/${agent}/channels/${_id}`);
    await page.getByLabel('Name', { exact: true }).fill('Named here');
    await t.client.channels.update(_id, { name: 'Named elsewhere', offlineMessage: 'Closed.' });
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'This channel was changed meanwhile' });
    await save();
    await dialog.getByRole('button', { name: 'Don’t save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Named here');
    expect((await t.client.channels.retrieve(_id)).name).toBe('Named elsewhere');
    await save();
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('All changes saved').waitFor();
    const { name, offlineMessage } = await t.client.channels.retrieve(_id);
    expect({ name, offlineMessage }).toEqual({ name: 'Named here', offlineMessage: 'Closed.' });
  });

  it('an agent that was deleted elsewhere says so, and keeps what was typed', async () => {
    const { page } = t.browser;
    const id = await newAgent('Short-lived');
    await here(`/agents/${id}`);
    await page.getByLabel('Description').fill('Typed too late.');
    await t.client.agents.delete(id);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'There is no such agent.' }).waitFor();
    expect(await page.getByLabel('Description').inputValue()).toBe('Typed too late.');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Actions for the agent' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Short-lived?' });
    await dialog.getByRole('button', { name: 'Delete agent' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'There is no such agent.' }).first().waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('a key that was revoked elsewhere says so in its dialog', async () => {
    const { page } = t.browser;
    const { _id } = await t.client.apiKeys.create({ name: 'Backend', scopes: ['agents:read'] });
    await here('/settings/api-keys');
    await page.getByRole('button', { name: 'Actions for Backend' }).click();
    await page.getByRole('menuitem', { name: 'Rotate…' }).click();
    const dialog = page.getByRole('dialog', { name: /Rotate/ });
    await dialog.waitFor();
    await t.client.apiKeys.revoke(_id);
    await dialog.getByRole('button', { name: /^Rotate/ }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await t.client.apiKeys.list()).items).toHaveLength(1);
  });

  it('a conversation that was deleted elsewhere says so, and nothing else breaks', async () => {
    const { page } = t.browser;
    const agent = await newAgent('Echo');
    const { conversation } = await t.client.agents.chat(agent, { message: 'Where is it?' });
    await here(`/conversations/${conversation._id}`);
    await page.getByRole('article').first().waitFor();
    await page.getByRole('button', { name: 'Actions for the conversation' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await t.client.conversations.delete(conversation._id);
    const gone = page.getByRole('main').getByRole('alert').filter({ hasText: 'There is no such conversation.' });
    await gone.waitFor({ state: 'attached' });
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await gone.count()).toBe(1);
    await page.getByRole('link', { name: 'Back to conversations' }).click();
    await heading(page, 'Conversations');
  });

  it('after signing out elsewhere, the next call asks once to sign in again, and continues', async () => {
    const { page } = t.browser;
    await newAgent('Signed out guide');
    await here('/agents');
    await heading(page, 'Agents');
    await elsewhere('/');
    await other.getByRole('button', { name: /account menu/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(other, 'Sign in to Parley');
    await page.getByRole('navigation').getByRole('link', { name: 'Knowledge' }).first().click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await page.getByRole('alert').allTextContents()).toEqual([]);
    await signInAgain(page);
    await page.getByText('Give your agents something to answer from').waitFor();
    expect(await page.getByRole('alert').allTextContents()).toEqual([]);
  });

  it('a tab keeps its workspace while another one switches, also after a reload', async () => {
    const { page } = t.browser;
    const [first] = (await t.client.workspaces.list({ sort: 'createdAt' })).items;
    const second = await t.client.workspaces.create({ name: 'Second engines' });
    await here('/agents');
    await page.getByRole('button', { name: /Analytical Engines.*change workspace/ }).waitFor();
    await elsewhere('/agents');
    await other.getByRole('button', { name: /change workspace/ }).click();
    await other.getByRole('menuitem', { name: 'Second engines' }).click();
    await other.getByRole('button', { name: /Second engines.*change workspace/ }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Knowledge' }).first().click();
    await heading(page, 'Knowledge');
    await page.getByRole('button', { name: /Analytical Engines.*change workspace/ }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /Analytical Engines.*change workspace/ }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Agents' }).first().click();
    await page.getByRole('link', { name: 'New agent' }).click();
    await page.getByLabel('Name').fill('Made in the first');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await heading(page, 'Made in the first');
    const { items } = await t.client.agents.list({ q: 'Made in the first' });
    expect(items.map(({ workspace }) => workspace)).toEqual([first?._id]);
    await t.client.workspaces.delete(second._id, { confirm: 'Second engines' });
  });

  it('the theme follows in the other tab', async () => {
    const { page } = t.browser;
    await here('/agents');
    await heading(page, 'Agents');
    await elsewhere('/agents');
    for (const [name, scheme] of [
      ['Dark', 'dark'],
      ['Light', 'light'],
      ['System default', 'light'],
    ] as const) {
      await other.getByRole('button', { name: /account menu/ }).click();
      await other.getByRole('menuitem', { name }).click();
      await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
      await other.keyboard.press('Escape');
      await other.getByRole('menu').waitFor({ state: 'detached' });
    }
  });

  it('another user who signs in elsewhere is the user of every tab', async () => {
    const { page } = t.browser;
    const [{ _id: workspace } = { _id: '' }] = (await t.client.workspaces.list({ sort: 'createdAt' })).items;
    const invitation = { email: 'grace@example.com', role: 'viewer' } as const;
    const { url } = await t.client.workspaces.invitations.create(workspace, invitation);
    const [, token = ''] = url?.split('#token=') ?? [];
    await sessionClient(t.server.url).invitations.accept({ token, name: 'Grace Hopper', password });
    await here('/agents');
    await page.getByRole('button', { name: /Ada Lovelace.*account menu/ }).waitFor();
    await elsewhere('/');
    await other.getByRole('button', { name: /account menu/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByLabel('Email').fill('grace@example.com');
    await other.getByLabel('Password', { exact: true }).fill(password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('button', { name: /Grace Hopper.*account menu/ }).waitFor();
    await page.getByRole('button', { name: /Grace Hopper.*account menu/ }).waitFor();
    expect(await page.getByText('Ada Lovelace').count()).toBe(0);
  });
});

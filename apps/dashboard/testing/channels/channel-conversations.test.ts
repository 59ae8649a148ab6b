// @module-tag nightly

import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, phone, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined).each(screens)('conversations of channels, on the $name', (screen) => {
  let agentId = '';
  let channelId = '';
  const t = dashboard(screen, {
    prepare: async ({ client, server }) => {
      agentId = (await client.agents.create({ name: 'Support', model: 'builtin/echo' }))._id;
      channelId = (await client.channels.create(agentId, { type: 'page', name: 'Help page' }))._id;
      await client.channels.create(agentId, { type: 'widget', name: 'Shop' });
      await visit(server.url, 'Where is my order?');
      await client.agents.chat(agentId, { message: 'From elsewhere', userId: 'customer-7' });
    },
  });
  /** Sends a message as a new visitor of the channel. */
  const visit = async (url: string, content: string) => {
    const post = async (path: string, body: object, token?: string) => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()).data;
    };
    const { token } = await post(`/api/channels/${channelId}/visitors`, {});
    await post(`/api/agents/${agentId}/chat`, { content }, token);
  };
  const row = (title: string) => t.browser.page.getByRole('listitem').filter({ hasText: title });

  it('the list names the channel and the visitor, and a filter shows those of a channel', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/conversations`);
    await row('Where is my order?')
      .getByText(/^Visitor [0-9a-z]{6}$/)
      .waitFor();
    await row('Where is my order?').getByText('Help page').waitFor();
    await row('From elsewhere').getByText('customer-7').waitFor();
    await checkPage(page, 'conversations-channels');
    await page.goto(`${t.server.url}/conversations?channel=${channelId}`);
    await page.getByText('1 conversation', { exact: true }).waitFor();
    await row('From elsewhere').waitFor({ state: 'detached' });
  });

  it('is filtered by the channels of the chosen agent, which another agent doesn’t have', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/conversations?agent=${agentId}`);
    await page.getByText('2 conversations', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option', { name: 'Shop' }).waitFor();
    await page.getByRole('option', { name: 'Help page' }).click();
    await page.waitForURL(/channel=channel_/);
    await checkPage(page, 'conversations-channel-filter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filters (2)' }).waitFor();
    await page.getByText('1 conversation', { exact: true }).waitFor();
  });

  it('the details lead to the channel, and the channel to its conversations', async () => {
    const { page } = t.browser;
    await page.getByRole('link', { name: 'Where is my order?' }).click();
    await page.getByRole('article', { name: /^Message from Visitor / }).waitFor();
    if (screen === phone) await page.getByRole('button', { name: 'Details' }).click();
    await checkPage(page, 'conversation-of-channel');
    await page.getByRole('link', { name: 'Help page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Help page' }).waitFor();
    await page.getByText(/^Last message/).waitFor();
    await page.getByRole('link', { name: 'Conversations', exact: true }).last().click();
    await page.getByText('1 conversation', { exact: true }).waitFor();
  });

  it('a channel and its agent are deleted with what they have', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/agents/${agentId}`);
    await page.getByRole('button', { name: 'Actions for the agent' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const counts = page.getByRole('dialog').locator('dl > div');
    await counts.filter({ hasText: 'Channels' }).getByText('2', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.goto(`${t.server.url}/agents/${agentId}/channels/${channelId}`);
    await page.getByRole('button', { name: 'Actions for the channel' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await counts.filter({ hasText: 'Conversations' }).getByText('1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete channel' }).click();
    await page.getByText('Channel deleted with 1 conversation.').waitFor();
    await page.goto(`${t.server.url}/conversations`);
    await page.getByText('1 conversation', { exact: true }).waitFor();
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

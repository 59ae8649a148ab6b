// The size is the point of it, and nothing but a change of a list's requests or plans fails it.
// @module-tag nightly

import type { Request } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { agentName, multiply } from '../setup/multiply.ts';

const counts = { agents: 1_000, conversations: 100_000 };

/** The most that the API returns on one page. */
const largestPage = 100;
/** Requests of one page of the dashboard: one for each agent whose name it shows, and some. */
const most = 50;

describe.skipIf(chromiumPath === undefined)('1,000 agents and 100,000 conversations', () => {
  const asked: Request[] = [];
  const t = dashboard(desk, {
    environment: async () => ({ PARLEY_PLAN_QUOTAS: 'free.agents=unlimited,free.conversations=unlimited' }),
    prepare: async ({ client, server, browser }) => {
      const { _id: agent } = await client.agents.create({ name: 'The first', model: 'builtin/echo' });
      const { _id: conversation } = await client.conversations.create(agent, { title: 'The latest', userId: 'ada' });
      multiply(server.folder, { agent, conversation }, counts);
      browser.page.on('request', (request) => {
        if (new URL(request.url()).pathname.startsWith('/api/')) asked.push(request);
      });
    },
  });
  beforeEach(() => asked.splice(0));

  const open = (path: string) => t.browser.page.goto(t.server.url + path);
  const rows = () => t.browser.page.locator('main :is(tbody tr, li:has(a[data-row]))');
  const text = (words: string) => t.browser.page.getByText(words, { exact: true }).first().waitFor();
  const nameShown = (name: string) => t.browser.page.getByText(name).filter({ visible: true }).first().waitFor();
  /** Each request asked for one page at most, and there were few. */
  const asksForLittle = () => {
    const limits = asked.map((request) => Number(new URL(request.url()).searchParams.get('limit') ?? 0));
    expect(Math.max(...limits)).toBeLessThanOrEqual(largestPage);
    expect(asked.splice(0).length).toBeLessThanOrEqual(most);
  };

  it('Home counts them, and names those who talk', async () => {
    const { page } = t.browser;
    await open('/');
    await text('What happened');
    await page.getByText('The last 30 days, per day in UTC.').waitFor();
    const talk = page.getByRole('region', { name: 'Conversations' });
    await expect.poll(() => talk.innerText()).toMatch(/\d\d,\d{3}/);
    asksForLittle();
  });

  it('agents come page by page, and are found by name', async () => {
    const { page } = t.browser;
    await open('/agents');
    await text('1,001 agents');
    expect(await rows().count()).toBe(25);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => rows().count()).toBe(50);
    await page.getByRole('searchbox').fill(agentName(777));
    await text('1 agent');
    await page.getByRole('link', { name: agentName(777) }).waitFor();
    asksForLittle();
  });

  it('conversations come page by page, with the names of their agents', async () => {
    const { page } = t.browser;
    await open('/conversations');
    await text('100,001 conversations');
    expect(await rows().count()).toBe(30);
    await nameShown(agentName(1 + ((29 * 379) % counts.agents)));
    asksForLittle();
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => rows().count()).toBe(60);
    await nameShown(agentName(1 + ((59 * 379) % counts.agents)));
    asksForLittle();
  });

  it('the agent filter finds every agent as one types, and keeps the chosen one shown', async () => {
    const { page } = t.browser;
    const filter = page.getByRole('combobox', { name: 'Agent' });
    const option = (name: string) => page.getByRole('option', { name });
    await open('/conversations');
    await filter.click();
    await option(agentName(1)).waitFor();
    await filter.pressSequentially(agentName(888));
    await option(agentName(888)).click();
    await page.waitForURL(/agent=agent_/);
    await text('100 conversations');
    asksForLittle();
    await page.reload();
    await text('100 conversations');
    await expect.poll(() => filter.inputValue()).toBe(agentName(888));
    // Opened again, it offers others without first being emptied; typed text that wasn't chosen is dropped.
    await filter.click();
    await option(agentName(1)).waitFor();
    await filter.fill('nobody of this name');
    await page.getByText('No such agent').waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => filter.inputValue()).toBe(agentName(888));
    asksForLittle();
    await page.locator('[aria-label="Any agent"]').click();
    await text('100,001 conversations');
    expect(await filter.inputValue()).toBe('');
    asksForLittle();
  });

  it('the list beside a conversation comes page by page, too', async () => {
    const { page } = t.browser;
    await open('/conversations');
    await page.getByRole('link', { name: 'Copied 3', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Copied 3' }).waitFor();
    const pane = page.getByRole('region', { name: 'List of conversations' });
    expect(await pane.getByRole('listitem').count()).toBe(30);
    await pane.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => pane.getByRole('listitem').count()).toBe(60);
    expect(Math.max(...asked.map((each) => Number(new URL(each.url()).searchParams.get('limit') ?? 0)))).toBe(100);
  });

  it('the palette finds an agent, and Home’s figures are of any agent', async () => {
    const { page } = t.browser;
    await open('/agents');
    await text('1,001 agents');
    await page.keyboard.press('Control+k');
    await page.getByLabel('Search agents, conversations, pages and commands').fill(agentName(999));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: agentName(999) })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: agentName(999) }).waitFor();
    await open('/');
    await page.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('combobox', { name: 'Agent' }).pressSequentially(agentName(555));
    await page.getByRole('option', { name: agentName(555) }).click();
    await page.waitForURL(/agent=agent_/);
    asksForLittle();
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

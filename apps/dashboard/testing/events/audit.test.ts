import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk, phone } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined)('the audit log and the events', () => {
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      const { _id } = await client.agents.create({ name: 'Support', model: 'builtin/echo' });
      await client.agents.update(_id, { name: 'Support team' });
      await client.agents.chat(_id, { message: 'Hello' });
    },
  });
  const row = (name: RegExp) => t.browser.page.getByRole('button', { name });

  it('says who did what, and shows one event with its request', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/settings/audit-log`);
    await row(/^Started the conversation/).waitFor();
    const first = page.getByRole('row').filter({ has: row(/^Created the agent/) });
    expect(await first.innerText()).toContain('Ada Lovelace');
    await checkPage(page, 'audit-log');
    await row(/^Changed the agent Support team/).click();
    const panel = page.getByRole('dialog', { name: 'Ada Lovelace changed the agent' });
    await panel.getByText('agent.updated', { exact: true }).waitFor();
    await panel.getByRole('button', { name: /^Copy request ID/ }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^req_/);
    await panel.getByRole('button', { name: 'Copy event', exact: true }).click();
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as { type: string };
    expect(copied.type).toBe('agent.updated');
    await checkPage(page, 'audit-event');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  it('shows each field before and after, and long texts by their length', async () => {
    const { page } = t.browser;
    await page.route(/\/api\/events\?/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { items: { type: string; changes: unknown[] }[] } };
      for (const event of body.data.items.filter(({ type }) => type === 'agent.updated'))
        event.changes = [
          { field: 'name', before: 'Support', after: 'Support team' },
          { field: 'systemPrompt', before: { sha256: 'aa', length: 4210 }, after: { sha256: 'bb', length: 4310 } },
        ];
      await route.fulfill({ response: answer, json: body });
    });
    await page.reload();
    await row(/^Changed the agent/).click();
    const panel = page.getByRole('dialog');
    const field = (name: string) => panel.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
    await field('name').waitFor();
    expect(await field('name').getByRole('cell').allInnerTexts()).toEqual(['Support', 'Support team']);
    expect(await field('systemPrompt').getByRole('cell').allInnerTexts()).toEqual([
      '4,210 characters',
      '4,310 characters, changed',
    ]);
    await checkPage(page, 'audit-changes');
    await page.keyboard.press('Escape');
    await page.unroute(/\/api\/events\?/);
  });

  it('keeps the filters in the address, and exports what they choose', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/settings/audit-log`);
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Conversations' }).click();
    await row(/^Created the agent/).waitFor({ state: 'detached' });
    await row(/^Started the conversation/).waitFor();
    expect(new URL(page.url()).searchParams.get('group')).toBe('conversations');
    await page.getByRole('button', { name: 'Export' }).click();
    const link = page.getByRole('menuitem', { name: /^CSV/ });
    expect(await link.getAttribute('href')).toMatch(
      /^\/api\/events\/export\?format=csv&workspaceId=ws_\w+&types=conversation\.\*$/,
    );
    await page.keyboard.press('Escape');
    await page.getByLabel('On or before').fill('2020-01-01');
    await page.getByText('No event matches').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await row(/^Created the agent/).waitFor();
    expect(new URL(page.url()).search).toBe('');
    // Half of a phone is too little for a date with its label.
    await page.setViewportSize(phone);
    expect((await page.getByLabel('On or after').boundingBox())?.width).toBeGreaterThan(300);
    await page.setViewportSize(desk);
  });

  it('the whole account has more than the workspace', async () => {
    const { page } = t.browser;
    const { _id } = await t.client.workspaces.create({ name: 'Elsewhere' });
    await t.client.agents.create({ workspaceId: _id, name: 'Far away', model: 'builtin/echo' });
    await page.goto(`${t.server.url}/settings/audit-log`);
    await row(/^Created the agent Support/).waitFor();
    expect(await row(/Far away/).count()).toBe(0);
    await page.getByText('Whole account').click();
    await row(/^Created the agent Far away/).waitFor();
  });

  it('follows new events while it is live', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/settings/events`);
    await row(/^agent\.created/).waitFor();
    await checkPage(page, 'events');
    await page.getByRole('switch', { name: 'Live' }).press('Space');
    await page.getByText('New events appear at the top.').waitFor();
    const [workspace] = (await t.client.workspaces.list({ sort: 'createdAt' })).items;
    for (const name of ['One', 'Two'])
      await t.client.agents.create({ workspaceId: workspace?._id ?? '', name, model: 'builtin/echo' });
    await row(/^agent\.created/)
      .nth(2)
      .waitFor();
    const [newest, next] = await page
      .getByRole('row')
      .filter({ has: row(/^agent\.created/) })
      .all();
    await newest?.getByText('Two').waitFor();
    await next?.getByText('One').waitFor();
    await page.getByRole('switch', { name: 'Live' }).press('Space');
    await page.getByText('New events appear at the top.').waitFor({ state: 'detached' });
    expect(await row(/^agent\.created/).count()).toBe(3);
    expect(t.browser.troubles).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { extendToasts } from '../setup/toasts.ts';

describe.skipIf(chromiumPath === undefined)('assigning by keyboard', () => {
  let [first, second, me] = ['', '', ''];
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
      first = (await client.agents.chat(agent, { message: 'First' })).conversation._id;
      second = (await client.agents.chat(agent, { message: 'Second' })).conversation._id;
      me = (await client.me.retrieve()).user._id;
      await client.teams.create({ name: 'Orders', members: [{ user: me }] });
    },
  });
  const key = (name: string) => t.browser.page.keyboard.press(name);
  const dialog = (name: string) => t.browser.page.getByRole('dialog', { name, exact: true });
  const field = (name: string) => dialog(name).getByRole('combobox', { name }).and(t.browser.page.locator(':focus'));
  const stored = (id = first) => t.client.conversations.retrieve(id);
  const said = (words: string | RegExp) => t.browser.page.getByText(words).waitFor();

  it('assigns to a person or a team, and takes it back', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/conversations/${first}`);
    await page.getByRole('heading', { level: 1, name: 'First' }).waitFor();
    await extendToasts(page);
    await key('a');
    await field('Assign to').waitFor();
    await dialog('Assign to').getByRole('option', { name: 'Ada Lovelace (you)' }).waitFor();
    await checkPage(page, 'assign');
    await key('Enter');
    await said('Assigned to Ada Lovelace.');
    expect((await stored()).assignee).toBe(me);
    await key('z');
    await expect.poll(async () => (await stored()).assignee).toBeNull();
    await key('a');
    await field('Assign to').fill('ord');
    await dialog('Assign to').getByRole('option', { name: 'Orders' }).waitFor();
    await key('Enter');
    await said('Given to the team Orders.');
    expect((await stored()).team).toMatch(/^team_/);
  });

  it('sets the priority, and lets it rest until a time', async () => {
    const { page } = t.browser;
    await key('p');
    await field('Priority').waitFor();
    await key('Enter');
    await said('Priority urgent.');
    expect((await stored()).priority).toBe('urgent');
    await key('h');
    await field('Rest until').waitFor();
    await checkPage(page, 'rest');
    await dialog('Rest until').getByLabel('Another time').fill('2020-01-01T09:00');
    await dialog('Rest until').getByRole('button', { name: 'Rest', exact: true }).click();
    await said('Enter a time in the future.');
    await dialog('Rest until')
      .getByRole('option', { name: /^Tomorrow/ })
      .click();
    await said(/^Rests until \w/);
    const until = new Date((await stored()).snoozedUntil ?? 0);
    expect([until.getTime() > Date.now(), until.getUTCMinutes() % 15]).toEqual([true, 0]);
    await key('z');
    await expect.poll(async () => (await stored()).snoozedUntil).toBeNull();
  });

  it('is in the palette and in the help', { tags: 'nightly' }, async () => {
    const { page } = t.browser;
    await key('Control+k');
    await page.getByRole('textbox', { name: /^Search agents/ }).fill('assign');
    await page.getByRole('button', { name: /^Assign…/ }).waitFor();
    await page.getByRole('textbox', { name: /^Search agents/ }).fill('snooze');
    await page.getByRole('button', { name: /^Rest…/ }).click();
    await field('Rest until').waitFor();
    await key('Escape');
    await dialog('Rest until').waitFor({ state: 'detached' });
    await key('?');
    await page.getByText('Assign it to a person or a team').waitFor();
    await key('Escape');
  });

  it('assigns and reopens all selected ones', async () => {
    const { page } = t.browser;
    await t.client.conversations.close(first);
    await t.client.conversations.close(second);
    await page.goto(`${t.server.url}/conversations`);
    await extendToasts(page);
    await page.getByRole('checkbox', { name: 'Select all shown conversations' }).check();
    const bar = page.getByRole('region', { name: 'Selected conversations' });
    await bar.getByRole('button', { name: 'Assign' }).click();
    await field('Assign to').fill('ada');
    await dialog('Assign to').getByRole('option', { name: 'Ada Lovelace (you)' }).click();
    await said('Assigned 2 conversations to Ada Lovelace (you).');
    expect([(await stored()).assignee, (await stored(second)).assignee]).toEqual([me, me]);
    await page.getByRole('checkbox', { name: 'Select all shown conversations' }).check();
    await bar.getByRole('button', { name: 'Reopen' }).click();
    await said('Reopened 2 conversations.');
    expect((await stored(second)).status).not.toBe('closed');
  });

  it('throws nothing, and violates no policy', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

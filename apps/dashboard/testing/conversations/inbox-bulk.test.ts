import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk, openBrowser, phone } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { sessionClient } from '../setup/server.ts';
import { password, signInAt } from '../setup/signed-in.ts';
import { extendToasts } from '../setup/toasts.ts';

/** Long enough for an undo to expire on a busy machine. */
const patience = { timeout: 30_000 };

describe.skipIf(chromiumPath === undefined)('selected conversations', () => {
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      const { _id: echo } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
      for (const message of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
        await client.agents.chat(echo, { message });
      }
    },
  });
  const bar = () => t.browser.page.getByRole('region', { name: 'Selected conversations' });
  const box = (title: string) => t.browser.page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
  const row = (title: string) => t.browser.page.getByRole('link', { name: title, exact: true });
  const act = (name: string) => bar().getByRole('button', { name, exact: true }).click();
  const undo = () => t.browser.page.getByRole('button', { name: 'Undo' }).last().click();
  const stored = async (title: string) => (await t.client.conversations.list({ q: title })).items[0];
  const open = async () => {
    await t.browser.page.goto(`${t.server.url}/conversations`);
    await row('One').waitFor();
  };

  it('are chosen by checkboxes, a range with Shift, all of the page, and keys', async () => {
    const { page } = t.browser;
    await open();
    expect(await bar().count()).toBe(0);
    await row('Six').focus();
    await page.keyboard.press('x');
    await bar().getByText('1 selected').waitFor();
    await box('Three').click({ modifiers: ['Shift'] });
    await bar().getByText('4 selected').waitFor();
    await checkPage(page, 'inbox-selected');
    const all = page.getByRole('checkbox', { name: 'Select all shown conversations' });
    expect(await all.evaluate((each) => each.matches(':indeterminate'))).toBe(true);
    await all.check();
    await bar().getByText('6 selected').waitFor();
    await box('One').uncheck();
    await bar().getByText('5 selected').waitFor();
    await page.keyboard.press('Escape');
    await bar().waitFor({ state: 'detached' });
  });

  it('are tagged and closed, with undo', async () => {
    const { page } = t.browser;
    const two = await stored('Two');
    await t.client.conversations.takeOver(two?._id ?? '');
    await t.client.conversations.update((await stored('One'))?._id ?? '', { tags: ['urgent'] });
    await open();
    await extendToasts(page);
    await box('One').check();
    await box('Two').check();
    await act('Tag');
    await page.getByRole('combobox', { name: 'Tag to add' }).fill('urgent');
    await page.keyboard.press('Enter');
    await page.getByText('Tagged 2 conversations with “urgent”.').waitFor();
    expect((await stored('Two'))?.tags).toEqual(['urgent']);
    await undo();
    await page.getByText('Removed the tag from 1 conversation.').waitFor();
    expect((await stored('One'))?.tags).toEqual(['urgent']);
    expect((await stored('Two'))?.tags).toEqual([]);
    await act('Close');
    await page.getByText('Closed 2 conversations.').waitFor();
    await expect
      .poll(
        () => page.getByRole('list', { name: 'Conversations' }).getByText('Closed', { exact: true }).count(),
        patience,
      )
      .toBe(2);
    expect((await stored('Two'))?.status).toBe('closed');
    await page.getByRole('checkbox', { name: 'Select all shown conversations' }).and(page.locator(':focus')).waitFor();
    await undo();
    await page.getByText('Reopened 2 conversations.').waitFor();
    expect(await stored('One')).toMatchObject({ status: 'open' });
    expect(await stored('Two')).toMatchObject({ status: 'human', takenBy: two?.takenBy ?? expect.any(String) });
  });

  it('are exported as JSON Lines, in the order of the list', async () => {
    const { page } = t.browser;
    await open();
    await box('Two').check();
    await box('Three').check();
    const downloading = page.waitForEvent('download');
    await act('Export');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('conversations.jsonl');
    const lines = (await text(await download.createReadStream())).trimEnd().split('\n');
    const titles = await page.locator('li[data-selected] a[data-row]').allTextContents();
    expect(lines.map((line) => JSON.parse(line).title)).toEqual(titles);
    const own = (await t.client.conversations.export({ q: 'Two' }).text()).trimEnd();
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(JSON.parse(own));
  });

  it('are deleted after a time to undo it, or at once if the page is left', { tags: 'nightly' }, async () => {
    const { page } = t.browser;
    await open();
    const reset = await extendToasts(page);
    await box('One').check();
    await box('Two').check();
    await act('Delete');
    await row('One').waitFor({ state: 'detached' });
    await page.getByText('Deleting 2 conversations with all messages.').waitFor();
    await page.getByText('4 conversations', { exact: true }).waitFor();
    await undo();
    await row('One').waitFor();
    await row('Two').waitFor();
    await reset();
    await box('Five').check();
    await act('Delete');
    await page.getByText('Deleted 1 conversation.').waitFor(patience);
    expect(await stored('Five')).toBeUndefined();
    expect(await stored('One')).toBeDefined();
    await box('Six').check();
    await act('Delete');
    await row('Six').waitFor({ state: 'detached' });
    expect(await stored('Six')).toBeDefined();
    await page.goto('about:blank');
    await expect.poll(() => stored('Six'), patience).toBeUndefined();
  });

  it('say which of them failed', async () => {
    const { page } = t.browser;
    await open();
    await box('One').check();
    await box('Two').check();
    // One that is deleted leaves the list by itself, and the selection with it.
    const refused = `**/api/conversations/${(await stored('Two'))?._id}`;
    await page.route(refused, (route) => {
      const error = 'There is no such conversation.';
      const json = { success: false, error, code: 'conversation_not_found', requestId: 'req_1' };
      return route.request().method() === 'PATCH' ? route.fulfill({ status: 404, json }) : route.continue();
    });
    await act('Tag');
    await page.getByRole('combobox', { name: 'Tag to add' }).fill('late');
    await page.keyboard.press('Enter');
    await page.getByText('Tagged 1 of 2 conversations with “late”.').waitFor();
    await page.getByText('1 failed: There is no such conversation.').waitFor();
    expect((await stored('One'))?.tags).toContain('late');
    await page.unroute(refused);
  });

  it('fit on a phone', async () => {
    const { page } = t.browser;
    await page.setViewportSize(phone);
    await open();
    await box('One').check();
    await bar().waitFor();
    await checkPage(page, 'inbox-selected');
    await page.setViewportSize(desk);
  });

  it('are missing for viewers', async () => {
    const { _id: workspace } = (await t.client.workspaces.list()).items[0] ?? { _id: '' };
    const { url } = await t.client.workspaces.invitations.create(workspace, {
      email: 'vera@example.com',
      role: 'viewer',
    });
    const viewer = await openBrowser(t.server.url, desk);
    onTestFinished(() => viewer.close());
    const token = url?.slice(url.indexOf('#token=') + '#token='.length) ?? '';
    await sessionClient(t.server.url).invitations.accept({ token, name: 'Vera', password });
    await signInAt(viewer, t.server.url, 'vera@example.com');
    await viewer.page.goto(`${t.server.url}/conversations`);
    await viewer.page.getByRole('link', { name: 'One', exact: true }).waitFor();
    expect(await viewer.page.getByRole('checkbox').count()).toBe(0);
  });

  it('throw nothing, and violate no policy', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

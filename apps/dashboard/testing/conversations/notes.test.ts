import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined)('private notes', () => {
  let id = '';
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      const agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
      id = (await client.agents.chat(agent, { message: 'Where is my parcel?' })).conversation._id;
    },
  });
  const page = () => t.browser.page;
  const field = () => page().getByRole('textbox', { name: 'Private note' });
  const notes = () => page().getByRole('article', { name: 'Private note from You' });
  const entries = async () => (await t.client.conversations.entries(id)).items.filter(({ type }) => type === 'noted');

  it('are written by a key beside the agent, mention people, and survive a reload as drafts', async () => {
    await page().goto(`${t.server.url}/conversations/${id}`);
    await page().getByRole('button', { name: 'Note', exact: true }).waitFor();
    await page().keyboard.press('n');
    await field().and(page().locator(':focus')).waitFor();
    await page().keyboard.type('Ask @');
    await page().getByRole('listbox', { name: 'People' }).waitFor();
    await page().keyboard.press('Enter');
    await page().keyboard.type('about **this**');
    const text = await field().inputValue();
    expect(text).toMatch(/^Ask @.+ about \*\*this\*\*$/);
    await checkPage(page(), 'note-writing');
    await page().reload();
    await page().getByRole('button', { name: 'Note', exact: true }).click();
    expect(await field().inputValue()).toBe(text);
    await field().press('Enter');
    await notes().getByText('this', { exact: true }).waitFor();
    expect(await field().inputValue()).toBe('');
    const [note] = await entries();
    expect(note?.data).toMatchObject({ text, mentions: [expect.stringMatching(/^user_/)] });
    await checkPage(page(), 'note-written');
  });

  it('are written on a closed conversation, and deleted', async () => {
    await t.client.conversations.close(id);
    await page().goto(`${t.server.url}/conversations/${id}`);
    await page().getByText('This conversation is closed.').waitFor();
    await page().getByRole('button', { name: 'Note', exact: true }).click();
    await field().fill('Refunded');
    await field().press('Enter');
    const refunded = notes().filter({ hasText: 'Refunded' });
    await refunded.getByRole('button', { name: 'Delete the note' }).click();
    await page().getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page().getByText('You deleted a note').waitFor();
    await refunded.waitFor({ state: 'detached' });
    expect((await entries()).map(({ data }) => data.text)).not.toContain('Refunded');
  });
});

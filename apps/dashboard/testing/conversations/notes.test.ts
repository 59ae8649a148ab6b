import type { Locator } from 'playwright-core';
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

  const written = async (text: string) => {
    const { _id: noteId } = await t.client.conversations.notes.create(id, { text });
    await page().goto(`${t.server.url}/conversations/${id}`);
    const note = notes().filter({ hasText: text });
    await note.waitFor();
    return { note, ref: { conversationId: id, noteId } };
  };
  const editor = () => page().getByRole('textbox', { name: 'Text of the note' });
  const edit = async (note: Locator) => {
    await note.getByRole('button', { name: 'Edit the note' }).press('Enter');
    await editor().and(page().locator(':focus')).waitFor();
  };

  it('are edited by keys alone; leaving keeps the changes, also over a reload', async () => {
    const { note } = await written('Likes tea');
    await edit(note);
    await page().keyboard.type(' and @');
    await page().getByRole('listbox', { name: 'People' }).waitFor();
    await page().keyboard.press('Escape');
    await page().getByRole('listbox', { name: 'People' }).waitFor({ state: 'detached' });
    await page().keyboard.press('Backspace');
    await page().keyboard.type('milk');
    await checkPage(page(), 'note-editing');
    await page().keyboard.press('Escape');
    await note.getByRole('button', { name: 'Edit the note' }).and(page().locator(':focus')).waitFor();
    await note.getByText('Likes tea', { exact: true }).waitFor();
    await page().reload();
    await edit(note);
    expect(await editor().inputValue()).toBe('Likes tea and milk');
    await page().keyboard.press('Enter');
    const changed = notes().filter({ hasText: 'Likes tea and milk' });
    await changed.getByText('edited').waitFor();
    expect((await entries()).at(-1)?.data).toMatchObject({ text: 'Likes tea and milk', editedAt: expect.any(String) });
  });

  it('that a colleague deletes meanwhile leave the text to their author', async () => {
    const { note, ref } = await written('Wants red');
    await edit(note);
    await page().keyboard.type(' or blue');
    await t.client.conversations.notes.delete(ref);
    await page().getByText('This note was deleted meanwhile.').waitFor();
    await editor().press('Escape');
    expect(await editor().inputValue()).toBe('Wants red or blue');
    await checkPage(page(), 'note-deleted-meanwhile');
    await page().getByRole('button', { name: 'Save as a new note' }).click();
    await notes().filter({ hasText: 'Wants red or blue' }).waitFor();
    await expect.poll(async () => (await entries()).at(-1)?.data.text).toBe('Wants red or blue');
  });

  it('can be left as they were', async () => {
    const { note } = await written('Calm');
    await edit(note);
    await page().keyboard.type('er');
    await page().getByRole('button', { name: 'Discard' }).click();
    await edit(note);
    expect(await editor().inputValue()).toBe('Calm');
  });
});

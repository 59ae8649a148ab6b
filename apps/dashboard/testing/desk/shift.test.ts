// @module-tag nightly

import { describe, expect, it } from 'vitest';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { extendToasts } from '../setup/toasts.ts';

/** A whole shift without a pointer: nothing here clicks. */
describe.skipIf(chromiumPath === undefined)('a shift by keyboard alone', () => {
  const ids: Record<string, string> = {};
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      const agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
      for (const message of ['Unread', 'Resting', 'Given', 'Answered']) {
        const { _id: id } = (await client.agents.chat(agent, { message, userId: message })).conversation;
        ids[message] = id;
        await client.conversations.handOver(id, { reason: 'asked' });
      }
      await client.savedReplies.create({ name: 'Greeting', text: 'Good morning, this is {{me.name}}.' });
    },
  });
  const page = () => t.browser.page;
  const key = (name: string) => page().keyboard.press(name);
  const type = (text: string) => page().keyboard.type(text);
  const titled = (name: string) => page().getByRole('heading', { level: 1, name }).waitFor();
  const stored = (name: string) => t.client.conversations.retrieve(ids[name] ?? '');
  const reply = () => page().getByLabel('Your reply').and(page().locator(':focus'));
  const picker = (name: string) =>
    page()
      .getByRole('dialog', { name, exact: true })
      .getByRole('combobox', { name })
      .and(page().locator(':focus'))
      .waitFor();

  it('takes the first one, and answers with a saved reply and with words', async () => {
    await page().goto(`${t.server.url}/conversations`);
    await page().getByRole('link', { name: 'Answered', exact: true }).waitFor();
    await page().getByText('Choose a conversation to read it.').waitFor();
    await extendToasts(page());
    await key('j');
    await titled('Answered');
    await key('t');
    await reply().waitFor();
    await type('/gree');
    await page()
      .getByRole('option', { name: /^Greeting/ })
      .waitFor();
    await key('Enter');
    await expect.poll(() => reply().inputValue()).toBe('Good morning, this is Ada Lovelace.');
    await type(' I look it up.');
    await key('Enter');
    const said = page().getByRole('article', { name: 'Message from You' });
    await said.getByText('Good morning, this is Ada Lovelace. I look it up.').waitFor();
    expect(await stored('Answered')).toMatchObject({ waitingSince: null, status: 'human' });
  });

  it('notes, assigns, tags, and closes it: the next one is open', async () => {
    await key('Escape');
    await key('n');
    await page().getByRole('textbox', { name: 'Private note' }).and(page().locator(':focus')).waitFor();
    await type('Is glad to hear it');
    await key('Enter');
    await page().getByRole('article', { name: 'Private note from You' }).getByText('Is glad to hear it').waitFor();
    await key('Escape');
    await key('a');
    await picker('Assign to');
    await page().getByRole('option', { name: 'Ada Lovelace (you)' }).waitFor();
    await key('Escape');
    await page().getByRole('dialog').waitFor({ state: 'detached' });
    await key('l');
    await page().getByRole('combobox', { name: 'Tags' }).and(page().locator(':focus')).waitFor();
    await type('parcel');
    await key('Enter');
    await expect.poll(async () => (await stored('Answered')).tags).toEqual(['parcel']);
    await key('Escape');
    await key('e');
    await expect.poll(async () => (await stored('Answered')).status).toBe('closed');
    await titled('Given');
  });

  it('gives the next one back, and has its agent answer', async () => {
    await key('t');
    await reply().waitFor();
    await t.client.messages.send(ids['Given'] ?? '', { content: 'Are you there?' });
    await page().getByRole('article').getByText('Are you there?').waitFor();
    await key('Escape');
    await key('b');
    await page().getByRole('button', { name: 'Let it answer' }).and(page().locator(':focus')).waitFor();
    await key('Enter');
    await expect.poll(async () => (await stored('Given')).status).toBe('open');
    await expect.poll(async () => (await stored('Given')).messageCount).toBe(4);
  });

  it('lets one rest, and goes on to the next unread', async () => {
    await key('Shift+J');
    await titled('Resting');
    await key('a');
    await picker('Assign to');
    await key('Enter');
    await expect.poll(async () => (await stored('Resting')).assignee).not.toBeNull();
    await key('h');
    await picker('Rest until');
    await key('Enter');
    await expect.poll(async () => (await stored('Resting')).snoozedUntil).not.toBeNull();
    await key('Shift+J');
    await titled('Unread');
    await key('t');
    await reply().waitFor();
    expect((await stored('Unread')).takenBy).toMatch(/^user_/);
  });

  it('throws nothing, and violates no policy', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { extendToasts } from '../setup/toasts.ts';

const arabic = 'أين طردي من فضلك؟';

describe.skipIf(chromiumPath === undefined)('the inbox by keyboard', () => {
  const ids: Record<string, string> = {};
  let agent = '';
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
      for (const message of ['One', 'Two', 'Three', arabic]) {
        ids[message] = (await client.agents.chat(agent, { message, userId: `${message}-user` })).conversation._id;
      }
      await client.agents.chat(agent, { message: 'A trial', playground: true });
    },
  });
  const page = () => t.browser.page;
  const key = (name: string) => page().keyboard.press(name);
  const titled = (name: string) => page().getByRole('heading', { level: 1, name }).waitFor();
  const row = (name: string) => page().getByRole('link', { name, exact: true });
  const stored = (name: string) => t.client.conversations.retrieve(ids[name] ?? '');
  const open = async (path = '/conversations') => {
    await page().goto(t.server.url + path);
    await row('One').waitFor();
  };

  it('moves, opens and leaves; the search and the selection stay', async () => {
    await open();
    await page().getByText('Choose a conversation to read it.').waitFor();
    await key('j');
    await titled(arabic);
    await key('j');
    await titled('Three');
    await key('x');
    await page().getByText('1 selected').waitFor();
    await key('j');
    await titled('Two');
    await page().getByText('1 selected').waitFor();
    await page().getByLabel('Search conversations').fill('Two');
    await page().getByText('1 conversation', { exact: true }).waitFor();
    await titled('Two');
    await page().reload();
    await titled('Two');
    expect(new URL(page().url()).searchParams.get('q')).toBe('Two');
    await page().getByRole('button', { name: 'Clear', exact: true }).click();
    await row('One').waitFor();
    await key('Escape');
    await row('Two').and(page().locator(':focus')).waitFor();
    await key('Escape');
    await page().getByText('Choose a conversation to read it.').waitFor();
    expect(new URL(page().url()).pathname).toBe('/conversations');
  });

  it('takes over, replies, tags, gives back, closes and undoes', async () => {
    await open(`/conversations/${ids['Two']}`);
    await titled('Two');
    await extendToasts(page());
    await key('t');
    await page().getByLabel('Your reply').and(page().locator(':focus')).waitFor();
    await page().keyboard.type('Here I am');
    await key('Enter');
    await page().getByRole('article', { name: 'Message from You' }).waitFor();
    await key('Escape');
    await key('l');
    const tags = page().getByRole('combobox', { name: 'Tags' });
    await tags.and(page().locator(':focus')).waitFor();
    await key('Escape');
    await row('Two').and(page().locator(':focus')).waitFor();
    await key('r');
    await page().getByLabel('Your reply').and(page().locator(':focus')).waitFor();
    await key('Escape');
    await key('b');
    await page().getByText('Given back to the agent.').first().waitFor();
    await expect.poll(async () => (await stored('Two')).status).toBe('open');
    await key('z');
    await expect.poll(async () => (await stored('Two')).status).toBe('human');
    await page().getByLabel('Your reply').waitFor();
    await key('e');
    await expect.poll(async () => (await stored('Two')).status).toBe('closed');
    await page().getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(async () => (await stored('Two')).takenBy).not.toBeNull();
  });

  it('closes by the button in the head, and goes on to the next unread conversation', async () => {
    await t.client.messages.send(ids['One'] ?? '', { content: 'One more' });
    await open(`/conversations/${ids['Three']}`);
    await titled('Three');
    await page().getByRole('button', { name: 'Close', exact: true }).first().click();
    await page().getByText('This conversation is closed.').waitFor();
    await expect.poll(async () => (await stored('Three')).status).toBe('closed');
    await key('o');
    await expect.poll(async () => (await stored('Three')).status).toBe('open');
    await key('Shift+J');
    await titled('One');
  });

  it('letters after g lead to pages, and those in a field are text', async () => {
    await open(`/conversations/${ids['One']}`);
    await titled('One');
    await key('g');
    await key('k');
    await page().waitForURL(/api-keys/);
    await open(`/conversations/${ids['Two']}`);
    await page().getByLabel('Your reply').fill('');
    await page().getByLabel('Your reply').pressSequentially('bet');
    expect(await page().getByLabel('Your reply').inputValue()).toBe('bet');
    expect((await stored('Two')).status).toBe('human');
  });

  it('the palette has what can be done with the open conversation', async () => {
    await open(`/conversations/${ids['One']}`);
    await titled('One');
    await key('Control+k');
    await page()
      .getByRole('button', { name: /^Take over/ })
      .first()
      .waitFor();
    await checkPage(page(), 'palette-of-conversation');
    await page().keyboard.type('take over');
    await key('Enter');
    await expect.poll(async () => (await stored('One')).status).toBe('human');
    await page().getByLabel('Your reply').and(page().locator(':focus')).waitFor();
    await key('?');
    await page().getByLabel('Your reply').fill('');
    await key('Escape');
    await key('?');
    await page().getByText('Give it back to the agent').waitFor();
    await key('Escape');
  });

  it('trials of the playground are listed on request only', async () => {
    await open();
    expect(await row('A trial').count()).toBe(0);
    await page().getByRole('button', { name: 'Trials', exact: true }).click();
    await row('A trial').waitFor();
    await page().waitForURL(/playground=with/);
    await page().getByRole('button', { name: 'Trials', exact: true }).click();
    await row('A trial').waitFor({ state: 'detached' });
  });

  it('a conversation waits if the visitor spoke last, not because a person took it over', async () => {
    const { conversation } = await t.client.agents.chat(agent, { message: 'Waits it?' });
    await t.client.conversations.takeOver(conversation._id);
    await open();
    const item = () => page().getByRole('listitem').filter({ hasText: 'Waits it?' }).first();
    await item().getByText('With You').waitFor();
    expect(await item().getByText('Waits for you').count()).toBe(0);
    await t.client.messages.send(conversation._id, { content: 'Anybody?' });
    await item().getByText('Waits for you').waitFor();
  });

  it('a title is set in the direction of its own writing', { tags: 'nightly' }, async () => {
    await open();
    const title = row(arabic);
    expect(await title.evaluate((each) => getComputedStyle(each).direction)).toBe('rtl');
    expect((await row('One').locator('xpath=ancestor::li').boundingBox())?.height).toBe(56);
  });

  it('a draft survives a reload, and the deletion of its conversation', async () => {
    const { _id } = (await t.client.agents.chat(agent, { message: 'To be deleted' })).conversation;
    await t.client.conversations.takeOver(_id);
    await page().goto(`${t.server.url}/conversations/${_id}`);
    await page().getByLabel('Your reply').fill('A long thought\nthat must not be lost');
    await page().reload();
    await page().getByLabel('Your reply').waitFor();
    expect(await page().getByLabel('Your reply').inputValue()).toBe('A long thought\nthat must not be lost');
    await t.client.conversations.delete(_id);
    await page().getByText('This conversation was deleted, with all its messages.').waitFor();
    const draft = page().getByRole('region', { name: 'Your unsent reply' });
    await draft.getByText('A long thought').waitFor();
    await checkPage(page(), 'deleted-with-draft');
    await page().reload();
    await draft.getByRole('button', { name: 'Copy the reply' }).waitFor();
    await draft.getByRole('button', { name: 'Discard' }).click();
    await draft.waitFor({ state: 'detached' });
  });

  it('throws nothing, and violates no policy', () => {
    expect(t.browser.troubles.filter((each) => !each.includes('404'))).toEqual([]);
  });
});

import { text as streamText } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { chromiumPath, desk, photograph } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { sessionClient } from '../setup/server.ts';
import { password, signInAt } from '../setup/signed-in.ts';

describe.skipIf(chromiumPath === undefined)('conversations in the dashboard', () => {
  let workspaceId = '';
  let agentId = '';
  /** The conversation under test. */
  let id = '';
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      [{ _id: workspaceId } = { _id: '' }] = (await client.workspaces.list()).items;
      agentId = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    },
  });
  const at = (path: string) => t.browser.page.goto(t.server.url + path);
  const text = (words: string | RegExp) => t.browser.page.getByText(words).first().waitFor();
  const press = (name: string | RegExp) => t.browser.page.getByRole('button', { name }).first().click();
  /** Waits until a button has the focus, so that keyboard users keep their place. */
  const focused = (name: string) =>
    t.browser.page.getByRole('button', { name }).and(t.browser.page.locator(':focus')).waitFor();
  const say = (message: string, userId: string) => t.client.agents.chat(agentId, { message, userId });

  it('messages from elsewhere appear in the list; search, filters and order are kept in the address', async () => {
    const { page } = t.browser;
    for (let index = 1; index <= 33; index += 1) await say(`Question ${index}`, `visitor-${index}`);
    id = (await say('Where is my *order*?', 'ada')).conversation._id;
    await page.getByRole('link', { name: 'Conversations' }).click();
    await text('34 conversations');
    expect(await page.locator('a[data-row]').count()).toBe(30);
    await press('Load more');
    await page.locator('a[data-row]').nth(33).waitFor();
    expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
    await page.getByLabel('Search conversations').fill('order');
    await text('1 conversation');
    await press('Clear: Search conversations');
    await press('Filters');
    await page.getByLabel('User ID').fill('visitor-7');
    await page.getByLabel('Started on or before').fill('2020-01-01');
    await text('No conversation matches');
    await page.waitForURL(/user=visitor-7/);
    await page.waitForURL(/before=2020-01-01/);
    await page.reload();
    await press('Filters (2)');
    await page.getByLabel('Started on or before').fill('');
    await page.getByRole('link', { name: 'Question 7' }).waitFor();
    expect(new URL(page.url()).searchParams.get('user')).toBe('visitor-7');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Question 7' }).click();
    await page.getByRole('article', { name: 'Message from visitor-7' }).waitFor();
    await page.getByRole('link', { name: 'Back to conversations' }).click();
    await text('1 conversation');
    expect(new URL(page.url()).searchParams.get('user')).toBe('visitor-7');
    await press('Clear');
    await text('34 conversations');
  });

  it('a reply that begins with 2,000 quotation marks is shown with those around it', async () => {
    const { page } = t.browser;
    const { _id: agent } = await t.client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const { conversation } = await t.client.agents.chat(agent, { message: `${'> '.repeat(2_000)}So deep` });
    const further = { message: 'And **further**', conversationId: conversation._id };
    await t.client.agents.chat(agent, further);
    await at(`/conversations/${conversation._id}`);
    await page.locator('strong', { hasText: 'further' }).waitFor();
    await page.locator('blockquote blockquote', { hasText: 'So deep' }).first().waitFor();
    // The tests below count what the list shows.
    await t.client.agents.delete(agent);
  });

  it('the keyboard moves through the list, which opens each conversation beside it', async () => {
    const { page } = t.browser;
    await at('/conversations');
    await page.getByRole('link', { name: 'Where is my *order*?' }).waitFor();
    for (const key of ['j', 'j', 'ArrowDown', 'k']) await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Question 33');
    await page.getByRole('heading', { level: 1, name: 'Question 33' }).waitFor();
    await page.keyboard.press('?');
    await text('Next conversation in the list');
  });

  it('a member takes over, replies, sees the user’s messages, and releases the conversation', async () => {
    const { page } = t.browser;
    await at(`/conversations/${id}`);
    await page.getByRole('article', { name: 'Message from ada' }).getByText('Where is my *order*?').waitFor();
    await press('Take over');
    await text('You took over. The agent does not reply.');
    await page.getByLabel('Your reply').fill('It is **on its way**.');
    await page.keyboard.press('Enter');
    await page
      .getByRole('article', { name: 'Message from You' })
      .locator('strong', { hasText: 'on its way' })
      .waitFor();
    expect(await page.getByLabel('Your reply').inputValue()).toBe('');
    await t.client.messages.send(id, { content: 'And when is it here?' });
    await text('And when is it here?');
    await page.getByLabel('Your reply').fill('Half a thought');
    await page.getByRole('link', { name: 'Home' }).click();
    await page.goBack();
    expect(await page.getByLabel('Your reply').inputValue()).toBe('Half a thought');
    await press('Give back to the agent');
    await text('Shall the agent answer the last message?');
    await press('Cancel');
    await press('Give back to the agent');
    await press('Only give back');
    await text('The agent replies here.');
    const { items } = await t.client.messages.list(id, { sort: 'createdAt' });
    expect(items.map(({ role, content }) => [role, content]).slice(2)).toEqual([
      ['human', 'It is **on its way**.'],
      ['user', 'And when is it here?'],
    ]);
  });

  it('a reply is rated, with a comment, and the rating is removed', async () => {
    const { page } = t.browser;
    const answer = page.getByRole('article', { name: 'Message from Echo' });
    await answer.getByRole('button', { name: 'Bad reply' }).click();
    await answer.getByRole('button', { name: 'Add a comment' }).click();
    await page.getByLabel('What is good or bad about the reply').fill('It only repeats.');
    await press('Save comment');
    await answer.getByText('It only repeats.').waitFor();
    await focused('Edit the comment');
    const of = async () => (await t.client.messages.list(id, { sort: 'createdAt' })).items[1];
    expect(await of()).toMatchObject({ feedback: 'negative', feedbackComment: 'It only repeats.' });
    expect((await t.client.conversations.list({ rating: 'negative' })).items.map(({ _id }) => _id)).toEqual([id]);
    await answer.getByRole('button', { name: 'Bad reply' }).click();
    await answer.getByText('It only repeats.').waitFor({ state: 'detached' });
    expect(await of()).toMatchObject({ feedback: null, feedbackComment: null });
  });

  it('title, tags and metadata are edited in place', async () => {
    const { page } = t.browser;
    await press('Edit the title');
    await page.getByLabel('Title').fill('Order 1843');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Order 1843' }).waitFor();
    await focused('Edit the title');
    await page.getByRole('combobox', { name: 'Tags' }).fill('late');
    await page.keyboard.press('Enter');
    await page.keyboard.type('parcel');
    await page.keyboard.press('Enter');
    await press('Edit the metadata');
    await page.getByLabel('Metadata as JSON').fill('{ order: 1843 }');
    await press('Save');
    await text(/^Invalid JSON/);
    await page.getByLabel('Metadata as JSON').fill('{ "order": 1843 }');
    await press('Save');
    await page.getByRole('region', { name: 'Metadata' }).locator('dd', { hasText: '1843' }).waitFor();
    await focused('Edit the metadata');
    expect(await t.client.conversations.retrieve(id)).toMatchObject({
      title: 'Order 1843',
      tags: ['late', 'parcel'],
      metadata: { order: 1843 },
    });
  });

  it('a conflict shows the stored value and loses no input; changes of other fields are no conflict', async () => {
    const { page } = t.browser;
    await press('Edit the title');
    await page.getByLabel('Title').fill('Order 1843, by Ada');
    await t.client.conversations.update(id, { title: 'Order of Ada Lovelace' });
    await page.getByLabel('Title').press('Enter');
    const note = page.getByRole('alert');
    await note.getByText('Order of Ada Lovelace').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Order 1843, by Ada');
    await photograph(page, 'conversation-conflict');
    await note.getByRole('button', { name: 'Save mine' }).click();
    await page.getByRole('heading', { level: 1, name: 'Order 1843, by Ada' }).waitFor();
    await press('Edit the metadata');
    await page.getByLabel('Metadata as JSON').fill('{ "order": 1844 }');
    await t.client.messages.send(id, { content: 'Still waiting.' });
    await t.client.conversations.update(id, { tags: ['late'] });
    await press('Save');
    await page.getByRole('region', { name: 'Metadata' }).locator('dd', { hasText: '1844' }).waitFor();
    expect(await t.client.conversations.retrieve(id)).toMatchObject({
      title: 'Order 1843, by Ada',
      tags: ['late'],
      metadata: { order: 1844 },
    });
  });

  it('the filtered list is exported in both formats', async () => {
    const { page } = t.browser;
    await at('/conversations?user=ada');
    await text('1 conversation');
    const save = async (name: RegExp) => {
      await press('Actions for the list');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name }).click(),
      ]);
      const parts = await download.createReadStream();
      return { name: download.suggestedFilename(), content: await streamText(parts) };
    };
    const lines = await save(/JSON Lines/);
    expect(lines.name).toBe('conversations.jsonl');
    const [line = '', ...more] = lines.content.trimEnd().split('\n');
    expect(more).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({ _id: id, title: 'Order 1843, by Ada', messages: { length: 6 } });
    const csv = await save(/CSV/);
    expect(csv.name).toBe('conversations.csv');
    expect(csv.content.trimEnd().split('\r\n')).toHaveLength(7);
  });

  it('a conversation is closed, reopened and deleted; then all of one user are deleted', async () => {
    const { page } = t.browser;
    await at(`/conversations/${id}`);
    const choose = async (name: string | RegExp) => {
      await press('Actions for the conversation');
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await press('Close');
    await text('This conversation is closed. It accepts no messages.');
    await expect(t.client.messages.send(id, { content: 'Hello?' })).rejects.toMatchObject({
      code: 'conversation_closed',
    });
    await press('Reopen');
    await text('The agent replies here.');
    await choose('Delete…');
    await page.getByRole('button', { name: 'Delete conversation' }).click();
    await text('Conversation deleted with 6 messages.');
    await expect(t.client.conversations.retrieve(id)).rejects.toMatchObject({ status: 404 });

    const one = (await say('First', 'grace')).conversation._id;
    await say('Second', 'grace');
    await at(`/conversations/${one}`);
    await choose('Delete all for this user…');
    await text('All 2 conversations of grace in this workspace');
    await page.getByRole('button', { name: 'Delete all of them' }).click();
    await text('Deleted 2 conversations with 4 messages.');
    expect((await t.client.conversations.list({ userId: 'grace' })).items).toEqual([]);
  });

  it('a viewer can read, and is told why there are no actions', async () => {
    const { page, context } = t.browser;
    const { conversation, reply } = await say('Who may answer?', 'ada');
    await t.client.messages.rate(reply?._id ?? '', { rating: 'positive' });
    const { url } = await t.client.workspaces.invitations.create(workspaceId, {
      email: 'viewer@example.com',
      role: 'viewer',
    });
    const [, token = ''] = url?.split('#token=') ?? [];
    await sessionClient(t.server.url).invitations.accept({ token, name: 'Vera', password });
    await context.clearCookies();
    await signInAt(t.browser, t.server.url, 'viewer@example.com');
    await at(`/conversations/${conversation._id}`);
    await text('Your role here can read conversations but not take part in them.');
    await text('Rated good');
    for (const name of ['Take over', 'Edit the title', 'Edit the metadata', 'Bad reply']) {
      expect(await page.getByRole('button', { name }).count(), name).toBe(0);
    }
    await press('Actions for the conversation');
    const deletion = page.getByRole('menuitem', { name: 'Delete (owners and admins)' });
    expect(await deletion.isDisabled()).toBe(true);
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

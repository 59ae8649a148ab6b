import { afterAll, describe, expect, it } from 'vitest';
import { type FakeProvider, refuses, startFakeProvider } from '../../../server/testing/servers/fake-provider.ts';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { inDatabase } from '../setup/sqlite.ts';

const long = 'Where is the parcel that you sent to the second floor of the house beside the old harbour, please?';

describe.skipIf(chromiumPath === undefined)('the inbox', () => {
  let provider: FakeProvider;
  /** A conversation that was taken over, and waits. */
  let waiting = '';
  afterAll(() => provider?.close());
  const t = dashboard(desk, {
    environment: async () => {
      provider = await startFakeProvider();
      return provider.environment;
    },
    prepare: async ({ client }) => {
      provider.play('broken', refuses(429));
      const echo = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
      const broken = (await client.agents.create({ name: 'Night watch', model: 'fake/broken' }))._id;
      const { conversation, reply } = await client.agents.chat(echo, { message: long, userId: 'ada' });
      await client.messages.rate(reply?._id ?? '', { rating: 'negative' });
      await client.agents.chat(broken, { message: 'Is it on?' }).catch(() => undefined);
      await client.agents.chat(echo, { message: 'A **bold** question', userId: 'ben' });
      waiting = conversation._id;
      await client.conversations.takeOver(waiting);
      await client.messages.send(waiting, { content: 'Are you there?' });
    },
  });
  const at = (path: string) => t.browser.page.goto(t.server.url + path);
  const viewButton = (name: string) => t.browser.page.getByRole('button', { name: `View: ${name}` });
  const views = () => t.browser.page.getByRole('navigation', { name: 'Views' });
  const choose = async (name: string) => {
    await t.browser.page.getByRole('button', { name: /^View:/ }).click();
    await views().getByRole('link', { name }).click();
  };
  const listed = () => t.browser.page.getByRole('list', { name: 'Conversations' });
  const rows = () => t.browser.page.locator('a[data-row]');

  it('views are in the address, with counts; rows show the latest message and what waits or failed', async () => {
    const { page } = t.browser;
    await at('/conversations');
    await page.getByText('Agent: A bold question').waitFor();
    await viewButton('All').waitFor();
    expect(await rows().count()).toBe(3);
    await expect.poll(() => page.title()).toBe('(1) Conversations · Parley');
    await checkPage(page, 'inbox');
    await viewButton('All').click();
    await views().getByRole('link', { name: 'Failed replies 1' }).waitFor();
    await views().getByRole('link', { name: 'All 3' }).and(page.locator('[aria-current=page]')).waitFor();
    await checkPage(page, 'inbox-views');
    await page.keyboard.press('Escape');
    await choose('Waiting');
    await page.waitForURL(/view=waiting/);
    await page.getByText('1 conversation').waitFor();
    await viewButton('Waiting').waitFor();
    await page.getByText('Waits for you').waitFor();
    await page.getByText('Are you there?').waitFor();
    await choose('Mine');
    await page.waitForURL(/view=mine/);
    await listed().getByText('With You').waitFor();
    expect(await rows().count()).toBe(1);
    await choose('Failed');
    await page.waitForURL(/view=failed/);
    await page.getByRole('link', { name: 'Is it on?' }).waitFor();
    await listed().getByText('Failed', { exact: true }).waitFor();
    expect(await rows().count()).toBe(1);
    await choose('Bad feedback');
    await page.waitForURL(/view=negative/);
    await page.getByText('Are you there?').waitFor();
    expect(await rows().count()).toBe(1);
    await page.reload();
    await page.getByText('Are you there?').waitFor();
    await viewButton('Bad feedback').waitFor();
  });

  it('a view without conversations says when one is there', async () => {
    const { page } = t.browser;
    await t.client.messages.send(waiting, { role: 'human', content: 'Yes, I am.' });
    await at('/conversations?view=waiting');
    await page.getByText('No conversations wait').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('You: Yes, I am.').waitFor();
    expect(await page.getByText('Waits for you').count()).toBe(0);
  });

  it('the page of a conversation lists its messages once', async () => {
    const { page } = t.browser;
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith(`/api/conversations/${waiting}`)) asked.push(pathname.slice(pathname.lastIndexOf('/')));
    });
    await at(`/conversations/${waiting}`);
    await page.getByRole('article').getByText('Yes, I am.').waitFor();
    await expect.poll(() => asked.includes('/events')).toBe(true);
    // Messages from the feed arrive after its first event.
    await t.client.messages.send(waiting, { content: 'Thank you!' });
    await page.getByRole('article').getByText('Thank you!').waitFor();
    expect(asked.filter((path) => path === '/messages')).toHaveLength(1);
  });

  it('a takeover reads as a handover, and the focus stays where the user acts', async () => {
    const { page } = t.browser;
    const focused = (name: string, role: 'button' | 'textbox') =>
      page.getByRole(role, { name }).and(page.locator(':focus')).waitFor();
    await page.getByText('You took over. The agent does not reply.').waitFor();
    await checkPage(page, 'inbox-taken-over');
    await page.getByRole('button', { name: 'Give back to the agent' }).focus();
    await page.keyboard.press('Enter');
    await focused('Let it answer', 'button');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('The agent replies here.').waitFor();
    await focused('Take over', 'button');
    await page.keyboard.press('Enter');
    await focused('Your reply', 'textbox');
    await page.keyboard.type('Back again');
    expect(await page.getByLabel('Your reply').inputValue()).toBe('Back again');
  });

  it('on wide screens the list stays beside the conversation; keys move through both', async () => {
    const { page } = t.browser;
    const list = page.getByRole('region', { name: 'List of conversations' });
    const row = (name: RegExp) => list.getByRole('link', { name });
    await at(`/conversations/${waiting}`);
    await row(/^Where is the parcel/)
      .and(page.locator('[aria-current=page]'))
      .waitFor();
    await page.getByRole('button', { name: 'Give back to the agent' }).waitFor();
    await checkPage(page, 'inbox-split');
    await page.getByLabel('Your reply').focus();
    await page.keyboard.press('Escape');
    await row(/^Where is the parcel/)
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'A **bold** question' }).waitFor();
    await row(/bold/).and(page.locator('[aria-current=page]:focus')).waitFor();
    await choose('Failed');
    await row(/^Where is the parcel/).waitFor({ state: 'detached' });
    await row(/^Is it on/).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.setViewportSize({ width: 1200, height: 900 });
    await list.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Back to conversations' }).click();
    await page.waitForURL(/view=failed/);
    await page.setViewportSize({ width: desk.width, height: desk.height });
  });

  it('what a user sent beside text is a row with its name and size, and has an icon in the list', async () => {
    const { page } = t.browser;
    const content = 'Which of these?\n[Photo, not seen: 120 kB]\n[File, not read: receipt.pdf, 81 kB]';
    const { message } = await t.client.messages.send(waiting, { content });
    const nothing = { name: null, contentType: null, size: null, duration: null, text: null };
    const attachments = [
      { ...nothing, kind: 'image', size: 120_000 },
      { ...nothing, kind: 'file', name: 'receipt.pdf', contentType: 'application/pdf', size: 81_200 },
    ];
    inDatabase(t.server.folder, (db) =>
      db.prepare('update messages set attachments = ? where id = ?').run(JSON.stringify(attachments), message._id),
    );
    await at(`/conversations/${waiting}`);
    const rows = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
    await page.getByText('Which of these?', { exact: true }).waitFor();
    expect(await rows.allInnerTexts()).toEqual(['Photo 120 kB', expect.stringMatching(/receipt\.pdf 81 kB$/)]);
    expect(await page.getByText('not seen').count()).toBe(0);
    await checkPage(page, 'attachments');
    await at('/conversations');
    const preview = page.getByText('Which of these? Photo: 120 kB File: receipt.pdf, 81 kB');
    await preview.waitFor();
    expect(await preview.locator('svg').count()).toBe(1);
  });

  it('throws nothing, and violates no policy', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

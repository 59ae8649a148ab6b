import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { conducted, says, startFakeProvider } from '../../../server/testing/servers/fake-provider.ts';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, holdBack, photograph, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { sessionClient } from '../setup/server.ts';
import { password, signInAt } from '../setup/signed-in.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

describe.skipIf(chromiumPath === undefined).each(screens)('the playground, $name', (screen) => {
  const isWide = screen.width >= 1200;
  const t = dashboard(screen, {
    environment: async () => ({ ...provider.environment, PARLEY_DEFAULT_MODEL: 'fake/by-default' }),
  });

  const check = (name: string) => checkPage(t.browser.page, name);
  const nameOf = (model: string) => `${screen.name}-${model}`;
  const askedOf = (model: string) => provider.asked.filter((asked) => asked.model === nameOf(model));
  const agentWith = (model: string) =>
    t.client.agents.create({ name: 'Engine guide', model: `fake/${nameOf(model)}`, systemPrompt: 'Be brief.' });
  const openAgent = async (id: string) => {
    await t.browser.page.goto(`${t.server.url}/agents/${id}`);
    await t.browser.page.getByText('All changes saved').waitFor();
  };
  const place = () => t.browser.page.getByRole(isWide ? 'complementary' : 'dialog', { name: 'Playground' });
  /** It is beside the form on wide screens, and over it on narrow ones. */
  const openPlayground = async () => {
    if (!isWide) await t.browser.page.getByRole('button', { name: 'Playground', exact: true }).click();
    await place().getByRole('heading', { name: 'Playground' }).waitFor();
  };
  const closePlayground = () => place().getByRole('button', { name: 'Close playground' }).click();
  const say = async (text: string) => {
    await place().getByLabel('Message to Engine guide').fill(text);
    await t.browser.page.keyboard.press('Enter');
  };
  const text = (words: string | RegExp) => place().getByText(words).last().waitFor();

  it('replies with an unsaved prompt and does not change the agent', async () => {
    const { page } = t.browser;
    const answer = ['## Setting it up\n\n', 'Turn the **left** wheel:\n\n', '1. to zero\n2. to one\n\n', '`2 + 2 = 4`'];
    provider.play(nameOf('guide'), says(...answer), says('Now as saved.'));
    const agent = await agentWith('guide');
    await openAgent(agent._id);
    await openPlayground();
    await text('Replies with the saved settings');
    await check('playground-empty');
    if (!isWide) await closePlayground();
    await page.getByLabel('System prompt').fill('Be kind, and use lists.');
    if (!isWide) await openPlayground();
    await text('Trying unsaved changes: system prompt');
    await say('How do I set it up?');
    await place().getByText('left', { exact: true }).and(page.locator('strong')).waitFor();
    await place().getByLabel('11 tokens in, 7 out').waitFor();
    await place()
      .getByLabel(/^First token after .*, complete after/)
      .waitFor();
    await check('playground-tried');
    expect(askedOf('guide').at(-1)?.messages).toEqual([
      { role: 'system', content: 'Be kind, and use lists.' },
      { role: 'user', content: 'How do I set it up?' },
    ]);
    expect((await t.client.agents.retrieve(agent._id)).systemPrompt).toBe('Be brief.');
    const [conversation] = (await t.client.conversations.listOfAgent(agent._id)).items;
    expect(conversation).toMatchObject({ playground: true, metadata: {}, messageCount: 2 });

    if (!isWide) await closePlayground();
    await page.getByRole('button', { name: 'Discard' }).click();
    if (!isWide) await openPlayground();
    await text('Replies with the saved settings');
    await say('And now?');
    await text('Now as saved.');
    expect(askedOf('guide').at(-1)?.messages).toMatchObject([{ role: 'system', content: 'Be brief.' }, {}, {}, {}]);
    await place().getByRole('link', { name: 'Open in Conversations' }).click();
    await page.waitForURL(new RegExp(`/conversations/${conversation?._id}`));
    await page.getByText('Now as saved.').first().waitFor();
  });

  it('shows its placeholder while its code loads', async ({ skip }) => {
    skip(isWide, 'it opens over the form on narrow screens only');
    const { page } = t.browser;
    const { _id } = await agentWith('late');
    const letThrough = await holdBack(page, '**/assets/playground-drawer-*.js');
    await openAgent(_id);
    await page.getByRole('button', { name: 'Playground', exact: true }).click();
    const waiting = page.getByRole('region', { name: 'Playground' });
    const place = await waiting.boundingBox();
    await check('playground-waiting');
    letThrough();
    const drawer = page.getByRole('dialog', { name: 'Playground' });
    await drawer.getByText('Talk to Engine guide').waitFor();
    expect(await waiting.count()).toBe(0);
    expect(await drawer.boundingBox()).toEqual(place);
    await page.unrouteAll({ behavior: 'wait' });
    await closePlayground();
  });

  it('can be stopped, retried and started over', async () => {
    const answer = conducted();
    provider.play(nameOf('slow'), answer.play, says('Here it is.'));
    const agent = await agentWith('slow');
    await openAgent(agent._id);
    await openPlayground();
    await say('Tell me everything.');
    await answer.begun;
    answer.say('It all began in');
    await text('It all began in');
    await place().getByRole('button', { name: 'Stop the reply' }).click();
    await text('Stopped before it was finished.');
    await check('playground-stopped');
    await place().getByRole('button', { name: 'Try again' }).click();
    await text('Here it is.');
    await place().getByRole('button', { name: 'Start over' }).click();
    await text('Talk to Engine guide');
    await say('Once more.');
    await text('Here it is.');
    expect(askedOf('slow').at(-1)?.messages.at(-1)).toEqual({ role: 'user', content: 'Once more.' });
    expect(askedOf('slow').at(-1)?.messages).toHaveLength(2);
    expect((await t.client.conversations.listOfAgent(agent._id)).items).toHaveLength(2);
  });

  it('shows how a reply ended whose stream died with the server', async () => {
    const answer = conducted();
    provider.play(nameOf('killed'), answer.play);
    const agent = await agentWith('killed');
    await openAgent(agent._id);
    await openPlayground();
    await say('Tell me everything.');
    await answer.begun;
    answer.say('It all began in');
    await text('It all began in');
    await t.server.kill();
    await text('The connection was lost while this reply was being written.');
    await place().locator('[aria-busy="true"]').waitFor({ state: 'detached' });
    await photograph(t.browser.page, 'playground-lost');
    await t.server.restart();
    await text('The server stopped while this reply was being written.');
    expect(await place().getByText('The connection was lost').count()).toBe(0);
    await place().getByRole('button', { name: 'Try again' }).waitFor();
  });

  it('stops a reply as soon as it starts, if stopped before', async () => {
    const { page } = t.browser;
    const answer = conducted();
    provider.play(nameOf('unheard'), answer.play);
    const agent = await agentWith('unheard');
    await openAgent(agent._id);
    await openPlayground();
    const letThrough = await holdBack(page, '**/chat');
    await say('Never mind.');
    await place().getByRole('button', { name: 'Stop the reply' }).click();
    letThrough();
    await text('Stopped before it was finished.');
    await page.unroute('**/chat');
    // The request to the model, if there was one, is aborted.
    await askedOf('unheard').at(-1)?.closed;
    const [conversation] = (await t.client.conversations.listOfAgent(agent._id)).items;
    expect(conversation).toMatchObject({ turn: null, messageCount: 2 });
  });

  it('keeps its layout while it loads', async ({ skip }) => {
    skip(!isWide, 'it comes as a whole there');
    const { page } = t.browser;
    const agent = await agentWith('waited-for');
    const letThrough = await holdBack(page, /assets\/playground-.*\.js/);
    await openAgent(agent._id);
    const skeleton = place().locator('[aria-busy] > div');
    await skeleton.last().waitFor();
    await photograph(page, 'playground-waiting');
    const before = [await skeleton.first().boundingBox(), await skeleton.last().boundingBox()];
    letThrough();
    await place().getByRole('heading', { name: 'Playground' }).waitFor();
    const footer = place().locator('form').locator('..');
    expect([await place().locator('header').boundingBox(), await footer.boundingBox()]).toEqual(before);
    await page.unroute(/assets\/playground-.*\.js/);
  });

  it('deletes drafts on sign-out', async ({ skip }) => {
    skip(!isWide, 'the same on every screen');
    const { page } = t.browser;
    const agent = await agentWith('left');
    await openAgent(agent._id);
    await openPlayground();
    const message = place().getByLabel('Message to Engine guide');
    await message.fill('For my eyes only');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.goBack();
    await openPlayground();
    expect(await message.inputValue()).toBe('For my eyes only');
    await page.getByRole('button', { name: /account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.goBack();
    await page.goBack();
    await openPlayground();
    expect(await message.inputValue()).toBe('');
  });

  it('explains a model without a key, and an unknown one', { tags: 'nightly' }, async () => {
    const { page } = t.browser;
    const agent = await agentWith('chosen');
    await openAgent(agent._id);
    const model = page.getByRole('combobox', { name: 'Model' });
    await model.click();
    await page.getByRole('option', { name: /builtin\/echo/ }).waitFor();
    await page
      .getByRole('option', { name: /openai\/.*It has no API key \(OPENAI_API_KEY\)\./ })
      .first()
      .waitFor();
    await check('model-choices');
    await model.fill('openai/of-my-own');
    await page.keyboard.press('Escape');
    await page.getByText('It can’t reply yet. It has no API key (OPENAI_API_KEY).').waitFor();
    await openPlayground();
    await text('Trying unsaved changes: model');
    await say('Hello?');
    await text(/openai\/of-my-own did not complete its reply: its provider has no API key \(OPENAI_API_KEY\)/);
    await text('Or choose another model.');
    await check('playground-no-key');
    if (!isWide) await closePlayground();
    await model.fill('builtin/ecko');
    if (!isWide) await openPlayground();
    await say('Hello again?');
    await text('Unknown model builtin/ecko. Did you mean builtin/echo?');
    expect(await place().getByLabel('Message to Engine guide').inputValue()).toBe('Hello again?');
    await check('playground-no-model');
    if (!isWide) await closePlayground();
    await model.fill('builtin/echo');
    if (!isWide) await openPlayground();
    await place().getByLabel('Message to Engine guide').press('Enter');
    await place().getByRole('article', { name: 'Message from Engine guide' }).getByText('Hello again?').waitFor();
  });

  it('starts a new agent with the operator’s default model', async () => {
    await t.browser.page.goto(`${t.server.url}/agents/new`);
    const model = t.browser.page.getByRole('combobox', { name: 'Model' });
    expect(await model.inputValue()).toBe('fake/by-default');
    await t.browser.page.getByRole('button', { name: /Customer support/ }).click();
    expect(await model.inputValue()).toBe('fake/by-default');
    await t.browser.page.getByRole('button', { name: /Blank/ }).click();
  });

  it('says that an inactive agent does not reply', async () => {
    const agent = await agentWith('inactive');
    await t.client.agents.update(agent._id, { status: 'inactive' });
    await openAgent(agent._id);
    await openPlayground();
    await text('It is inactive and does not reply.');
    expect(await place().getByLabel('Message to Engine guide').isDisabled()).toBe(true);
  });

  it('can be collapsed, and stays collapsed', async ({ skip }) => {
    skip(!isWide, 'it is over the form there');
    const agent = await agentWith('folded');
    await openAgent(agent._id);
    await openPlayground();
    await closePlayground();
    await place().waitFor({ state: 'detached' });
    await t.browser.page.reload();
    await t.browser.page.getByText('All changes saved').waitFor();
    expect(await place().count()).toBe(0);
    await check('playground-folded');
    await t.browser.page.getByRole('button', { name: 'Playground' }).click();
    await openPlayground();
  });

  it('is counted apart on Home; everything else per day, of any period and agent', { tags: 'nightly' }, async () => {
    const { page } = t.browser;
    const [conversation] = (await t.client.conversations.list({ sort: 'createdAt', limit: 1 })).items;
    const agent = await t.client.agents.create({ name: 'Counted guide', model: 'builtin/echo' });
    for (const userId of ['user_1', 'user_2']) {
      const { reply } = await t.client.agents.chat(agent._id, { content: 'Hello', userId });
      await t.client.messages.rate(reply?._id ?? '', { rating: 'positive' });
    }
    await page.goto(t.server.url);
    await page.getByText(/^Counted apart: \d+ conversations in the playground/).waitFor();
    const talking = page.getByRole('region', { name: 'Now talking' });
    await talking.getByText('2 in the last 5 minutes').waitFor();
    expect(await talking.getByRole('listitem').count()).toBe(2);
    const talk = page.getByRole('region', { name: 'Conversations' });
    const { total } = await t.client.conversations.statistics({ workspaceId: conversation?.workspace ?? '' });
    expect(await sumsOf(talk)).toEqual([total.conversations]);
    const feedback = page.getByRole('region', { name: 'Feedback' });
    expect(await sumsOf(feedback)).toEqual([2, 0]);
    expect(await page.getByRole('region', { name: 'Figures' }).innerText()).toMatch(/Users\s+2/);
    const drawing = talk.locator('svg');
    await drawing.hover();
    const pointed = talk.locator('[aria-hidden=true] div', { hasText: /^[A-Z][a-z]{2} \d+$/ });
    await pointed.waitFor();
    expect(await feedback.innerText()).toMatch(/Good replies\s+2/);
    await feedback.scrollIntoViewIfNeeded();
    await check('home-charts');
    await talk.getByText('Conversations').first().hover();
    await pointed.waitFor({ state: 'detached' });
    const { x = 0, width = 0 } = (await drawing.boundingBox()) ?? {};
    await drawing.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: x + width / 2 });
    await pointed.waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await pointed.waitFor({ state: 'detached' });
    await page.evaluate(() => scrollTo(0, 0));
    await check('home-steps');
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('7 days').click();
    await page.waitForURL(/[?&]days=7/);
    await page.getByText('The last 7 days, per day in UTC.').waitFor();
    await page.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: 'Counted guide' }).first().click();
    await page.waitForURL(/[?&]agent=agent_/);
  });

  it('leads from Home to what needs a person', { tags: 'nightly' }, async () => {
    const { page } = t.browser;
    const [conversation] = (await t.client.conversations.list({ sort: 'createdAt', limit: 1 })).items;
    if (conversation === undefined) throw new Error('there is no conversation');
    await t.client.conversations.takeOver(conversation._id);
    const file = new File(['%PDF-1.7 nothing else'], 'broken.pdf', { type: 'application/pdf' });
    const { _id } = await t.client.knowledgeSources.upload({ workspaceId: conversation.workspace, file });
    await expect.poll(async () => (await t.client.knowledgeSources.retrieve(_id)).status).toBe('failed');
    await page.goto(t.server.url);
    const work = page.getByRole('list', { name: 'Needs attention' });
    const source = work.getByRole('link', { name: 'Fix: broken.pdf' });
    await source.waitFor();
    await work.getByText('Waits for you').waitFor();
    await work.getByRole('link', { name: /^Reply: / }).click();
    await page.waitForURL(new RegExp(`/conversations/${conversation._id}`));
    await page.goBack();
    await source.click();
    await page.waitForURL(new RegExp(`/knowledge/${_id}`));
    await page.getByRole('heading', { level: 1, name: 'broken.pdf' }).waitFor();
  });

  it('tells viewers why they can’t send messages', async () => {
    const agent = await agentWith('viewed');
    const [{ _id: workspaceId } = { _id: '' }] = (await t.client.workspaces.list()).items;
    const { url } = await t.client.workspaces.invitations.create(workspaceId, {
      email: 'vera@example.com',
      role: 'viewer',
    });
    const [, token = ''] = url?.split('#token=') ?? [];
    await sessionClient(t.server.url).invitations.accept({ token, name: 'Vera', password });
    await t.browser.context.clearCookies();
    await signInAt(t.browser, t.server.url, 'vera@example.com');
    await t.browser.page.goto(`${t.server.url}/agents/${agent._id}`);
    await t.browser.page.getByText('Your role here can view agents, not change them.').waitFor();
    await openPlayground();
    await text('Your role can’t send messages here');
    expect(await place().getByRole('textbox').count()).toBe(0);
    await check('playground-viewer');
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

/** The sums of the columns of a chart's table. */
async function sumsOf(chart: Locator): Promise<number[]> {
  await chart.getByRole('row').last().waitFor();
  const rows = await chart
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent))));
  return rows.reduce((sums, row) => sums.map((sum, index) => sum + (row[index] ?? 0)));
}

// @module-tag nightly

import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  conducted,
  type FakeProvider,
  says,
  startFakeProvider,
} from '../../../server/testing/servers/fake-provider.ts';
import { chromiumPath, desk, openBrowser, photograph } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { signInAt } from '../setup/signed-in.ts';

/** Text that tries to run scripts or send requests in the reader's browser. */
const attacks = [
  '<script>window.ran = 1</script>',
  '<img src=x onerror="window.ran = 2">',
  '<svg onload="window.ran = 3"><script>window.ran = 4</script></svg>',
  '<style>body { display: none } @import "https://attacker.example/style.css";</style>',
  '<iframe srcdoc="<script>parent.ran = 5</script>"></iframe><object data="https://attacker.example/o"></object>',
  '<a href="javascript:window.ran = 6" onclick="window.ran = 7">press here</a>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.ran=8&gt;">',
  '<form action="https://attacker.example/f"><input name=q autofocus onfocus="window.ran = 9"><button>go</button></form>',
  '<base href="https://attacker.example/"><link rel=stylesheet href="https://attacker.example/l.css">',
  '<meta http-equiv="refresh" content="0; url=https://attacker.example/m">',
  '<b style="background: url(https://attacker.example/b.png)" id="root">bold</b>',
  '[press](javascript:window.ran=10) [tab](  javascript:window.ran=11) [case](JaVaScRiPt:window.ran=12)',
  '[entity](&#106;avascript:window.ran=13) [data](data:text/html,<script>window.ran=14</script>) [vb](vbscript:x)',
  '![pixel](https://attacker.example/pixel.png) ![x](x"onerror="window.ran=15) ![data](data:image/png;base64,AAAA)',
  '[![picture](https://attacker.example/in-link.png)](https://attacker.example/page)',
  '<https://attacker.example/auto> <javascript:window.ran=16> [relative](/api/session) [r][ref]\n\n[ref]: javascript:window.ran=17',
  '```html\n<script>window.ran = 18</script>\n```\n\n`<img src=x onerror=window.ran=19>`',
  '| a |\n|---|\n| <img src=x onerror=window.ran=20> |\n\n# <svg/onload=window.ran=21>\n\n> <video src="https://attacker.example/v"></video>',
];

describe.skipIf(chromiumPath === undefined)('live conversations', () => {
  let provider: FakeProvider;
  let agentId = '';
  let echoId = '';
  afterAll(() => provider?.close());
  const t = dashboard(desk, {
    environment: async () => {
      provider = await startFakeProvider();
      // The messages of a person count for the plan's requests.
      return { ...provider.environment, PARLEY_PLAN_LIMITS: 'free=1000' };
    },
    prepare: async ({ client }) => {
      agentId = (await client.agents.create({ name: 'Slow', model: 'fake/slow' }))._id;
      echoId = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    },
  });
  // The list beside the conversation reads its state and last message, a moment later.
  const notInList = ':not([aria-label="List of conversations"] *)';
  const at = (path: string) => t.browser.page.goto(t.server.url + path);
  const text = (words: string | RegExp) => t.browser.page.getByText(words).first().waitFor();
  const press = (name: string | RegExp) => t.browser.page.getByRole('button', { name }).first().click();
  const answer = () => t.browser.page.getByRole('article', { name: 'Message from Slow' }).last();

  it('a reply that another client requested streams on the page', async () => {
    const { page } = t.browser;
    const first = conducted();
    provider.play('slow', first.play);
    const { _id: id } = await t.client.conversations.create(agentId, { userId: 'ada' });
    await at(`/conversations/${id}`);
    await text('No messages yet.');
    const exchange = t.client.messages.send(id, { content: 'Take your time.' });
    await first.begun;
    await text('Take your time.');
    await text('Thinking');
    first.say('One word');
    await answer().getByText('One word').waitFor();
    first.say(' and **another**');
    await answer().locator('strong', { hasText: 'another' }).waitFor();
    await page.getByRole('main').getByText('Answering', { exact: true }).and(page.locator(notInList)).waitFor();
    await photograph(page, 'conversation-answering');
    first.end();
    await answer().getByLabel('11 tokens in, 7 out').waitFor();
    await text('The agent replies here.');
    expect((await exchange).reply?.content).toBe('One word and **another**');
  });

  it('a reply continues after a lost connection', async () => {
    const { page } = t.browser;
    const slow = conducted();
    provider.play('slow', slow.play);
    const { _id: id } = await t.client.conversations.create(agentId, {});
    const exchange = t.client.messages.send(id, { content: 'Go on and on.' });
    await slow.begun;
    slow.say('Before the loss');
    let losses = 0;
    // More losses than the client recovers from by itself.
    await page.route('**/events', (route) => {
      losses += 1;
      return losses <= 3 ? route.abort('connectionfailed') : route.continue();
    });
    await at(`/conversations/${id}`);
    await expect.poll(() => losses, { timeout: 15_000 }).toBeGreaterThan(3);
    slow.say(', and after it');
    await answer().getByText('Before the loss, and after it').waitFor();
    await page.unroute('**/events');
    slow.end();
    await answer().getByLabel('11 tokens in, 7 out').waitFor();
    expect((await exchange).reply?.content).toBe('Before the loss, and after it');
  });

  it('a stopped reply keeps its text and can be retried', async () => {
    const { page } = t.browser;
    const slow = conducted();
    provider.play('slow', slow.play, says('A whole', ' answer.'));
    const { _id: id } = await t.client.conversations.create(agentId, {});
    void t.client.messages.send(id, { content: 'Begin.' }).catch(() => undefined);
    await slow.begun;
    slow.say('Half an answer');
    await at(`/conversations/${id}`);
    await answer().getByText('Half an answer').waitFor();
    await press('Stop the reply');
    await answer().getByText('Stopped before it was finished.').waitFor();
    await photograph(page, 'conversation-stopped');
    await press('Try again');
    await answer().getByText('A whole answer.').waitFor();
    await answer().getByLabel('11 tokens in, 7 out').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    const { items } = await t.client.messages.list(id);
    expect(items.map(({ status, content }) => [status, content])).toEqual([
      ['complete', 'A whole answer.'],
      ['cancelled', 'Half an answer'],
      ['complete', 'Begin.'],
    ]);
  });

  it('a second browser shows everything that happens, without asking again', async () => {
    const { page } = t.browser;
    const slow = conducted();
    provider.play('slow', slow.play);
    const { _id: id } = await t.client.conversations.create(agentId, { userId: 'ada' });
    const other = await openBrowser(t.server.url, desk);
    onTestFinished(other.close);
    await signInAt(other, t.server.url);
    const asked: string[] = [];
    other.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const timesAsked = (path: string) => asked.filter((each) => each === `/api/conversations/${id}${path}`).length;
    const shown = other.page.getByRole('main');
    const seen = (words: string) =>
      shown.getByText(words, { exact: true }).and(other.page.locator(notInList)).waitFor();
    for (const each of [page, other.page]) {
      await each.goto(`${t.server.url}/conversations/${id}`);
      await each.getByText('No messages yet.').waitFor();
    }

    const exchange = t.client.messages.send(id, { content: 'Is it on?' });
    await slow.begun;
    slow.say('It is');
    await seen('It is');
    await seen('The agent is replying.');
    slow.say(' on.');
    await seen('It is on.');
    slow.end();
    await exchange;
    await seen('The agent replies here.');
    await press('Good reply');
    await other.page.getByRole('button', { name: 'Good reply', pressed: true }).waitFor();

    await press('Take over');
    await seen('You took over. The agent does not reply.');
    await page.getByLabel('Your reply').fill('I am Ada.');
    await page.getByLabel('Your reply').press('Enter');
    for (const each of [page, other.page]) {
      await each.getByRole('article', { name: 'Message from You' }).getByText('I am Ada.').waitFor();
    }
    await seen('You took over');
    await press('Give back to the agent');
    await seen('The agent replies here.');

    await press('Edit the title');
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('About the switch');
    await page.getByRole('textbox', { name: 'Title', exact: true }).press('Enter');
    await shown.getByRole('heading', { name: 'About the switch' }).waitFor();
    await t.client.conversations.update(id, { tags: ['hardware'] });
    await seen('hardware');
    await photograph(other.page, 'conversation-followed');
    expect(await shown.getByText('in a moment').count()).toBe(0);

    for (const each of [page, other.page]) expect(await each.getByRole('article').count()).toBe(3);
    expect(timesAsked('')).toBe(1);
    expect(timesAsked('/events')).toBe(1);
    // Once at first, and once more after the feed has opened.
    expect(timesAsked('/messages')).toBeLessThanOrEqual(2);
    await t.client.conversations.delete(id);
    await seen('This conversation was deleted, with all its messages.');
    await text('This conversation was deleted, with all its messages.');
    expect(other.troubles).toEqual([]);
  });

  it('a failed reply says why', async () => {
    provider.play('slow', (response) => void response.writeHead(401).end('{}'));
    const { _id: id } = await t.client.conversations.create(agentId, {});
    await at(`/conversations/${id}`);
    await t.client.messages.send(id, { content: 'Anybody?' }).catch(() => undefined);
    await answer()
      .getByText(/fake\/slow/)
      .first()
      .waitFor();
    await answer().getByRole('button', { name: 'Try again' }).waitFor();
  });

  it('older messages load on scrolling up, and the visible ones keep their position', async () => {
    const { page } = t.browser;
    const { _id: id } = await t.client.conversations.create(echoId, {});
    for (let index = 1; index <= 50; index += 1) await t.client.messages.send(id, { content: `Line ${index}` });
    await at(`/conversations/${id}`);
    await page.getByRole('article').last().getByText('Line 50').waitFor();
    const box = page.getByRole('region', { name: 'Messages' });
    const place = () => box.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
    expect(await page.getByRole('article').count()).toBe(40);
    expect(await place()).toBeLessThan(2);
    const watched = page.getByRole('article').first();
    expect(await watched.innerText()).toContain('Line 31');
    await box.evaluate((element) => element.scrollTo({ top: 300 }));
    await page.getByRole('button', { name: 'Jump to latest' }).waitFor();
    const before = await box.evaluate((element) => element.scrollHeight - element.scrollTop);
    await box.evaluate((element) => element.scrollTo({ top: 120 }));
    await page.getByRole('article').nth(79).waitFor();
    const after = await box.evaluate((element) => element.scrollHeight - element.scrollTop);
    expect(Math.abs(after - before - 180)).toBeLessThan(3);
    await t.client.messages.send(id, { content: 'Something new' });
    await page.getByRole('article').last().getByText('Something new').waitFor();
    expect(await place()).toBeGreaterThan(500);
    await press('Jump to latest');
    await expect.poll(place).toBeLessThan(2);
    await t.client.messages.send(id, { content: 'Something newer' });
    await page.getByRole('article').last().getByText('Something newer').waitFor();
    await expect.poll(place).toBeLessThan(2);
  });

  it('messages run no scripts, send no requests, and link only to the web', async () => {
    const { page } = t.browser;
    const { _id: id } = await t.client.conversations.create(echoId, { userId: '<img src=x onerror=window.ran=30>' });
    for (const content of attacks) await t.client.messages.send(id, { content });
    await t.client.conversations.takeOver(id);
    await t.client.messages.send(id, { content: attacks.join('\n\n'), role: 'human' });
    await t.client.conversations.update(id, {
      title: '<script>window.ran = 31</script>',
      tags: ['<b onclick="window.ran=32">tag</b>'],
      metadata: { '<svg onload=window.ran=33>': '<img src=x onerror=window.ran=34>' },
    });
    await at(`/conversations/${id}`);
    await page.getByRole('article', { name: 'Message from You' }).waitFor();
    const shown = page.getByRole('region', { name: 'Messages' });
    // Shown as plain text, in the question and in the reply.
    expect(await shown.getByText(attacks[0] ?? '', { exact: true }).count()).toBeGreaterThanOrEqual(2);
    const found = await shown.evaluate((element) => ({
      elements: [
        ...element.querySelectorAll('script, style, iframe, object, svg:not([aria-hidden]), img, form:not([class])'),
        ...element.querySelectorAll('base, link, meta, video, math, [onerror], [onclick], [onload], #root'),
      ].map(({ outerHTML }) => outerHTML),
      links: [...element.querySelectorAll('a')].map(({ href, rel, target }) => ({ href, rel, target })),
    }));
    expect(found.elements).toEqual([]);
    expect(found.links.length).toBeGreaterThan(5);
    for (const { href, rel, target } of found.links) {
      expect(href).toMatch(/^https:\/\/attacker\.example\//);
      expect({ rel, target }).toEqual({ rel: 'noopener nofollow', target: '_blank' });
    }
    // Links to scripts are reduced to their text.
    for (const words of ['press tab case', 'entity data vb', 'relative r']) {
      await shown.getByText(words).first().click();
    }
    expect(await page.evaluate(() => (globalThis as { ran?: number }).ran)).toBeUndefined();
    expect(page.url()).toBe(`${t.server.url}/conversations/${id}`);
    await at('/conversations');
    await page.getByRole('link', { name: '<script>window.ran = 31</script>' }).waitFor();
    expect(await page.evaluate(() => (globalThis as { ran?: number }).ran)).toBeUndefined();
  });

  it('very long messages are collapsed at first, and many megabytes can be exported', async () => {
    const { page } = t.browser;
    const long = 'A line of some length, again and again.\n'.repeat(2_400);
    const begin = () => t.client.agents.chat(echoId, { message: long, userId: 'long' });
    const { conversation } = await begin();
    for (let begun = 1; begun < 60; begun += 1) await begin();
    await at(`/conversations/${conversation._id}`);
    const last = page.getByRole('article').last();
    expect((await last.innerText()).length).toBeLessThan(5_000);
    await last.getByRole('button', { name: 'Show all 96,000 characters' }).click();
    await expect.poll(async () => (await last.innerText()).length).toBeGreaterThan(95_000);
    await at('/conversations?user=long');
    await text('60 conversations');
    await press('Actions for the list');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /JSON Lines/ }).click(),
    ]);
    expect(await download.failure()).toBeNull();
    expect((await buffer(await download.createReadStream())).length).toBeGreaterThan(11_000_000);
    expect(new URL(page.url()).pathname).toBe('/conversations');
    // On a busy machine 60 replies of 96,000 characters take most of a minute.
  }, 180_000);

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

// @module-tag nightly

import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

/** Notices that a page has given its user. */
interface Told {
  notifications: { title: string; body: string; tag: string; onclick: (() => void) | null; close(): void }[];
  notes: number;
}
type Watched = typeof globalThis & { told: Told };

/** Records notifications and sounds instead of showing and playing them. */
function record(answer: string): void {
  const told: Told = { notifications: [], notes: 0 };
  class Recorded {
    static get permission() {
      return localStorage.getItem('test-permission') ?? 'default';
    }
    static async requestPermission() {
      localStorage.setItem('test-permission', localStorage.getItem('test-answer') ?? answer);
      return Recorded.permission;
    }
    title: string;
    body: string;
    tag: string;
    onclick: (() => void) | null = null;
    constructor(title: string, { body = '', tag = '' }: NotificationOptions) {
      [this.title, this.body, this.tag] = [title, body, tag];
      told.notifications.push(this);
    }
    close() {}
  }
  Object.assign(window, { told, Notification: Recorded });
  const create = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    told.notes += 1;
    return create.call(this);
  };
}

const list = /\/api\/conversations\?.*waiting=true/;
const isWatch = (url: string) => list.test(url) && url.includes('limit=100');

describe.skipIf(chromiumPath === undefined)('when a conversation waits', () => {
  let agent = '';
  const t = dashboard(desk, {
    prepare: async ({ client, browser }) => {
      agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
      await client.agents.chat(agent, { message: 'An early question' });
      await browser.context.addInitScript(record, 'granted');
    },
  });
  const at = (path: string) => t.browser.page.goto(t.server.url + path);
  const bell = () => t.browser.page.getByRole('button', { name: /^When a conversation waits/ });
  const wish = (name: string) => t.browser.page.getByRole('switch', { name });
  const told = (page = t.browser.page) =>
    page.evaluate(() =>
      (window as unknown as Watched).told.notifications.map(({ title, body }) => `${title}: ${body}`),
    );
  const watches = (page = t.browser.page) => page.waitForResponse((response) => isWatch(response.url()));
  /** A conversation that Ada has taken over, and in which she has answered. */
  const takenOver = async (userId: string) => {
    const { conversation } = await t.client.agents.chat(agent, { message: `A question of ${userId}`, userId });
    const { _id: id } = await t.client.conversations.takeOver(conversation._id);
    return id;
  };
  const say = (id: string, content: string) => t.client.messages.send(id, { content });

  it('nothing is watched unless it is wanted', async () => {
    const { page } = t.browser;
    const asked: string[] = [];
    page.on('request', (request) => isWatch(request.url()) && asked.push(request.url()));
    await at('/agents');
    await page.getByRole('link', { name: 'Echo' }).first().waitFor();
    await at('/conversations');
    await page.getByText('An early question').first().waitFor();
    await bell()
      .and(page.getByRole('button', { name: 'When a conversation waits: off' }))
      .waitFor();
    expect(asked).toEqual([]);
    expect(await page.evaluate(() => Notification.permission)).toBe('default');
  });

  it('a browser that refuses is quoted, and nothing is on', async () => {
    const { page } = t.browser;
    await page.evaluate(() => localStorage.setItem('test-answer', 'denied'));
    await bell().click();
    await wish('Show a notification').click();
    await page.getByText('The browser refuses notifications of this site.').waitFor();
    expect(await wish('Show a notification').isChecked()).toBe(false);
    await checkPage(page, 'waiting-refused');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'When a conversation waits: off' }).and(page.locator(':focus')).waitFor();
    await page.evaluate(() => localStorage.setItem('test-answer', 'granted'));
  });

  it('a sound and a notification on any page, once until a person answers; a click opens the chat', async () => {
    const { page } = t.browser;
    await bell().click();
    const watching = watches();
    await wish('Play a sound').click();
    await expect.poll(() => page.evaluate(() => (window as unknown as Watched).told.notes)).toBe(2);
    await wish('Show a notification').click();
    await page.getByRole('button', { name: 'When a conversation waits: sound and notification' }).waitFor();
    await watching;
    await checkPage(page, 'waiting-wishes');
    const again = watches();
    await at('/agents');
    await again;
    const [first, second] = [await takenOver('ben'), await takenOver('cleo')];
    await say(first, 'Are you there?');
    await expect.poll(() => told()).toEqual(['ben waits for you: Are you there?']);
    expect(await page.evaluate(() => (window as unknown as Watched).told.notes)).toBe(2);
    await say(first, 'Hello?');
    await say(second, 'And I?');
    await expect.poll(() => told()).toEqual(['ben waits for you: Are you there?', 'cleo waits for you: And I?']);
    await t.client.messages.send(first, { role: 'human', content: 'Yes.' });
    const read = watches();
    await read;
    await say(first, 'Great');
    await expect.poll(() => told()).toHaveLength(3);
    await page.evaluate(() => (window as unknown as Watched).told.notifications[2]?.onclick?.());
    await page.waitForURL(new RegExp(first));
    await page.getByRole('article').getByText('Great').waitFor();
  });

  it('not for a conversation that is open and visible', async () => {
    const { page } = t.browser;
    const [open, other] = [await takenOver('dora'), await takenOver('eve')];
    const watching = watches();
    await at(`/conversations/${open}`);
    await watching;
    await page.getByText('You took over. The agent does not reply.').waitFor();
    await say(open, 'Seen at once');
    await page.getByRole('article').getByText('Seen at once').waitFor();
    await say(other, 'Not seen');
    await expect.poll(() => told()).toEqual(['eve waits for you: Not seen']);
  });

  it('one tab of several tells, and another one when it is closed', async () => {
    const { page, context } = t.browser;
    const asked: string[] = [];
    const second = await context.newPage();
    onTestFinished(() => second.close());
    second.on('request', (request) => isWatch(request.url()) && asked.push(request.url()));
    await second.goto(`${t.server.url}/agents`);
    await second.getByRole('link', { name: 'Echo' }).first().waitFor();
    await expect
      .poll(() => second.evaluate(async () => (await navigator.locks.query()).pending?.length))
      .toBeGreaterThan(0);
    const [one, two] = [await takenOver('fay'), await takenOver('gus')];
    await say(one, 'Who hears me?');
    await expect.poll(async () => (await told()).at(-1)).toBe('fay waits for you: Who hears me?');
    expect([await told(second), asked]).toEqual([[], []]);
    const taken = watches(second);
    await page.goto('about:blank');
    await taken;
    await say(two, 'And now?');
    await expect.poll(() => told(second)).toEqual(['gus waits for you: And now?']);
  });

  it('ends with the session, without a question', async () => {
    const { page } = t.browser;
    const watching = watches();
    await at('/agents');
    await watching;
    const stream = /\/api\/conversations\/events/;
    const closed = new Promise<void>((resolve) => {
      for (const event of ['requestfailed', 'requestfinished'] as const)
        page.on(event as 'requestfailed', (request) => stream.test(request.url()) && resolve());
    });
    await signOut(page);
    await closed;
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('throws nothing, and violates no policy', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Ada Lovelace/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

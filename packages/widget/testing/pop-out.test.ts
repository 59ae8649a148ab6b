import type { BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findWholeChromium, launchChromium } from '../../../apps/dashboard/testing/setup/chromium.ts';
import { checkAccessibility } from './accessibility.ts';
import { frameOf, snippet } from './browser.ts';
import { type FakeParley, identityOf, startFakeParley } from './fake-parley.ts';
import { channel } from './place.ts';
import { startWebServer, type WebServer } from './web-server.ts';

/** The opener policies of the host's pages, by their paths. */
const policies: Readonly<Record<string, string>> = {
  '/isolated': 'same-origin',
  '/popups': 'same-origin-allow-popups',
};

const options = 'data-theme="dark" data-accent="#aa0000"';

/** The site is on `localhost` and the service on `127.0.0.1`, another site: Chromium blocks the frame's storage. */
describe.skipIf(findWholeChromium() === undefined)('the pop-out of the chat', () => {
  let fake: FakeParley;
  let host: WebServer;
  let chromium: Awaited<ReturnType<typeof launchChromium>>;
  let context: BrowserContext;
  let page: Page;
  let site: string;
  beforeAll(async () => {
    fake = await startFakeParley();
    host = await startWebServer(({ url = '/' }, response) => {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'cross-origin-opener-policy': policies[url] ?? 'unsafe-none',
      });
      const body =
        url === '/inline'
          ? `<div id="help" style="height:500px"></div>${snippet(fake.url, channel, 'data-target="#help"')}`
          : snippet(fake.url, channel, options);
      response.end(
        `<!doctype html><html lang="en"><title>Shop</title><body>${url === '/evil' ? '' : body}</body></html>`,
      );
    });
    site = host.url.replace('127.0.0.1', 'localhost');
    chromium = await launchChromium();
  });
  afterAll(async () => {
    await chromium?.close();
    await host?.stop();
    await fake?.stop();
  });
  beforeEach(async () => {
    fake.conversations.clear();
    fake.visits.length = 0;
    fake.bodies.length = 0;
    fake.onMessage = (conversation, reply, text) => {
      conversation.grow(reply, `You said: ${text}`);
      conversation.end(reply, 'message.completed', { status: 'complete' });
    };
    context = await chromium.newContext();
    context.setDefaultTimeout(15_000);
    page = await context.newPage();
  });
  afterEach(() => context.close());

  const launcher = () => page.getByRole('button', { name: /^Open chat/ });
  const visit = async (path = '/', call = '') => {
    await page.goto(`${site}${path}`);
    if (call !== '') await page.evaluate(call);
    if (path !== '/inline') await launcher().click();
    const frame = await frameOf(page, channel);
    await frame.getByRole('textbox').waitFor();
    return frame;
  };
  const say = async (chat: Frame | Page, text: string) => {
    await chat.getByRole('textbox').fill(text);
    // Until a conversation is loaded, nothing is sent.
    await chat.locator('button[type=submit][aria-disabled=false]').waitFor();
    await chat.getByRole('textbox').press('Enter');
    await chat.getByText(`You said: ${text}`).first().waitFor();
  };
  const popOut = async (frame: Frame) => {
    const opened = context.waitForEvent('page');
    await frame.getByRole('button', { name: 'Open in a window' }).click();
    const popUp = await opened;
    await popUp.getByRole('textbox').waitFor();
    return popUp;
  };
  /** The texts of the visitor in all conversations, as the service has them. */
  const stored = () =>
    [...fake.conversations.values()].map(({ messages }) =>
      messages.filter(({ role }) => role === 'user').map(({ content }) => content),
    );
  const setUser = (sub: string) => `parley.push(['setUser', '${identityOf(sub)}'])`;
  const isOpenElsewhere = (frame: Frame) =>
    frame.getByText('The chat is open in a window of its own.').waitFor({ state: 'attached' });

  it('has the visitor, the conversation, the draft, the look and the page, and gives them back', async () => {
    const frame = await visit();
    await say(frame, 'One');
    await frame.getByRole('textbox').fill('A draft');
    const popUp = await popOut(frame);
    await popUp.getByText('You said: One').first().waitFor();
    expect(await popUp.getByRole('textbox').inputValue()).toBe('A draft');
    expect(new URL(popUp.url()).href).toBe(`${fake.url}/chat/${channel}`);
    expect(fake.visits.at(-1)).toMatchObject({ token: expect.stringMatching(/^pvt_/), origin: site });
    expect(await popUp.evaluate(() => document.documentElement.dataset['mode'])).toBe('dark');
    expect(await popUp.evaluate(() => localStorage.length)).toBe(0);
    expect(await popUp.getByRole('button', { name: /^Open in a window|^Close chat/ }).count()).toBe(0);
    await expect.poll(() => page.locator('dialog').isVisible()).toBe(false);
    await say(popUp, 'Two');
    expect(fake.bodies.at(-1)).toMatchObject({ context: { url: `${site}/`, title: 'Shop' } });
    await popUp.getByRole('textbox').fill('Another draft');

    await launcher().click();
    await isOpenElsewhere(frame);
    expect(await frame.evaluate(() => document.activeElement?.textContent)).toBe('Show the window');
    await checkAccessibility(frame, 'pop-out');
    await page.keyboard.press('Enter');
    await page.evaluate("parley.push(['send', 'Three'])");
    await popUp.getByText('You said: Three').first().waitFor();
    expect(context.pages()).toHaveLength(2);
    const closed = popUp.waitForEvent('close');
    await frame.getByRole('button', { name: 'Continue here' }).click();
    await closed;
    await frame.getByText('You said: Three').first().waitFor();
    expect(await frame.getByRole('textbox').inputValue()).toBe('Another draft');
    expect(stored()).toEqual([['One', 'Two', 'Three']]);
  });

  it('begins the conversation of an inline chat, survives its reload, and ends when it is closed', async () => {
    const frame = await visit('/inline');
    const popUp = await popOut(frame);
    await isOpenElsewhere(frame);
    let finish = () => {};
    fake.onMessage = (conversation, reply) => {
      conversation.grow(reply, 'Once upon');
      finish = () => {
        conversation.grow(reply, ' a time.');
        conversation.end(reply, 'message.completed', { status: 'complete' });
      };
    };
    await popUp.getByRole('textbox').fill('A story');
    await popUp.getByRole('textbox').press('Enter');
    await popUp.getByText('Once upon').waitFor();
    await popUp.reload();
    await popUp.getByText('Once upon').waitFor();
    await isOpenElsewhere(frame);
    await frame.getByRole('button', { name: 'Continue here' }).click();
    await expect.poll(() => frame.evaluate(() => document.activeElement?.localName)).toBe('textarea');
    const next = await popOut(frame);
    await next.getByText('Once upon').waitFor();
    await next.close();
    await frame.getByText('Once upon').waitFor();
    finish();
    await frame.getByText('Once upon a time.').first().waitFor();
    expect(stored()).toEqual([['A story']]);
    // The page has stored it, too.
    const again = await visit('/inline');
    await again.getByText('Once upon a time.').first().waitFor();
  });

  it('goes on without its page, and is found again by the next one', async () => {
    const popUp = await popOut(await visit());
    await say(popUp, 'One');
    await page.goto(`${site}/evil`);
    await say(popUp, 'Two');
    await popUp.reload();
    await popUp.getByText('You said: Two').first().waitFor();
    await popUp.getByRole('textbox').fill('A draft');
    const frame = await visit();
    await frame.getByText('You said: Two').first().waitFor();
    await frame.getByRole('button', { name: 'Open in a window' }).click();
    await isOpenElsewhere(frame);
    expect(context.pages()).toHaveLength(2);
    await expect.poll(() => popUp.getByRole('textbox').inputValue()).toBe('A draft');
    await say(popUp, 'Three');
    expect(stored()).toEqual([['One', 'Two', 'Three']]);
  });

  it('is found by the next page of the tab, which ends it for another person', async () => {
    // A frame of the page's own site has a storage.
    site = host.url;
    try {
      const popUp = await popOut(await visit('/', setUser('ada')));
      await say(popUp, 'One');
      await page.goto(`${site}/evil`);
      await say(popUp, 'Two');
      await popUp.getByRole('textbox').fill('A draft');
      await page.goto(site);
      await page.evaluate(setUser('ada'));
      await launcher().click();
      await isOpenElsewhere(await frameOf(page, channel));
      await page.evaluate("parley.push(['send', 'Three'])");
      await popUp.getByText('You said: Three').first().waitFor();
      expect(await popUp.getByRole('textbox').inputValue()).toBe('A draft');
      expect(fake.bodies.at(-1)).toMatchObject({ context: { url: `${site}/` } });
      expect(stored()).toEqual([['One', 'Two', 'Three']]);
      const closed = popUp.waitForEvent('close');
      await visit('/', setUser('grace'));
      await closed;
      expect(context.pages()).toHaveLength(1);
    } finally {
      site = host.url.replace('127.0.0.1', 'localhost');
    }
  });

  it('ends with a reset, and when another person signs in', async () => {
    let frame = await visit('/popups', setUser('ada'));
    await say(frame, 'I am Ada');
    for (const call of ["parley.push(['reset'])", setUser('grace')]) {
      const popUp = await popOut(frame);
      await popUp.getByText('You said: I am Ada').first().waitFor();
      expect(fake.visits.at(-1)).toMatchObject({ identity: identityOf('ada'), token: expect.stringMatching(/^pvt_/) });
      // A fresh proof of the same person changes nothing.
      await page.evaluate(setUser('ada'));
      await popUp.getByRole('textbox').fill('A secret');
      const closed = popUp.waitForEvent('close');
      await page.evaluate(call);
      await closed;
      await launcher().click();
      await frame.getByRole('textbox').waitFor();
      expect(await frame.getByRole('textbox').inputValue()).toBe('');
      expect(await frame.getByText('I am Ada').count()).toBe(0);
      frame = await visit('/', setUser('ada'));
    }
  });

  it('obeys no page that opens it, and tells it nothing', async () => {
    const name = `parley:${channel}`;
    const attack = async (isSevered: boolean) => {
      await page.goto(`${host.url}/evil`);
      const opened = context.waitForEvent('page');
      await page.evaluate(
        ([url = '', name = '', entry = '']) => {
          const got: unknown[] = [];
          const target = window.open(url, name);
          addEventListener('message', ({ data }) => got.push(data));
          const entries = {
            [entry]: JSON.stringify({ sub: null, kept: { token: 'pvt_evil', visitor: 'v', draft: 'x' } }),
          };
          const hello = { parley: 'hello', inline: true, handOver: { entries } };
          setInterval(() => {
            for (const message of [hello, { parley: 'entries', entries }, { parley: 'end' }])
              target?.postMessage(message, '*');
          }, 20);
          Object.assign(window, { got, isSevered: () => target?.closed });
        },
        [`${fake.url}/chat/${channel}`, name, `parley:${channel}:visitor`],
      );
      const popUp = await opened;
      await popUp.getByRole('textbox').waitFor();
      expect(await popUp.getByRole('textbox').inputValue()).toBe('');
      expect(fake.visits).toEqual([{}]);
      expect(await page.evaluate('isSevered()')).toBe(isSevered);
      expect(await page.evaluate('got')).toEqual([]);
      await popUp.evaluate(() => localStorage.clear());
      await popUp.close();
      fake.visits.length = 0;
    };
    await attack(true);
    // As over plain http, where browsers know no opener policy.
    await context.route(/\/chat\/channel_/, async (route) => {
      const response = await route.fetch();
      const { 'cross-origin-opener-policy': _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await attack(false);
  });

  it('tells nothing to a page that replaces it, and hears nothing from it', async () => {
    const frame = await visit();
    await say(frame, 'A secret');
    const popUp = await popOut(frame);
    // The host page finds the window by its name, as any page can that keeps a reference.
    await page.evaluate(([url, name]) => void window.open(url, name), [`${host.url}/evil`, `parley:${channel}`]);
    await popUp.waitForURL(`${host.url}/evil`);
    await popUp.evaluate((entry) => {
      const got: unknown[] = [];
      addEventListener('message', ({ data }) => got.push(data));
      Object.assign(window, { got });
      const entries = { [entry]: null };
      for (const parley of ['hello', 'entries', 'unread']) {
        window.opener?.postMessage({ parley, entries, count: 7 }, '*');
      }
    }, `parley:${channel}:visitor`);
    await launcher().click();
    await frame.getByText('You said: A secret').first().waitFor();
    await say(frame, 'Still here');
    await page.evaluate("parley.push(['set', { a: 1 }])");
    expect(await popUp.evaluate('got')).toEqual([]);
    expect(await launcher().count()).toBe(1);
    expect(stored()).toEqual([['A secret', 'Still here']]);
  });

  it('is a link if the browser gives no window', async () => {
    const frame = await visit();
    await frame.evaluate(() => {
      window.open = () => null;
    });
    await frame.getByRole('button', { name: 'Open in a window' }).focus();
    await page.keyboard.press('Enter');
    const link = frame.getByRole('link', { name: 'No window? Open the chat in a new tab.' });
    await link.waitFor();
    await checkAccessibility(frame, 'pop-out-blocked');
    const opened = context.waitForEvent('page');
    await link.click();
    const hosted = await opened;
    await hosted.getByRole('textbox').waitFor();
    expect(await hosted.getByRole('button', { name: 'Open in a window' }).count()).toBe(0);
    expect(await page.locator('dialog').isVisible()).toBe(true);
  });

  it('is a chat by itself if the site is isolated from its windows', async () => {
    const frame = await visit('/isolated');
    await say(frame, 'One');
    const opened = context.waitForEvent('page');
    await frame.getByRole('button', { name: 'Open in a window' }).click();
    const popUp = await opened;
    await popUp.getByRole('textbox').waitFor();
    await frame.getByRole('link', { name: 'No window? Open the chat in a new tab.' }).waitFor();
    await say(frame, 'Two');
    await say(popUp, 'Elsewhere');
    expect(stored()).toEqual([['One', 'Two'], ['Elsewhere']]);
  });

  it('is not offered on phones', async () => {
    await context.close();
    context = await chromium.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });
    page = await context.newPage();
    // The browser emulates a phone in frames of the same site only.
    await page.goto(host.url);
    await launcher().click();
    const frame = await frameOf(page, channel);
    await frame.getByRole('button', { name: 'Close chat' }).waitFor();
    await frame.getByRole('textbox').waitFor();
    expect(await frame.getByRole('button', { name: 'Open in a window' }).count()).toBe(0);
  });
});

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Browser,
  frameOf,
  type HostPage,
  hasBrowser,
  openBrowser,
  photograph,
  snippet,
  startHostPage,
} from './browser.ts';
import { type FakeParley, startFakeParley } from './fake-parley.ts';

const channel = 'channel_01kg9v7rs1f2t8d4b6n0yq5hxm';

describe.skipIf(!hasBrowser)('the widget on a page of another origin with a strict policy', () => {
  let fake: FakeParley;
  let host: HostPage;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    fake = await startFakeParley();
    host = await startHostPage(fake.url);
  });
  afterAll(async () => {
    await host.stop();
    await fake.stop();
  });
  beforeEach(async () => {
    fake.onMessage = (conversation, reply, text) => {
      conversation.grow(reply, `You said: **${text}**`);
      conversation.end(reply, 'message.completed', { status: 'complete' });
    };
    fake.settings = { greeting: 'Hello! How can I help?', suggestions: ['Where is my parcel?', 'What does it cost?'] };
    host.head = snippet(fake.url, channel);
    browser = await openBrowser();
    page = browser.page;
  });
  afterEach(async () => {
    expect(browser.troubles).toEqual([]);
    await browser.close();
  });
  const launcher = () => page.getByRole('button', { name: 'Open chat' });

  it('chats', async () => {
    await page.goto(host.url);
    await photograph(page, 'launcher');
    expect(fake.requests).toEqual([]);
    await launcher().click();
    const frame = await frameOf(page, channel);
    await frame.getByText('Hello! How can I help?').waitFor();
    await photograph(page, 'greeting');
    await frame.getByRole('textbox').fill('Hi there');
    await page.keyboard.press('Enter');
    await frame.locator('strong', { hasText: 'Hi there' }).waitFor();
    await photograph(page, 'chat');
    expect(fake.visits).toEqual([{ origin: host.url }]);
  });
});

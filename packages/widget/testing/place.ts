import type { Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Browser, frameOf, type HostPage, type Look, openBrowser, snippet, startHostPage } from './browser.ts';
import { type FakeParley, startFakeParley } from './fake-parley.ts';

/** The channel of most tests. */
export const channel = 'channel_01kg9v7rs1f2t8d4b6n0yq5hxm';

/** Fixtures of a test of the widget; available once the tests of the block run. */
export interface Place {
  readonly fake: FakeParley;
  readonly host: HostPage;
  readonly browser: Browser;
  readonly page: Page;
  /** Opens the host page and the chat on it. */
  open(): Promise<Frame>;
  /** Writes and sends a message. */
  say(frame: Frame, text: string): Promise<void>;
}

/** Starts the service and a host page for a `describe` block, and a browser for each test of it. */
export function place(look: Look = {}): Place {
  let fake: FakeParley;
  let host: HostPage;
  let browser: Browser;
  beforeAll(async () => {
    fake = await startFakeParley();
    host = await startHostPage(fake.url);
  });
  afterAll(async () => {
    await host.stop();
    await fake.stop();
  });
  beforeEach(async () => {
    Object.assign(fake, {
      settings: {},
      launcher: null,
      language: 'auto',
      takenOver: false,
      refuse: () => undefined,
      onMessage: answer,
    });
    fake.requests.length = 0;
    fake.visits.length = 0;
    fake.bodies.length = 0;
    host.head = snippet(fake.url, channel);
    browser = await openBrowser(look);
  });
  afterEach(async () => {
    const { troubles } = browser;
    await browser.close();
    expect(troubles).toEqual([]);
  });
  return {
    get fake() {
      return fake;
    },
    get host() {
      return host;
    },
    get browser() {
      return browser;
    },
    get page() {
      return browser.page;
    },
    open: async () => {
      await browser.page.goto(host.url);
      await browser.page.getByRole('button', { name: 'Open chat' }).click();
      return frameOf(browser.page, channel);
    },
    say: async (frame, text) => {
      await frame.getByRole('textbox').fill(text);
      await frame.getByRole('textbox').press('Enter');
    },
  };
}

/** Answers at once. */
const answer: FakeParley['onMessage'] = (conversation, reply, text) => {
  conversation.grow(reply, `You said: ${text}`);
  conversation.end(reply, 'message.completed', { status: 'complete' });
};

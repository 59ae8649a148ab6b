// Only the engine differs from what the other files test.
// @module-tag nightly

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, firefox, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photograph } from '../setup/browser.ts';
import { installed } from '../setup/installed.ts';
import { type Server, startServer } from '../setup/server.ts';
import { password } from '../setup/signed-in.ts';

const path = installed('firefox-esr', 'firefox');

/** The hash of the style element that Playwright adds for a screenshot. Firefox logs that our policy refuses it. */
const screenshotStyle = "'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA='";

/** The first hour of a user in a browser with another engine; the other files test every page in Chromium. */
describe.skipIf(path === undefined)('the dashboard in Firefox', () => {
  // As root, Firefox refuses to start in another user's home.
  const home = mkdtempSync(join(tmpdir(), 'parley-firefox-'));
  let server: Server;
  let browser: Browser;
  let page: Page;
  const troubles: string[] = [];
  const trouble = (text: string) => text.includes(screenshotStyle) || troubles.push(text);
  beforeAll(async () => {
    server = await startServer();
    // This channel is Firefox as distributions ship it, driven by WebDriver BiDi.
    const env = { ...process.env, HOME: home };
    browser = await firefox.launch({ channel: 'moz-firefox', executablePath: path ?? '', env });
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(30_000);
    page.on('pageerror', ({ message }) => trouble(message));
    page.on('console', (message) => message.type() === 'error' && trouble(message.text()));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(home, { recursive: true, force: true });
  });
  const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const shot = (name: string) => photograph(page, `firefox-${name}`);

  it('creates the first owner from the link', async () => {
    await page.goto(server.setupLink);
    // Fields are typed into: React doesn't notice what `fill` sets by this protocol.
    await page.getByLabel('Email').pressSequentially('ada@example.com');
    await page.getByLabel('Password', { exact: true }).pressSequentially(password);
    await page.getByLabel('Workspace name').pressSequentially('Analytical Engines');
    await press('Create account');
    await heading('First steps');
    await shot('home');
  });

  it('creates an agent, and talks to it', async () => {
    await page.getByRole('link', { name: 'Create an agent' }).click();
    await press(/Customer support/);
    await press('Create agent');
    await heading('Support');
    const playground = page.getByRole('complementary', { name: 'Playground' });
    await playground.getByRole('textbox').pressSequentially('Where is my parcel?');
    await page.keyboard.press('Enter');
    await playground.getByLabel(/complete after/).waitFor();
    await shot('playground');
  });

  it('shows the conversation, and takes it over', async () => {
    await page.getByRole('link', { name: 'Conversations', exact: true }).click();
    await page.getByRole('link', { name: /Where is my parcel/ }).click();
    await press('Take over');
    await page.getByRole('textbox', { name: 'Your reply' }).pressSequentially('I am looking for it.');
    await page.keyboard.press('Enter');
    await page.getByRole('article').getByText('I am looking for it.').waitFor();
    await shot('conversation');
  });

  it('generates a key, and shows it once', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'API Keys' }).click();
    await press('Generate New Key');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').pressSequentially('Website');
    await dialog.getByRole('button', { name: /Generate/ }).click();
    await dialog.getByRole('button', { name: 'I have copied it' }).waitFor();
    await shot('key');
    expect(await dialog.getByLabel('Website').inputValue()).toMatch(/^parley_\w{38}$/);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('row').filter({ hasText: 'Website' }).waitFor();
  });

  it.each([320, 390])('scrolls no page sideways at %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 740 });
    for (const path of [
      '/',
      '/agents',
      '/conversations',
      '/settings/api-keys',
      '/settings/members',
      '/settings/usage',
    ]) {
      await page.goto(server.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await shot(`narrow${path.replaceAll('/', '-')}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    }
  });

  it('logs no error', () => {
    expect(troubles).toEqual([]);
  });
});

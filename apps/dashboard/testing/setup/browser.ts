import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { chromium } from 'playwright-core';
import { inject } from 'vitest';
import { isComplete } from './level.ts';

const started = inject('chromium');

/** The path of Chromium; undefined if it is not installed, and its tests are then skipped. */
export const chromiumPath = started?.path;

let connected: ReturnType<typeof chromium.connect> | undefined;

/** Connects to the Chromium of all tests, once for a worker. */
function connectOnce() {
  connected ??= chromium.connect(started?.endpoint ?? '');
  return connected;
}

/** A screen that pages are tested on, in pixels. */
export interface Screen {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

export const desk: Screen = { name: 'desk', width: 1440, height: 900 };
export const phone: Screen = { name: 'phone', width: 390, height: 844 };

/** The screens of tests that differ by their look alone: the second one is left to `npm run test:all`. */
export const screens: readonly Screen[] = isComplete ? [desk, phone] : [desk];

export type ColorScheme = 'light' | 'dark';

/** A browser context with its own cookies, storage and cache, and one page. */
export interface Browser {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Unexpected events: script errors, policy violations, requests to other origins. */
  readonly troubles: string[];
  /** Describes the page of a failed test: its text, and its last and unanswered requests. */
  state(): Promise<string>;
  close(): Promise<void>;
}

/** Maximum number of requests in the description of a failed test. */
const lastRequests = 20;

/** Opens a browser that records unexpected events. The caller must close it. */
export async function openBrowser(
  url: string,
  { width, height }: Screen,
  colorScheme: ColorScheme = 'light',
): Promise<Browser> {
  const chromium = await connectOnce();
  const context = await chromium.newContext({
    colorScheme,
    viewport: { width, height },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`threw: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    // The browser logs every status of 400 and above here; those are expected.
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) troubles.push(`console: ${text}`);
  });
  page.on('request', (request) => {
    const to = new URL(request.url());
    if (/^https?:$/.test(to.protocol) && to.origin !== url) troubles.push(`asked elsewhere: ${request.url()}`);
  });
  const requests: string[] = [];
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  for (const event of ['requestfinished', 'requestfailed'] as const) {
    page.on(event as 'requestfinished', async (request) => {
      pending.delete(request);
      const response = await request.response().catch(() => null);
      requests.push(`${request.method()} ${new URL(request.url()).pathname} ${response?.status() ?? event}`);
      requests.splice(0, requests.length - lastRequests);
    });
  }
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      // biome-ignore lint/suspicious/noConsole: the page tells the test by its console.
      console.error(`policy violated: ${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  return {
    page,
    context,
    troubles,
    state: async () => {
      const text = await page.locator('body').innerText().catch(String);
      const open = [...pending].map((request) => `${request.method()} ${new URL(request.url()).pathname} unanswered`);
      return [page.url(), text, ...requests, ...open].join('\n');
    },
    close: () => context.close(),
  };
}

const screenshots = resolve(import.meta.dirname, '../../screenshots');

/** True if pictures are wanted: each costs a whole paint. */
export const takesPictures = process.env['PARLEY_TEST_PICTURES'] === '1';

/**
 * Saves a screenshot for review if `PARLEY_TEST_PICTURES` is 1, in a folder that git ignores, named by the colour scheme
 * and width too.
 */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!takesPictures) return;
  mkdirSync(screenshots, { recursive: true });
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const look = `${isDark ? 'dark' : 'light'}-${page.viewportSize()?.width}`;
  await page.screenshot({ path: join(screenshots, `${name}-${look}.png`), animations: 'disabled' });
}

/** Holds back requests to an address until the returned function is called; then earlier routes apply. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.fallback();
  });
  return letThrough;
}

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BrowserContext, chromium, type Frame, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { startWebServer, type WebServer } from './web-server.ts';

const endpoint = inject('chromium');

/** True if the machine has a browser; without one, its tests are skipped. */
export const hasBrowser = endpoint !== undefined;

let connected: ReturnType<typeof chromium.connect> | undefined;

/** The names of the machine: to a browser, each is another site. */
const ownHosts = new Set(['127.0.0.1', 'localhost']);

/** Settings of a test's browser. */
export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly hasTouch?: boolean;
  /** Languages of the browser, in order of preference. */
  readonly languages?: readonly string[];
}

/** A browser context with one page, which records what should not happen. */
export interface Browser {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Script errors, policy violations, and requests to servers that are not in the test. */
  readonly troubles: string[];
  close(): Promise<void>;
}

/** Opens a browser. The caller must close it. */
export async function openBrowser({ languages, ...look }: Look = {}): Promise<Browser> {
  const { width = 1280, height = 800, colorScheme = 'light' } = look;
  connected ??= chromium.connect(endpoint ?? '');
  const context = await (await connected).newContext({
    colorScheme,
    viewport: { width, height },
    reducedMotion: 'reduce',
    ...(languages && { locale: languages[0] ?? 'en' }),
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`threw: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    // The browser logs every status of 400 and above, and every connection that failed; those are expected.
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) troubles.push(`console: ${text}`);
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !ownHosts.has(hostname)) troubles.push(`asked elsewhere: ${request.url()}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      // biome-ignore lint/suspicious/noConsole: the page tells the test by its console.
      console.error(`policy violated: ${violatedDirective} ${blockedURI}`);
    });
  });
  return { page, context, troubles, close: () => context.close() };
}

/** A page of another origin than the service's, which allows as little as it can. */
export interface HostPage extends WebServer {
  /** Content of its head. */
  head: string;
}

/** Starts the host page: its policy allows scripts and frames of the service, and nothing else. */
export async function startHostPage(service: string): Promise<HostPage> {
  const policy = `default-src 'none'; script-src ${service}; frame-src ${service}; require-trusted-types-for 'script'`;
  const server = await startWebServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
    response.end(
      `<!doctype html><html lang="en"><head><title>Shop</title><meta name="viewport" content="width=device-width">` +
        `${host.head}</head><body><main><h1>Shop</h1><p>Welcome.</p><a href="#more">More</a></main></body></html>`,
    );
  });
  const host: HostPage = { ...server, head: '' };
  return host;
}

/** The script element of a channel. */
export const snippet = (service: string, channel: string, attributes = ''): string =>
  `<script async src="${service}/widget.js" data-channel="${channel}" ${attributes}></script>`;

/** The frame of a channel on a host page, once its document is there. */
export async function frameOf(page: Page, channel: string): Promise<Frame> {
  const element = await page.locator(`[data-parley="${channel}"] iframe`).elementHandle();
  const frame = await element?.contentFrame();
  if (frame == null) throw new Error(`${channel} has no frame.`);
  await frame.waitForURL(/\/chat\//);
  return frame;
}

const screenshots = resolve(import.meta.dirname, '../screenshots');

/** True if pictures are wanted: each costs a whole paint. */
const takesPictures = process.env['PARLEY_TEST_PICTURES'] === '1';

/** Saves a screenshot for review if `PARLEY_TEST_PICTURES` is 1, in a folder that git ignores. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!takesPictures) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), animations: 'disabled' });
}

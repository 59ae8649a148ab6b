import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Browser, openBrowser } from '../../widget/testing/browser.ts';
import { type FakeParley, startFakeParley } from '../../widget/testing/fake-parley.ts';
import { startWebServer, type WebServer } from '../../widget/testing/web-server.ts';
import type { TestPage } from './app.tsx';

/** Fixtures of the tests; available once the tests of the block run. */
export interface Place {
  readonly page: Page;
  /** The service, with the built widget. */
  readonly fake: FakeParley;
  readonly troubles: string[];
  /** Shows chats of `app.tsx`, instead of those before. */
  show(...chats: readonly Parameters<TestPage['show']>[0][number][]): Promise<void>;
  /** Reads from the page, or acts on it. */
  inPage<T>(run: (test: TestPage) => T): Promise<T>;
  /** Calls that wait for the script, or that the script of `record` got: the names and the arguments, but functions. */
  calls(): Promise<unknown[][]>;
  /** Holds the script back until the returned function is called, which resolves once it has run. */
  hold(): Promise<() => Promise<void>>;
  /** Serves a script instead of the widget that only keeps its calls. The returned function waits until it has run. */
  record(): Promise<() => Promise<void>>;
}

/** Keeps calls in an object that takes them as the widget does. */
const recorder = 'parley={init(){},calls:parley,push(...c){this.calls.push(...c)}}';

/** Starts the service and a page in React for a `describe` block, with a new browser for each test. */
export function place(): Place {
  let fake: FakeParley;
  let host: WebServer;
  let browser: Browser;
  beforeAll(async () => {
    fake = await startFakeParley();
    const { outputFiles } = await build({
      absWorkingDir: import.meta.dirname,
      entryPoints: ['app.tsx'],
      bundle: true,
      write: false,
      format: 'esm',
      jsx: 'automatic',
      // StrictMode runs effects twice in development only.
      define: { 'process.env.NODE_ENV': '"development"' },
      conditions: ['parley-source'],
      minify: true,
      outdir: join(import.meta.dirname, '../dist'),
    });
    const script = outputFiles[0]?.text ?? '';
    const hosts = `${fake.url} ${fake.url.replace('127.0.0.1', 'localhost')}`;
    const policy =
      `default-src 'none'; script-src 'self' ${hosts}; frame-src ${hosts}; ` +
      "require-trusted-types-for 'script'; trusted-types parley";
    host = await startWebServer(({ url }, response) => {
      const isPage = url === '/';
      response.writeHead(200, {
        'content-type': isPage ? 'text/html; charset=utf-8' : 'text/javascript',
        ...(isPage && { 'content-security-policy': policy }),
      });
      response.end(isPage ? '<!doctype html><title>Shop</title><script type="module" src="/app.js"></script>' : script);
    });
  });
  afterAll(async () => {
    await host?.stop();
    await fake?.stop();
  });
  beforeEach(async () => {
    fake.requests.length = 0;
    fake.visits.length = 0;
    browser = await openBrowser();
    await browser.page.goto(host.url);
    await browser.page.waitForFunction(() => 'test' in window);
  });
  afterEach(async () => {
    const { troubles } = browser;
    await browser.close();
    expect(troubles).toEqual([]);
  });
  const page = () => browser.page;
  const hasRun = async () => {
    await page().waitForFunction(() => !Array.isArray((window as { parley?: unknown }).parley));
  };
  return {
    get page() {
      return page();
    },
    get fake() {
      return fake;
    },
    get troubles() {
      return browser.troubles;
    },
    show: (...chats) =>
      page().evaluate((shown) => {
        (window as unknown as { test: TestPage }).test.show(shown);
        // Effects have run, and so has what they left for later.
        return new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
      }, chats),
    inPage: (run) => page().evaluate(`(${run})(window.test)`),
    calls: () =>
      page().evaluate(() => {
        const { parley = [] } = window as unknown as { parley?: unknown[][] | { calls: unknown[][] } };
        const calls = Array.isArray(parley) ? parley : parley.calls;
        const named = (value: unknown) =>
          value instanceof Element ? `<${value.localName} ${value.className}>` : value;
        return calls.map((call) =>
          call
            .filter((value) => typeof value !== 'function')
            .map((value) =>
              typeof value === 'object' && value !== null
                ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, named(each)]))
                : value,
            ),
        );
      }),
    hold: async () => {
      let open = () => {};
      const opened = new Promise<void>((done) => {
        open = done;
      });
      await page().route(`${fake.url}/widget.js`, async (route) => {
        await opened;
        await route.continue();
      });
      return async () => {
        open();
        await hasRun();
      };
    },
    record: async () => {
      const script = { contentType: 'text/javascript', body: recorder };
      await page().route(`${fake.url}/widget.js`, (route) => route.fulfill(script));
      return hasRun;
    },
  };
}

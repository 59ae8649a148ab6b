import type { Parley } from '@parley/sdk';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Browser, type ColorScheme, openBrowser, type Screen } from './browser.ts';
import { type Server, startServer } from './server.ts';
import { shareServer } from './shared-server.ts';
import { setUp, signInAt } from './signed-in.ts';

/** Fixtures of a test of the dashboard; available once the tests of the block run. */
export interface Dashboard {
  readonly server: Server;
  readonly browser: Browser;
  /** A client of the first owner, who is signed in to the browser too. */
  readonly client: Parley;
}

interface DashboardOptions {
  readonly colorScheme?: ColorScheme;
  /** Settings of the server, which then is the block's own. */
  readonly environment?: () => Promise<Readonly<Record<string, string>>>;
  /** True if the block needs a server of its own: it stops it, is alone on it, or guesses passwords. */
  readonly ownServer?: boolean;
  /** Creates what the tests need, before the browser signs in. */
  readonly prepare?: (dashboard: Dashboard) => Promise<unknown>;
}

/**
 * Opens a browser for the tests of a `describe` block, and signs the first owner in. The blocks of a worker share a
 * server; what each of them sees of it is new.
 */
export function dashboard(
  screen: Screen,
  { colorScheme, environment, ownServer = environment !== undefined, prepare }: DashboardOptions = {},
): Dashboard {
  let server: Server | undefined;
  let browser: Browser | undefined;
  let client: Parley | undefined;
  const started: Dashboard = {
    get server() {
      return existing(server);
    },
    get browser() {
      return existing(browser);
    },
    get client() {
      return existing(client);
    },
  };
  beforeAll(async () => {
    if (ownServer) {
      server = await startServer(await environment?.());
      client = await setUp(server);
    } else {
      ({ server, client } = await shareServer());
    }
    browser = await openBrowser(server.url, screen, colorScheme);
    await prepare?.(started);
    await signInAt(browser, server.url);
  });
  afterEach(async ({ task }) => {
    // biome-ignore lint/suspicious/noConsole: the page's content explains a failure that can't be repeated.
    if (task.result?.state === 'fail') console.error(await browser?.state());
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  return started;
}

function existing<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The dashboard is available only in tests, hooks and prepare.');
  return part;
}

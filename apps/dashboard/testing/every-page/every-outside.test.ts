// @module-tag nightly

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, chromiumPath, desk, openBrowser } from '../setup/browser.ts';
import { type Server, startServer } from '../setup/server.ts';
import { setUp } from '../setup/signed-in.ts';
import { checkEverywhere } from './every/check.ts';

/** A page before sign-in: its path, and its heading. */
interface OutsidePage {
  readonly name: string;
  readonly path: string | (() => string);
  readonly title: string;
  /** True if the server says that it sends mail. */
  readonly mails?: boolean;
}

describe.skipIf(chromiumPath === undefined)('every page before sign-in, at every width and in both schemes', () => {
  let server: Server;
  let browser: Browser;
  let invitation = '';
  beforeAll(async () => {
    server = await startServer();
    browser = await openBrowser(server.url, desk);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const check = async ({ path, title, mails = false }: OutsidePage) => {
    const { page } = browser;
    if (mails)
      await page.route(/\/api\/password-resets$/, (route) =>
        route.fulfill({ json: { success: true, data: { mail: true } } }),
      );
    await page.setViewportSize(desk);
    await page.goto('about:blank');
    await page.goto(server.url + (typeof path === 'string' ? path : path()));
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await checkEverywhere(page)).toEqual([]);
    await page.unroute(/\/api\/password-resets$/);
    expect(browser.troubles.splice(0)).toEqual([]);
  };

  describe('without an owner', () => {
    it.each<OutsidePage>([
      { name: 'no set-up link', path: '/setup', title: 'Parley is waiting for its owner' },
      { name: 'set-up', path: () => server.setupLink.slice(server.url.length), title: 'Set up Parley' },
    ])('$name', check);
  });

  describe('with an owner', () => {
    beforeAll(async () => {
      const client = await setUp(server);
      const [{ _id: workspace } = { _id: '' }] = (await client.workspaces.list()).items;
      const body = { email: 'grace@example.com', role: 'editor' } as const;
      const { url } = await client.workspaces.invitations.create(workspace, body);
      invitation = new URL(url ?? '', server.url).hash;
    });
    it.each<OutsidePage>([
      { name: 'set-up again', path: '/setup', title: 'Parley is already set up' },
      { name: 'sign-in', path: '/sign-in', title: 'Sign in to Parley' },
      { name: 'forgotten password, without mail', path: '/forgot-password', title: 'Forgot your password?' },
      { name: 'forgotten password', path: '/forgot-password', title: 'Forgot your password?', mails: true },
      { name: 'new password', path: '/reset-password#token=some', title: 'Choose a new password' },
      { name: 'dead link for a new password', path: '/reset-password', title: 'This link does not work' },
      { name: 'invitation', path: () => `/join${invitation}`, title: 'Join Analytical Engines' },
      { name: 'dead link for an approval', path: '/approve#token=wrong', title: 'This link does not work' },
      { name: 'dead invitation', path: '/join#token=wrong', title: 'This invitation does not work' },
    ])('$name', check);
  });
});

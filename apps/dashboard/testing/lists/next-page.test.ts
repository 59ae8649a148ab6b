// @module-tag nightly

import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { ofEachShape, ofTheSameShapes } from '../setup/hostile-addresses.ts';
import { password } from '../setup/signed-in.ts';

describe.skipIf(chromiumPath === undefined)('the page after signing in', () => {
  const t = dashboard(desk);
  let elsewhere: HttpServer;
  let host = '';
  beforeAll(async () => {
    elsewhere = createServer((_request, response) => response.end('another site'));
    await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening));
    host = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    elsewhere?.closeAllConnections();
    elsewhere?.close();
  });

  /** Signs in on a page of this address; returns where that leads. */
  const signInOn = async (address: string): Promise<URL> => {
    const { page, context } = t.browser;
    await context.clearCookies();
    // A change of the fragment alone would not load the page.
    await page.goto('about:blank');
    await page.goto(t.server.url + address);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname !== '/sign-in');
    return new URL(page.url());
  };

  const isHome = async (value: string) => {
    const next = encodeURIComponent(value.replaceAll('HOST', host));
    expect((await signInOn(`/sign-in?next=${next}`)).href).toBe(`${t.server.url}/`);
    await t.browser.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  };

  it.each(ofEachShape)('is Home instead of %j', isHome);
  // next-address.test.ts tests their reader with all of them.
  it.each(ofTheSameShapes)('is Home instead of %j', { tags: 'nightly' }, isHome);

  it.each([
    ['twice', '?next=/agents&next=http://HOST'],
    ['twice, the other way round', '?next=http://HOST&next=/agents'],
    ['as an array', '?next[]=http://HOST'],
    ['in the fragment', '#next=http://HOST'],
    ['in a fragment that looks like a query', '#?next=http://HOST'],
    ['with plain slashes', '?next=//HOST/'],
    ['with a capital name', '?NEXT=http://HOST'],
    ['beside another parameter', '?workspace=x&next=//HOST&to=//HOST&href=//HOST'],
  ])('is not elsewhere if the query names another site %s', async (_, query) => {
    const { origin } = await signInOn(`/sign-in${query.replaceAll('HOST', host)}`);
    expect(origin).toBe(t.server.url);
    await t.browser.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });

  it.each(['/%2fHOST', '/%5cHOST', '/%09/HOST'])(
    'is a path of the dashboard for %j, which stays escaped',
    async (value) => {
      const next = encodeURIComponent(value.replaceAll('HOST', host));
      expect((await signInOn(`/sign-in?next=${next}`)).origin).toBe(t.server.url);
      await t.browser.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    },
  );

  it('is a page of this site for an agent whose ID would be another site, unescaped', async () => {
    const { href } = await signInOn(`/agents/%2f%2f${host}`);
    expect(href).toBe(`${t.server.url}/agents/%2f%2f${host}`);
    await t.browser.page.getByText('There is no such agent').waitFor();
  });

  it('is not asked for by a path that begins with two slashes: that is no page, and nothing follows it', async () => {
    const { page, context } = t.browser;
    await context.clearCookies();
    const answer = await page.goto(`${t.server.url}//${host}/agents`);
    expect(answer?.status()).toBe(404);
    expect(answer?.headers()['location']).toBeUndefined();
    expect(page.url()).toBe(`${t.server.url}//${host}/agents`);
  });

  it('is the page that was asked for, with its query and fragment', async () => {
    const { page } = t.browser;
    const { href } = await signInOn('/agents?q=caf%C3%A9&sort=name#list');
    expect(href).toBe(`${t.server.url}/agents?q=caf%C3%A9&sort=name#list`);
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
    expect(await page.getByLabel('Search agents', { exact: true }).inputValue()).toBe('café');
  });
});

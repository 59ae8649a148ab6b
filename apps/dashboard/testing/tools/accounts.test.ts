import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { type Acts, startActs } from '../../../server/testing/servers/acts.ts';
import { type FakeProvider, says, startFakeProvider } from '../../../server/testing/servers/fake-provider.ts';
import { calls } from '../../../server/testing/servers/fake-tools.ts';
import { startOAuthServer, type TestOAuthServer } from '../../../server/testing/servers/oauth-server.ts';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

const clientSecret = 'example-secret-not-real';

describe.skipIf(chromiumPath === undefined).each(screens)('accounts of an HTTP tool, $name', (screen) => {
  let acts: Acts;
  let auth: TestOAuthServer;
  let provider: FakeProvider;
  const t = dashboard(screen, {
    environment: async () => {
      [acts, auth, provider] = await Promise.all([startActs(), startOAuthServer(), startFakeProvider()]);
      return { ...provider.environment, PARLEY_ALLOW_PRIVATE_HOSTS: `${acts.host},127.0.0.1:${auth.port}` };
    },
  });
  afterAll(async () => {
    auth.close();
    await Promise.all([acts.close(), provider.close()]);
  });
  const button = (name: string | RegExp) => t.browser.page.getByRole('button', { name, exact: true });
  const account = (name: RegExp) => t.browser.page.getByRole('radio', { name });
  const part = (name: string) => t.browser.page.getByRole('region', { name, exact: true });
  const stored = async () => {
    const [tool] = (await t.client.tools.list()).items;
    if (tool === undefined) throw new Error('There is no tool.');
    return tool;
  };
  /** The token of the last request to the API. */
  const token = () => acts.at('/orders').at(-1)?.headers.authorization?.replace('Bearer ', '') ?? '';
  /** Signs in on the page that a link leads to. */
  const signInOn = async (opened: Page) => {
    await opened.getByRole('button', { name: 'Continue to sign in' }).click();
    await opened.waitForURL(`${auth.issuer}/**`);
    await opened.goto(`${t.server.url}/connect/callback?${auth.agree(opened.url())}`);
    await opened.getByRole('heading', { name: 'The account is connected' }).waitFor();
    await opened.close();
  };
  const save = async () => {
    await button('Save').click();
    await t.browser.page.getByText('All changes saved').waitFor();
  };

  it('is created with an OAuth client', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/tools/new`);
    await page.getByRole('radio', { name: 'HTTP request' }).click();
    await button('Continue').click();
    await page.getByLabel('Name').fill('list_orders');
    await page.getByLabel('Description').fill('Lists the orders.');
    await button('Continue').click();
    await page.getByLabel('Address', { exact: true }).fill(`${acts.url}/orders`);
    await account(/^An account of this workspace/).click();
    await button('Continue').click();
    await page.getByText('Enter the ID of the client.').waitFor();
    await page.getByLabel('Client ID').fill('parley-shop');
    await page.getByLabel('Client secret').fill(clientSecret);
    await page.getByLabel('Authorization address').fill(`${auth.issuer}/authorize`);
    await page.getByLabel('Token address').fill(`${auth.issuer}/token`);
    await page.getByLabel('Scopes').fill('orders:read');
    await checkPage(page, 'tool-client');
    await button('Continue').click();
    await button('Create tool').click();
    await part('Account').getByText('Not connected').waitFor();
    expect(await stored()).toMatchObject({
      ...{ auth: 'workspace', secretNames: ['OAUTH_CLIENT_SECRET'] },
      settings: { oauth: { clientId: 'parley-shop', scope: 'orders:read', tokenUrl: `${auth.issuer}/token` } },
    });
  });

  it('is tried as the account of the workspace, once that is connected', async () => {
    const { page, context } = t.browser;
    await button('Try it').click();
    await page.getByText(/^It failed in/).waitFor();
    expect(acts.at('/orders')).toEqual([]);
    await context.route(`${auth.issuer}/**`, (route) => route.fulfill({ body: 'Sign in here.' }));
    const [opened] = await Promise.all([context.waitForEvent('page'), button('Connect').click()]);
    await signInOn(opened);
    await part('Account').getByText('Connected', { exact: true }).waitFor();
    expect(auth.tokenRequests.at(-1)).toMatchObject({ client_id: 'parley-shop', client_secret: clientSecret });
    await button('Try it').click();
    await page.getByText(/^It worked in/).waitFor();
    expect(auth.accepts(token())).toBe(true);
    await checkPage(page, 'tool-client-connected');
  });

  it('lists the accounts of users, and disconnects one', async () => {
    const { page, context } = t.browser;
    await account(/^Each user’s own account/).click();
    await save();
    await part('Accounts of users').getByText('No user has connected an account yet.').waitFor();
    const { _id } = await stored();
    const call = calls([{ name: 'list_orders', arguments: '{}' }]);
    const tellsResult: typeof call = (response, asked) => says(String(asked.messages.at(-1)?.content))(response, asked);
    provider.play('orders', call, tellsResult);
    const agent = await t.client.agents.create({ name: 'Shop', model: 'fake/orders', tools: [{ id: _id }] });
    const { reply } = await t.client.agents.chat(agent._id, { content: 'My orders?', userId: 'ada' });
    const link = /http\S+\/connect\/\S+/.exec(reply?.content ?? '')?.[0] ?? '';
    const opened = await context.newPage();
    await opened.goto(link);
    await signInOn(opened);
    await page.reload();
    await part('Accounts of users').getByRole('row').filter({ hasText: 'ada' }).getByText('Connected').waitFor();
    await part('Account of the workspace')
      .getByText(/^Used only to try the tool here/)
      .waitFor();
    await checkPage(page, 'tool-user-accounts');
    await button('Disconnect the account of ada').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await part('Accounts of users').getByText('No user has connected an account yet.').waitFor();
    expect((await t.client.tools.connections.list(_id)).items).toEqual([]);
  });

  it('keeps the client through other edits, and deletes it with the choice of no account', async () => {
    const { page } = t.browser;
    await page.getByLabel('Description', { exact: true }).fill('Lists the orders of the user.');
    await save();
    expect(await stored()).toMatchObject({ auth: 'end_user', settings: { oauth: { clientId: 'parley-shop' } } });
    expect((await stored()).secretNames).toEqual(['OAUTH_CLIENT_SECRET']);
    await account(/^None/).click();
    await save();
    await part('Accounts of users').waitFor({ state: 'detached' });
    expect(await stored()).toMatchObject({ auth: 'none', secretNames: [] });
    expect((await stored()).settings).not.toHaveProperty('oauth');
  });

  it('throws nothing, and violates no policy', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

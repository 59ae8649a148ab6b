import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, chromiumPath, looks, openBrowser, photograph } from './browser.ts';
import { type Server, startServer } from './server.ts';
import { setUp } from './signed-in.ts';

describe.skipIf(chromiumPath === undefined).each(looks)('the API page, $name', (look) => {
  let server: Server;
  let browser: Browser;
  let key = '';
  beforeAll(async () => {
    server = await startServer();
    browser = await openBrowser(server.url, look);
    const client = await setUp(server);
    await client.agents.create({ name: 'Difference Engine guide' });
    ({ key } = await client.apiKeys.create({ name: 'Tries', scopes: ['agents:read'] }));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it('shows every operation of the document, in the colours of the system', async () => {
    const { page } = browser;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto(`${server.url}/docs`);
    await page.getByRole('heading', { level: 1, name: 'Parley' }).waitFor();
    await page.getByRole('heading', { name: 'Create an agent' }).waitFor();
    await photograph(page, look, 'api-page');
    expect(loaded).toEqual(['/docs', expect.stringMatching(/^\/docs\/scalar-[\d.]+\.js$/), '/api/openapi.json']);
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).toBe(look.colorScheme === 'dark' ? 'rgb(15, 15, 15)' : 'rgb(255, 255, 255)');
    const { paths } = await (await fetch(`${server.url}/api/openapi.json`)).json();
    expect(Object.keys(paths).length).toBeGreaterThan(20);
    // The operations of a group are listed where it begins; what is far down the page is drawn as one gets there.
    for (const path of Object.keys(paths).filter((path) => path.startsWith('/api/agents'))) {
      await page.getByText(path, { exact: true }).first().waitFor();
    }
  });
});

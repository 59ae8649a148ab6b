import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { seriousIssues } from '../setup/accessibility.ts';
import { type ColorScheme, chromiumPath, desk, phone, photograph, type Screen } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { isComplete } from '../setup/level.ts';

interface Look {
  readonly screen: Screen;
  readonly colorScheme: ColorScheme;
}

const lightDesk: Look = { screen: desk, colorScheme: 'light' };
const darkPhone: Look = { screen: phone, colorScheme: 'dark' };
/** Scalar draws the whole page for each look, so that the second one is left to `npm run test:all`. */
const looks = isComplete ? [lightDesk, darkPhone] : [lightDesk];

/** Scalar renders the whole document in one go: seconds, and many on a busy machine. */
const patience = { timeout: 50_000 };
vi.setConfig({ testTimeout: 4 * patience.timeout });

const rendered = async (page: Page) => page.getByRole('heading', { name: 'Create an agent' }).waitFor(patience);

describe.skipIf(chromiumPath === undefined).each(looks)('the API page, $screen.name, $colorScheme', (look) => {
  let key = '';
  const t = dashboard(look.screen, {
    colorScheme: look.colorScheme,
    prepare: async ({ client }) => {
      await client.agents.create({ name: 'Difference Engine guide' });
      ({ key } = await client.apiKeys.create({ name: 'Tries', scopes: ['agents:read'] }));
    },
  });

  it('shows every operation of the document, in the system’s colour scheme', async () => {
    const { page } = t.browser;
    const loaded: string[] = [];
    // Home still asks for its data.
    await page.goto('about:blank');
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto(`${t.server.url}/docs`, patience);
    await rendered(page);
    await page.getByRole('heading', { level: 1, name: 'Parley' }).waitFor(patience);
    await photograph(page, 'api-page');
    expect(loaded).toEqual(['/docs', expect.stringMatching(/^\/docs\/scalar-[\d.]+\.js$/), '/api/openapi.json']);
    expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe(look.colorScheme);
    const { paths } = (await (await fetch(`${t.server.url}/api/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(paths).length).toBeGreaterThan(30);
    const missing = async () => {
      const lines = await page.evaluate(() => document.body.innerText.split(/\s+/));
      return Object.keys(paths).filter((path) => !lines.some((line) => line.endsWith(path)));
    };
    await expect.poll(missing, patience).toEqual([]);
    // The failures of operations are references to components.
    await page
      .getByRole('region', { name: 'Update an agent' })
      .getByText('version_conflict', { exact: true })
      .first()
      .waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it('is accessible', { tags: 'nightly' }, async () => {
    const { page } = t.browser;
    // The script of the page names the last buttons after the viewer has drawn them.
    await page.waitForFunction(() => document.querySelector('button[aria-selected], button[role="search"]') === null);
    expect(await seriousIssues(page)).toEqual([]);
  });

  it('shows the sample of an operation in the chosen language', async () => {
    const { page } = t.browser;
    const create = page.getByRole('region', { name: 'Create an agent' });
    await create.getByText('$PARLEY_BASE_URL/api/agents').first().waitFor();
    await create.getByTestId('client-picker').click();
    await expect
      .poll(() => page.getByRole('option').allTextContents())
      .toEqual([
        expect.stringContaining('curl'),
        expect.stringContaining('TypeScript'),
        expect.stringContaining('Python'),
      ]);
    await page.getByRole('option', { name: 'Python' }).click();
    await create.getByText('client.agents.create(').first().waitFor();
    await photograph(page, 'api-page-samples');
  });

  it('sends a request to its own server, with the typed key', async () => {
    const { page } = t.browser;
    await page.getByPlaceholder('Token').first().fill(key);
    const operation = page.getByRole('region', { name: 'List agents' });
    await operation.getByRole('button', { name: /Test Request/ }).click();
    const [request] = await Promise.all([
      page.waitForRequest((request) => new URL(request.url()).pathname === '/api/agents'),
      page.getByRole('button', { name: /^Send/ }).first().click(),
    ]);
    expect(request.url()).toBe(`${t.server.url}/api/agents`);
    expect((await request.allHeaders())['authorization']).toBe(`Bearer ${key}`);
    await page.getByText('"Difference Engine guide"').first().waitFor();
    await photograph(page, 'api-page-request');
  });

  it('forgets the key on reload', async () => {
    const { page } = t.browser;
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain(key);
    await page.reload(patience);
    await rendered(page);
    expect(await page.getByPlaceholder('Token').first().inputValue()).toBe('');
  });

  it('offers the document as a download', async () => {
    const { page } = t.browser;
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /Download OpenAPI Document/ })
        .first()
        .click(),
    ]);
    expect(await download.failure()).toBeNull();
  });

  it('leads to the page of errors, which is as wide as the screen', async () => {
    const { page } = t.browser;
    await page.getByRole('link', { name: 'every code' }).first().waitFor();
    await page.goto(`${t.server.url}/docs/errors#agent_not_found`);
    await page.getByRole('heading', { name: 'agent_not_found' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light dark');
    await photograph(page, 'errors-page');
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

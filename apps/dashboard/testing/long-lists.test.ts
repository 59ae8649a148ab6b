import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousIssues } from './accessibility.ts';
import { addMembers } from './add-members.ts';
import { type Browser, chromiumPath, looks, openBrowser, photograph } from './browser.ts';
import { type Server, startServer } from './server.ts';
import { setUp, signInAt } from './signed-in.ts';

const look = looks[0];

/** More than the API returns on one page (100). */
const many = 105;
/** Concurrent requests while the lists are filled. */
const batch = 15;

describe.skipIf(chromiumPath === undefined)('lists longer than one page', () => {
  let server: Server;
  let browser: Browser;
  let client: Parley;
  beforeAll(async () => {
    server = await startServer();
    browser = await openBrowser(server.url, look);
    client = await setUp(server);
    await signInAt(browser, server.url);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const rows = (within = 'main') => browser.page.locator(`${within} tbody tr`);
  const loadAll = async (within = 'main') => {
    const button = browser.page.locator(within).getByRole('button', { name: 'Load more' }).first();
    while ((await button.count()) > 0) {
      const before = await rows(within).count();
      await button.click();
      await expect.poll(() => rows(within).count()).toBeGreaterThan(before);
    }
  };

  it('active keys come first, and every key can be reached', async () => {
    const { page } = browser;
    const create = (name: string) => client.apiKeys.create({ name, scopes: ['agents:read'] });
    await create('The oldest key');
    await inBatches(many, async (index) => {
      const { _id } = await create(`Ended ${index}`);
      await client.apiKeys.revoke(_id);
    });
    await page.goto(`${server.url}/settings/api-keys`);
    await page.getByText('1 active key', { exact: true }).waitFor();
    await rows().filter({ hasText: 'The oldest key' }).waitFor();
    expect(await rows().count()).toBe(1);

    await page.getByText('Revoked', { exact: true }).click();
    await page.getByText(`${many} revoked keys`).waitFor();
    await page.getByText(`50 of ${many} shown`).waitFor();
    await photograph(page, look, 'keys-long');
    expect(await seriousIssues(page)).toEqual([]);
    await loadAll();
    expect(await rows().count()).toBe(many);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(`${many} shown`);

    await page.reload();
    await page.getByText(`${many} revoked keys`).waitFor();
    await page.getByText('Expired', { exact: true }).click();
    await page.getByText('No expired keys').waitFor();
  });

  it('every member and every invitation can be reached', async () => {
    const { page } = browser;
    const [{ _id: workspaceId } = { _id: '' }] = (await client.workspaces.list()).items;
    const invite = (email: string) => client.workspaces.invitations.create(workspaceId, { email, role: 'viewer' });
    addMembers(server.folder, workspaceId, many);
    await inBatches(many, (index) => invite(`guest-${index}@example.com`));

    await page.goto(`${server.url}/settings/members`);
    await page.getByText(`${many + 1} members`).waitFor();
    await page.getByText(`${many} invitations`).waitFor();
    await photograph(page, look, 'members-long');
    const invitations = 'section[aria-label="Invitations"]';
    await loadAll(invitations);
    expect(await rows(invitations).count()).toBe(many);
    await loadAll();
    expect(await rows().count()).toBe(many + 1 + many);
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(browser.troubles).toEqual([]);
  });
});

/** Runs a function for each index below `count`, in batches. */
async function inBatches(count: number, run: (index: number) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < count; start += batch) {
    const size = Math.min(batch, count - start);
    await Promise.all(Array.from({ length: size }, (_, index) => run(start + index)));
  }
}

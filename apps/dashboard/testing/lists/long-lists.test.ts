// @module-tag nightly

import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { addMembers } from '../setup/add-members.ts';
import { chromiumPath, desk, photograph } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

/** More than the API returns on one page (100). */
const many = 105;
/** Concurrent requests while the lists are filled. */
const batch = 15;

describe.skipIf(chromiumPath === undefined)('lists longer than one page', () => {
  const t = dashboard(desk, { environment: async () => ({ PARLEY_PLAN_QUOTAS: 'free.invitations=1000' }) });

  const rows = (within = 'main') => t.browser.page.locator(`${within} :is(tbody tr, li:has(a[data-row]))`);
  const loadAll = async (within = 'main') => {
    const button = t.browser.page.locator(within).getByRole('button', { name: 'Load more' }).first();
    while ((await button.count()) > 0) {
      const before = await rows(within).count();
      await button.click();
      await expect.poll(() => rows(within).count()).toBeGreaterThan(before);
    }
  };

  it('active keys come first, and every key can be reached', async () => {
    const { page } = t.browser;
    const create = (name: string) => t.client.apiKeys.create({ name, scopes: ['agents:read'] });
    await create('The oldest key');
    await inBatches(many, async (index) => {
      const { _id } = await create(`Ended ${index}`);
      await t.client.apiKeys.revoke(_id);
    });
    await page.goto(`${t.server.url}/settings/api-keys`);
    await page.getByText('1 active key', { exact: true }).waitFor();
    await rows().filter({ hasText: 'The oldest key' }).waitFor();
    expect(await rows().count()).toBe(1);

    await page.getByText('Revoked', { exact: true }).click();
    await page.getByText(`${many} revoked keys`).waitFor();
    await page.getByText(`50 of ${many} shown`).waitFor();
    await checkPage(page, 'keys-long');
    await loadAll();
    expect(await rows().count()).toBe(many);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(`${many} shown`);

    await page.reload();
    await page.getByText(`${many} revoked keys`).waitFor();
    await page.getByText('Expired', { exact: true }).click();
    await page.getByText('No expired keys').waitFor();
  });

  it('every member and every invitation can be reached', async () => {
    const { page } = t.browser;
    const [{ _id: workspaceId } = { _id: '' }] = (await t.client.workspaces.list()).items;
    const invite = (email: string) => t.client.workspaces.invitations.create(workspaceId, { email, role: 'viewer' });
    addMembers(t.server.folder, workspaceId, many);
    await inBatches(many, (index) => invite(`guest-${index}@example.com`));

    await page.goto(`${t.server.url}/settings/members`);
    await page.getByText(`${many + 1} members`).waitFor();
    await page.getByText(`${many} invitations`).waitFor();
    await photograph(page, 'members-long');
    const invitations = 'section[aria-label="Invitations"]';
    await loadAll(invitations);
    expect(await rows(invitations).count()).toBe(many);
    await loadAll();
    expect(await rows().count()).toBe(many + 1 + many);
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

/** Runs a function for each index below `count`, in batches. */
async function inBatches(count: number, run: (index: number) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < count; start += batch) {
    const size = Math.min(batch, count - start);
    await Promise.all(Array.from({ length: size }, (_, index) => run(start + index)));
  }
}

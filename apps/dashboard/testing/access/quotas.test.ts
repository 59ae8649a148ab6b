// @module-tag nightly

import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

const limits = ['free.agents=5', 'free.members=1', 'free.conversations=unlimited', 'free.storedBytes=10GiB'].join();

describe.skipIf(chromiumPath === undefined).each(screens)('quotas, $name', (screen) => {
  const t = dashboard(screen, {
    environment: async () => ({ PARLEY_PLAN_QUOTAS: limits }),
    prepare: async ({ client }) => {
      for (const name of ['A', 'B', 'C', 'D']) await client.agents.create({ name, model: 'builtin/echo' });
    },
  });

  it('are shown with what is used, and warn before they are full', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/settings/usage`);
    const row = (label: string) => page.getByRole('listitem').filter({ hasText: label });
    await row('Agents').getByText('4 of 5').waitFor();
    expect(await row('Agents').getByText('80 % used').count()).toBe(1);
    expect(await row('Agents').getByRole('meter', { name: 'Agents' }).getAttribute('aria-valuenow')).toBe('4');
    expect(await row('Members').getByText('Full: no more can be added.').count()).toBe(1);
    expect(await row('Conversations').getByText('Unlimited').count()).toBe(1);
    expect(await row('Files').getByText('0 bytes of 10 GiB').count()).toBe(1);
    expect(await row('Workspaces').getByText('used').count()).toBe(0);
    await checkPage(page, 'quotas');
  });

  it('refuse in words that say what to do', async () => {
    const { page } = t.browser;
    await t.client.agents.create({ name: 'E', model: 'builtin/echo' });
    await page.goto(`${t.server.url}/agents/new`);
    await page.getByLabel('Name', { exact: true }).fill('One more');
    await page.getByRole('button', { name: /^Create/ }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'The account has 5 of 5 agents' });
    await notice.getByText('Delete agents that are not used').waitFor();
    await checkPage(page, 'quota-full');
  });
});

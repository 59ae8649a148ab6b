// @module-tag nightly

import { describe, expect, it } from 'vitest';
import { chromiumPath, desk, holdBack } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined)('the filters of a list', () => {
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
      await client.agents.chat(agent, { message: 'Where is my parcel?' });
    },
  });

  it.each([
    { path: '/agents', none: 'No agent matches', some: '1 agent', empty: 'No agents yet' },
    { path: '/conversations', none: 'No conversation matches', some: '1 conversation', empty: 'No conversations yet' },
  ])('$path: clearing the search keeps the focus, and never says that the list is empty', async (list) => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}${list.path}?q=zebra`);
    await page.getByText(list.none).waitFor();
    const letThrough = await holdBack(page, new RegExp(`/api${list.path}\\?`));
    await page.getByRole('searchbox').fill('');
    await page.waitForURL((url) => !url.searchParams.has('q'));
    await page.getByText(list.none).waitFor({ state: 'detached' });
    expect(await page.getByText(list.empty).count()).toBe(0);
    letThrough();
    await page.getByText(list.some, { exact: true }).waitFor();
    expect(await page.getByRole('searchbox').evaluate((element) => element === document.activeElement)).toBe(true);
    await page.unroute(/./);
  });
});

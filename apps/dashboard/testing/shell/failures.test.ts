// @module-tag nightly

import { describe, expect, it } from 'vitest';
import { chromiumPath, holdBack, phone, photograph } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

/** Longer than any polling interval, in ms. */
const untilNews = 4_000;

describe.skipIf(chromiumPath === undefined)('a page that could not be loaded', () => {
  let conversationId = '';
  const t = dashboard(phone, {
    prepare: async ({ client }) => {
      const { _id } = await client.agents.create({ name: 'Guide', model: 'builtin/echo' });
      conversationId = (await client.agents.chat(_id, { message: 'Where is it?' })).conversation._id;
    },
  });
  const at = (path: string) => t.browser.page.goto(t.server.url + path);
  const problem = () => t.browser.page.getByRole('alert').filter({ hasText: 'It is broken.' });
  /** Refuses matching requests until the returned function is called. */
  const refuse = async (address: RegExp) => {
    const body = {
      success: false,
      error: 'It is broken.',
      code: 'internal_error',
      requestId: 'req_01m7zepyr7eh39eneeqs',
    };
    await t.browser.page.route(address, (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: JSON.stringify(body) }),
    );
    return () => t.browser.page.unroute(address);
  };

  it('shows the failure until the user retries', async () => {
    const { page } = t.browser;
    // Not the quotas as well: their notice would be there first, and give way to the page's notice.
    const mend = await refuse(/\/api\/usage$/);
    await at('/settings/usage');
    const shown = await problem().elementHandle();
    await photograph(page, 'failed');
    await page.waitForTimeout(untilNews);
    expect(await shown?.evaluate((element) => element.isConnected)).toBe(true);
    const words = await problem().getByText('Request', { exact: true }).boundingBox();
    expect(words?.height).toBeLessThan(24);
    await mend();
    await problem().getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Requests this minute').waitFor();
    await problem().waitFor({ state: 'detached' });
  });

  it('an unknown conversation is reported once, without a retry button', async () => {
    const { page } = t.browser;
    await at('/conversations/conv_unknown');
    const notice = page.getByRole('alert').filter({ hasText: 'There is no such conversation.' });
    const shown = await notice.elementHandle();
    await page.waitForTimeout(untilNews);
    expect(await shown?.evaluate((element) => element.isConnected)).toBe(true);
    expect(await notice.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('messages that failed to load can be loaded again', async () => {
    const { page } = t.browser;
    const mend = await refuse(/\/messages\?/);
    // The first event would load them without the button.
    const letThrough = await holdBack(page, /\/events$/);
    await at(`/conversations/${conversationId}`);
    await problem().waitFor();
    await mend();
    await problem().getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('article').getByText('Where is it?').first().waitFor();
    await problem().waitFor({ state: 'detached' });
    letThrough();
  });

  it('first steps with unknown state are not shown as undone', async () => {
    const { page } = t.browser;
    const mend = await refuse(/\/api\/agents\?/);
    await at('/');
    await problem().first().waitFor();
    expect(await page.getByText('First steps').count()).toBe(0);
    await mend();
    await problem().first().getByRole('button', { name: 'Try again' }).click();
    await page.getByText('First steps').waitFor();
  });

  it('members that failed to load leave no loading placeholder', async () => {
    const { page } = t.browser;
    const mend = await refuse(/\/api\/workspaces\/[^/]+\/members/);
    await at('/settings/members');
    await problem().waitFor();
    expect(await page.locator('main [aria-busy=true]').count()).toBe(0);
    await mend();
    await problem().getByRole('button', { name: 'Try again' }).click();
    await page.getByText('ada@example.com').waitFor();
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

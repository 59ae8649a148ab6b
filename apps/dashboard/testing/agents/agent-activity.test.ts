// @module-tag nightly

import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, holdBack, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined).each(screens)('the activity of an agent, $name', (screen) => {
  let busy: string;
  let quiet: string;
  const t = dashboard(screen, {
    prepare: async ({ client }) => {
      quiet = (await client.agents.create({ name: 'Quiet guide', model: 'builtin/echo' }))._id;
      busy = (await client.agents.create({ name: 'Busy guide', model: 'builtin/echo' }))._id;
      const { reply } = await client.agents.chat(busy, { content: 'Where is my parcel?' });
      await client.messages.rate(reply?._id ?? '', { rating: 'negative' });
      await client.agents.chat(busy, { content: 'Do you ship to Norway?' });
    },
  });
  const at = (path: string) => t.browser.page.goto(t.server.url + path);
  const figure = (label: string) => t.browser.page.getByRole('link', { name: label });

  it('counts conversations, messages and feedback, and shows the last conversations', async () => {
    const { page } = t.browser;
    await at(`/agents/${busy}`);
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    const volume = page.getByRole('region', { name: 'Conversations' });
    await volume.getByText('4', { exact: true }).first().waitFor();
    await page.getByRole('table', { name: 'Conversations on each of the last 30 days' }).waitFor();
    await page.getByRole('table', { name: 'Good and bad replies on each of the last 30 days' }).waitFor();
    await figure('Bad feedback 1').waitFor();
    await figure('Failed replies 0').waitFor();
    await page.getByText('Agent: Do you ship to Norway?').waitFor();
    await checkPage(page, `agent-activity-${screen.name}`);
    await page.getByRole('link', { name: 'Do you ship to Norway?', exact: true }).click();
    await page.getByRole('heading', { name: 'Do you ship to Norway?' }).waitFor();
  });

  it('keeps the number of days in the address', async () => {
    const { page } = t.browser;
    await at(`/agents/${busy}/activity`);
    await page.getByRole('radiogroup', { name: 'Days shown' }).getByText('7 days').click();
    await page.waitForURL((url) => url.searchParams.get('days') === '7');
    await page
      .getByRole('table', { name: /on each of the last 7 days/ })
      .first()
      .waitFor();
    await page.reload();
    await page
      .getByRole('table', { name: /on each of the last 7 days/ })
      .first()
      .waitFor();
    await page.getByRole('radiogroup', { name: 'Days shown' }).getByText('30 days').click();
    await page.waitForURL((url) => !url.searchParams.has('days'));
  });

  it('leads to the conversations of the agent that failed, or have negative feedback', async () => {
    const { page } = t.browser;
    await at(`/agents/${busy}/activity`);
    await figure('Failed replies 0').click();
    await page.waitForURL((url) => url.searchParams.get('view') === 'failed' && url.searchParams.get('agent') === busy);
    await page.goBack();
    await figure('Bad feedback 1').click();
    await page.waitForURL((url) => url.searchParams.get('view') === 'negative');
    await page.getByText('Where is my parcel?').first().waitFor();
    expect(await page.getByText('Do you ship to Norway?').count()).toBe(0);
  });

  it('says that an agent has no conversations, and what to do', async () => {
    const { page } = t.browser;
    await at(`/agents/${quiet}/activity`);
    await page.getByRole('heading', { name: 'No conversations yet' }).waitFor();
    await checkPage(page, `agent-activity-empty-${screen.name}`);
    await page.getByRole('link', { name: 'Connect a channel' }).click();
    await page.waitForURL(`**/agents/${quiet}/channels`);
  });

  it('shows the last conversations while the figures are slow, and a failure of the figures with a retry', async () => {
    const { page } = t.browser;
    const statistics = /\/api\/conversations\/statistics/;
    const letThrough = await holdBack(page, statistics);
    await at(`/agents/${busy}/activity`);
    await page.getByText('Agent: Do you ship to Norway?').waitFor();
    await page.getByRole('region', { name: 'Conversations' }).getByText('Failed replies').waitFor();
    letThrough();
    await page
      .getByRole('table', { name: /on each of the last 30 days/ })
      .first()
      .waitFor();
    await page.unroute(statistics);
    const error = { success: false, error: 'It is broken.', code: 'internal_error', requestId: 'req_1' };
    await page.route(statistics, (route) => route.fulfill({ status: 400, json: error }));
    await page.reload();
    const problem = page.getByRole('alert').filter({ hasText: 'It is broken.' });
    await problem.waitFor();
    await page.getByText('Agent: Do you ship to Norway?').waitFor();
    await page.unroute(statistics);
    await problem.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByRole('table', { name: /on each of the last 30 days/ })
      .first()
      .waitFor();
  });

  it('is in the list of agents: conversations of 30 days, and the latest activity', async () => {
    const { page } = t.browser;
    await at('/agents');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('Busy guide').waitFor();
    await checkPage(page, `agents-${screen.name}`);
    if (screen.width < 700) return;
    await row('Busy guide').getByText('2 conversations').waitFor();
    await row('Quiet guide').getByText('None yet').waitFor();
  });
});

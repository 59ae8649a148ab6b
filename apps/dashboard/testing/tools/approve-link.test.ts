import { afterAll, describe, expect, it, vi } from 'vitest';
import { type FakeProvider, says, startFakeProvider } from '../../../server/testing/servers/fake-provider.ts';
import { calls } from '../../../server/testing/servers/fake-tools.ts';
import { startMailServer } from '../../../server/testing/servers/mail-server.ts';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, phone } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

const mail = await startMailServer();

describe.skipIf(chromiumPath === undefined)('a mailed link that approves, on a phone', () => {
  let provider: FakeProvider | undefined;
  const t = dashboard(phone, {
    environment: async () => {
      provider = await startFakeProvider();
      return { ...provider.environment, ...mail.environment };
    },
  });
  afterAll(async () => {
    await Promise.all([mail.close(), provider?.close()]);
  });
  const button = (name: string) => t.browser.page.getByRole('button', { name, exact: true });

  /** Has a model call a tool that its owner must approve; returns the call, and the link in the mail. */
  const ask = async (name: string) => {
    provider?.play(name, calls([{ name, arguments: '{"timeZone":"Europe/Berlin"}' }]), says('It is noon.'));
    const { user } = await t.client.me.retrieve();
    const tool = await t.client.tools.create({
      ...{ type: 'builtin', name, description: 'Tells the time.', settings: { function: 'current_time' } },
      approvers: [user._id],
    });
    const tools = [{ id: tool._id, requiresApproval: true }];
    const agent = await t.client.agents.create({ name: 'Support', model: `fake/${name}`, tools });
    const { conversation } = await t.client.agents.chat(agent._id, { content: 'What time is it?' });
    const [call] = (await t.client.toolCalls.list({ conversationId: conversation._id })).items;
    const link = await vi.waitFor(
      () => {
        const found = mail.mails.find(({ text }) => text.includes(`“${name}”`))?.text.match(/\/approve#\S+/)?.[0];
        if (found === undefined) throw new Error('There is no mail with a link.');
        return found;
      },
      { timeout: 30_000, interval: 50 },
    );
    return { call: call?._id ?? '', link: t.server.url + link };
  };
  const open = async (link: string, title: string) => {
    await t.browser.page.goto('about:blank');
    await t.browser.page.goto(link);
    await t.browser.page.getByRole('heading', { level: 1, name: title }).waitFor();
  };

  it('shows the exact call without a session, and runs it once it is approved', async () => {
    const { page, context } = t.browser;
    const { call, link } = await ask('tell_time');
    await context.clearCookies();
    await open(link, 'Approve tell_time?');
    await page.getByRole('cell', { name: 'Europe/Berlin' }).waitFor();
    await page.getByText('You decide as').waitFor();
    expect(page.url()).not.toContain('#');
    await checkPage(page, 'approve-link');
    await page.getByLabel('Reason').fill('Only a look.');
    await button('Approve').click();
    await page.getByRole('heading', { name: 'tell_time is approved' }).waitFor();
    await checkPage(page, 'approve-link-approved');
    await expect
      .poll(async () => (await t.client.toolCalls.retrieve(call)).status, { timeout: 30_000 })
      .toBe('completed');
    expect(await t.client.toolCalls.retrieve(call)).toMatchObject({ reason: 'Only a look.' });
    await open(link, 'This link does not work');
    await checkPage(page, 'approve-link-dead');
  });

  it('says if another person was faster, and leads to the dashboard if the link alone does not decide', async () => {
    const { page } = t.browser;
    const { call, link } = await ask('tell_date');
    await open(link, 'Approve tell_date?');
    await t.client.toolCalls.approve(call);
    await button('Deny').click();
    await page.getByRole('heading', { name: 'tell_date is approved' }).waitFor();
    await page.getByText('Your decision was not taken.').waitFor();
    await checkPage(page, 'approve-link-late');
    await page.route('**/api/approval-links/read', (route) =>
      route.fulfill({
        status: 403,
        json: { success: false, error: 'Sign in.', code: 'approval_needs_sign_in', requestId: 'r' },
      }),
    );
    await open(link, 'Sign in to decide');
    await checkPage(page, 'approve-link-sign-in');
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Open approvals' }).waitFor();
  });
});

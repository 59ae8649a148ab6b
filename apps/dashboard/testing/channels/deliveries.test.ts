// @module-tag nightly

import { afterAll, describe, expect, it } from 'vitest';
import { refuses, says, startFakeProvider } from '../../../server/testing/servers/fake-provider.ts';
import { startWhatsappServer, type WhatsappServer } from '../../../server/testing/servers/whatsapp-server.ts';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

const hour = 60 * 60_000;

describe.skipIf(chromiumPath === undefined).each(screens)('messages on their way to a messenger, $name', (screen) => {
  let whatsapp: WhatsappServer;
  let provider: Awaited<ReturnType<typeof startFakeProvider>>;
  let agentId = '';
  let inbound = '';
  afterAll(async () => {
    await whatsapp?.close();
    await provider?.close();
  });
  const t = dashboard(screen, {
    environment: async () => {
      whatsapp = await startWhatsappServer();
      provider = await startFakeProvider();
      provider.play('support', says('We ship to Norway in a week.'));
      return {
        ...provider.environment,
        PARLEY_PLATFORM_URLS: `whatsapp=${whatsapp.url}`,
        PARLEY_ALLOW_PRIVATE_HOSTS: new URL(whatsapp.url).host,
      };
    },
    prepare: async ({ client }) => {
      agentId = (await client.agents.create({ name: 'Support', model: 'fake/support' }))._id;
      const { phoneNumberId, accessToken, appSecret } = whatsapp;
      const settings = { phoneNumberId, accessToken, appSecret };
      const { urls } = await client.channels.create(agentId, { type: 'whatsapp', name: 'Shop', settings });
      inbound = urls.inbound ?? '';
      await whatsapp.say(inbound, { text: 'Do you ship to Norway?' });
    },
  });
  const press = (name: string) => t.browser.page.getByRole('button', { name, exact: true }).click();
  const message = (words: string) =>
    t.browser.page.getByRole('article').filter({ has: t.browser.page.getByText(words, { exact: true }) });
  const reply = async (text: string) => {
    await t.browser.page.getByLabel('Your reply').fill(text);
    await t.browser.page.keyboard.press('Enter');
  };
  const seen = (text: string) => whatsapp.seen().filter((each) => each.text === text);
  const idInPath = () => /conv_[^/?]+/.exec(t.browser.page.url())?.[0] ?? '';

  it('a reply is sent, and delivered once the platform says so', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/conversations`);
    await page.getByRole('link', { name: 'Do you ship to Norway?' }).click();
    const answer = message('We ship to Norway in a week.');
    await answer.getByText('Delivery: Sent').waitFor();
    await checkPage(page, 'delivery-sent');
    const [sent] = seen('We ship to Norway in a week.');
    if (sent === undefined) throw new Error('WhatsApp has the reply.');
    await whatsapp.tell(inbound, sent, ['delivered']);
    await answer.getByText('Delivery: Delivered').waitFor({ timeout: 30_000 });
    // A message of the user has no delivery.
    expect(await message('Do you ship to Norway?').getByText('Delivery:').count()).toBe(0);
  });

  it('a person’s reply goes out through the channel', async () => {
    await press('Take over');
    await reply('I am Ada, a person.');
    await message('I am Ada, a person.').getByText('Delivery: Sent').waitFor();
    expect(seen('I am Ada, a person.').length).toBe(1);
  });

  it('a message that failed says why, and is sent again on request', async () => {
    const { page } = t.browser;
    const refusal = {
      status: 400,
      json: { error: { message: '(#131026) Message undeliverable', type: 'OAuthException', code: 131026 } },
    };
    whatsapp.fails('/messages', refusal);
    await reply('Which order is it?');
    const failed = message('Which order is it?');
    await failed.getByText(/^Not delivered: /).waitFor();
    await checkPage(page, 'delivery-failed');
    expect(seen('Which order is it?')).toEqual([]);
    await failed.getByRole('button', { name: 'Send again' }).click();
    await failed.getByText('Delivery: Sent').waitFor();
    expect(seen('Which order is it?').length).toBe(1);
  });

  it('a message whose delivery is unknown is sent again only if its user may get it twice', async () => {
    const { page } = t.browser;
    whatsapp.fails('/messages', 'lost');
    await reply('Here is your label.');
    const unknown = message('Here is your label.');
    await unknown.getByText(/^Not known whether it was delivered: /).waitFor();
    await checkPage(page, 'delivery-unknown');
    await unknown.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Then the user gets it twice.').waitFor();
    await press('Cancel');
    expect(seen('Here is your label.').length).toBe(1);
    await unknown.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await unknown.getByText('Delivery: Sent').waitFor();
    expect(seen('Here is your label.').length).toBe(2);
  });

  it('the set-up names what failed, with its conversation', async () => {
    const { page } = t.browser;
    whatsapp.fails('/messages', 'lost');
    await reply('Anything else?');
    await message('Anything else?')
      .getByText(/^Not known/)
      .waitFor();
    const conversation = idInPath();
    const { channel } = await t.client.conversations.retrieve(conversation);
    await page.goto(`${t.server.url}/agents/${agentId}/channels/${channel}/setup`);
    const connection = page.getByRole('region', { name: 'Connection' });
    await connection.getByRole('link', { name: 'Do you ship to Norway?' }).waitFor();
    await checkPage(page, 'messenger-failures');
    await connection.getByRole('link', { name: 'Do you ship to Norway?' }).click();
    await message('Anything else?').waitFor();
    expect(idInPath()).toBe(conversation);
  });

  it('a reply that would not reach its user keeps its text, and says why', async () => {
    const { page } = t.browser;
    // Sheena wrote more than a day ago.
    await whatsapp.say(inbound, {
      text: 'Are you open today?',
      at: Date.now() - 25 * hour,
      by: { phone: '16505559999', name: 'Charles' },
    });
    await page.goto(`${t.server.url}/conversations`);
    await page.getByRole('link', { name: 'Are you open today?' }).click();
    await press('Take over');
    await reply('We are open until six.');
    await page.getByRole('alert').filter({ hasText: '24' }).waitFor();
    await expect.poll(() => page.getByLabel('Your reply').inputValue()).toBe('We are open until six.');
    await checkPage(page, 'reply-undeliverable');
  });

  it('a conversation waits for a person after the agent failed', async () => {
    const { page } = t.browser;
    provider.play('support', refuses(400));
    await whatsapp.say(inbound, { text: 'Can I pay later?', by: { phone: '16505557777', name: 'Grace' } });
    await page.goto(`${t.server.url}/conversations`);
    const row = page.getByRole('row').filter({ hasText: 'Can I pay later?' });
    await row.getByText('Waits for a person').waitFor({ timeout: 30_000 });
    await checkPage(page, 'conversations-waiting');
    await row.getByRole('link', { name: 'Can I pay later?' }).click();
    await page.getByText('This conversation waits for a person. The agent does not reply.').waitFor();
    await page.getByText('Apology: sent').waitFor();
    await checkPage(page, 'conversation-waiting');
    await press('Take over');
    await page.getByText('You took over. The agent does not reply.').waitFor();
    await press('Give back to the agent');
    await page.getByText('The agent replies here.').waitFor();
  });

  it('asks for no deliveries where there is no messenger', async () => {
    const { page } = t.browser;
    // The page of the test before asks for deliveries.
    await page.goto(`${t.server.url}/conversations`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const { _id: widget } = await t.client.channels.create(agentId, { type: 'page', name: 'Help' });
    const headers = { 'content-type': 'application/json' };
    const visitor = await fetch(`${t.server.url}/api/channels/${widget}/visitors`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    const { token } = (await visitor.json()).data;
    await fetch(`${t.server.url}/api/agents/${agentId}/chat`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: JSON.stringify({ content: 'Hello from the page' }),
    });
    await page.goto(`${t.server.url}/conversations`);
    const answered = page.waitForResponse((response) => response.url().endsWith(`/api/channels/${widget}`));
    await page.getByRole('link', { name: 'Hello from the page' }).waitFor();
    await page.getByRole('link', { name: 'Hello from the page' }).click();
    await page.getByRole('article').first().waitFor();
    await answered;
    // Components that are rendered with the answer would have asked by then.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(asked.filter((url) => url.includes('/deliveries'))).toEqual([]);
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

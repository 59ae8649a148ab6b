// @module-tag nightly

import { afterAll, describe, expect, it } from 'vitest';
import { startTelegramServer } from '../../../server/testing/servers/telegram-server.ts';
import { startWhatsappServer, type WhatsappServer } from '../../../server/testing/servers/whatsapp-server.ts';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined).each(screens)('messengers as channels, on the $name', (screen) => {
  let telegram: Awaited<ReturnType<typeof startTelegramServer>>;
  let whatsapp: WhatsappServer;
  let agentId = '';
  let mailbox = '';
  afterAll(async () => {
    await telegram?.close();
    await whatsapp?.close();
  });
  const t = dashboard(screen, {
    environment: async () => {
      telegram = await startTelegramServer();
      whatsapp = await startWhatsappServer();
      const hosts = [telegram.url, whatsapp.url].map((url) => new URL(url).host);
      return {
        PARLEY_PLATFORM_URLS: `telegram=${telegram.url},whatsapp=${whatsapp.url}`,
        PARLEY_ALLOW_PRIVATE_HOSTS: hosts.join(','),
      };
    },
    prepare: async ({ client }) => {
      agentId = (await client.agents.create({ name: 'Support', model: 'builtin/echo' }))._id;
      const login = { smtpHost: 'smtp.shop.test', smtpUser: 'support', smtpPassword: 'secret' };
      const settings = { address: 'support@shop.test', inbound: 'webhook', ...login };
      const other = (await client.agents.create({ name: 'Mail', model: 'builtin/echo' }))._id;
      const made = await client.channels.create(other, { type: 'email', status: 'inactive', settings });
      mailbox = `${other}/channels/${made._id}`;
    },
  });
  const open = (path = '') => t.browser.page.goto(`${t.server.url}/agents/${agentId}/channels${path}`);
  const press = (name: string) => t.browser.page.getByRole('button', { name, exact: true }).click();
  const dialog = () => t.browser.page.getByRole('dialog');
  const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });
  const copied = () => t.browser.page.evaluate(() => navigator.clipboard.readText());
  const tab = (name: string) =>
    t.browser.page.getByRole('navigation', { name: 'Channel tabs' }).getByRole('link', { name }).click();
  /** Opens the steps of the dialog, which a wide screen shows at once. */
  const showSteps = async () => {
    if (screen.width < 900) await dialog().getByText('Steps, from the beginning').click();
  };
  const idInPath = () => /channel_[^/]+/.exec(t.browser.page.url())?.[0] ?? '';

  it('shows the kinds, each with its mark', async () => {
    const { page } = t.browser;
    await open();
    for (const kind of ['Telegram', 'WhatsApp'])
      await page.getByRole('region', { name: kind }).getByText('Off', { exact: true }).waitFor();
    await checkPage(page, 'messengers-none');
  });

  it('tells the steps beside the form, with what is pasted', async () => {
    await press('Add telegram');
    await showSteps();
    const link = dialog().getByRole('link', { name: 't.me/BotFather' });
    expect(await link.getAttribute('href')).toBe('https://t.me/BotFather');
    await inDialog('Copy /newbot').click();
    expect(await copied()).toBe('/newbot');
    await checkPage(t.browser.page, 'messenger-add');
  });

  it('refuses a token that has another form before anything is asked', async () => {
    const token = dialog().getByLabel('Bot token');
    await token.fill('not a token');
    await inDialog('Check').click();
    await dialog().getByText('This doesn’t match the description above.').waitFor();
    expect(telegram.calls).toEqual([]);
  });

  it('says what the platform says of a wrong token before the channel is saved', async () => {
    const token = dialog().getByLabel('Bot token');
    await token.fill(`700000001:${'A'.repeat(35)}`);
    await inDialog('Add channel').click();
    await dialog().getByText('The settings are not accepted.').waitFor();
    await dialog()
      .getByText(/Telegram/)
      .first()
      .waitFor();
    await checkPage(t.browser.page, 'messenger-refused');
    expect((await t.client.channels.list(agentId)).items).toEqual([]);
    await inDialog('Fix').click();
    expect(await token.and(t.browser.page.locator(':focus')).count()).toBe(1);
    // A new token is not refused yet.
    await token.fill(telegram.addBot('bookshop_bot').token);
    await inDialog('Add anyway').waitFor({ state: 'detached' });
    await inDialog('Check').click();
    await dialog().getByText('Telegram accepts the token of @bookshop_bot.').waitFor();
    await checkPage(t.browser.page, 'messenger-checked');
  });

  it('opens the set-up of the new channel, with how it is connected', async () => {
    const { page } = t.browser;
    await inDialog('Add channel').click();
    await page.getByRole('heading', { level: 1, name: 'Telegram' }).waitFor();
    await page.getByRole('heading', { name: 'Steps' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/setup$/);
    // This server has no https address, which Telegram wants.
    const alert = page.getByRole('alert').filter({ hasText: 'Telegram refuses the address of this channel' });
    await alert.waitFor();
    await alert.getByText(/Correct it in the settings or on the platform/).waitFor();
    await page
      .getByRole('region', { name: 'Connection' })
      .getByText(/^checked/)
      .waitFor();
    await checkPage(page, 'messenger-error');
  });

  it('adds what is refused if that is wanted', async () => {
    await open();
    await press('Add telegram');
    await dialog().getByLabel('Name').fill('Later');
    await dialog()
      .getByLabel('Bot token')
      .fill(`700000002:${'B'.repeat(35)}`);
    await inDialog('Add channel').click();
    await inDialog('Add anyway').click();
    await t.browser.page.getByRole('heading', { level: 1, name: 'Later' }).waitFor();
    expect((await t.client.channels.retrieve(idInPath())).settings).not.toHaveProperty('botToken');
  });

  it('has a manifest to copy as one text', async () => {
    await open();
    await press('Add slack');
    await showSteps();
    await inDialog('Copy block').first().click();
    expect(JSON.parse(await copied())).toMatchObject({ oauth_config: { scopes: {} } });
    await checkPage(t.browser.page, 'messenger-slack');
    await inDialog('Cancel').click();
  });

  it('leaves out of the form what the chosen way of incoming mail doesn’t use', async () => {
    const { page } = t.browser;
    await press('Add email');
    await dialog().getByRole('group', { name: 'Mailbox (IMAP)' }).getByLabel('IMAP server').waitFor();
    await dialog().getByRole('group', { name: 'Outgoing mail (SMTP)' }).getByLabel('SMTP server').waitFor();
    await checkPage(page, 'messenger-email');
    await dialog().getByRole('combobox', { name: 'Incoming mail' }).click();
    await page.getByRole('option', { name: 'webhook' }).click();
    await dialog().getByRole('group', { name: 'Mailbox (IMAP)' }).waitFor({ state: 'detached' });
    await inDialog('Add channel').click();
    expect(await dialog().getByText('Enter a value.').count()).toBe(2);
    await inDialog('Cancel').click();
  });

  it('shows a verification token once, and leads on to the steps that ask for it', async () => {
    const { page } = t.browser;
    await open();
    await press('Add whatsapp');
    await dialog().getByLabel('Phone number ID').fill(whatsapp.phoneNumberId);
    await dialog().getByLabel('Access token').fill(whatsapp.accessToken);
    await dialog().getByLabel('App secret').fill(` ${whatsapp.appSecret} `);
    await inDialog('Add channel').click();
    const token = await dialog().getByLabel('Verification token').inputValue();
    expect(token.length).toBeGreaterThan(20);
    await checkPage(page, 'messenger-token');
    await inDialog('Continue').click();
    await page.getByRole('heading', { level: 1, name: 'WhatsApp' }).waitFor();
    expect(await page.content()).not.toContain(token);
  });

  it('tells how the channel is connected while one looks', async () => {
    const { page } = t.browser;
    const connection = page.getByRole('region', { name: 'Connection' });
    await connection.getByText(/^checked/).waitFor();
    await connection.getByText('Connected', { exact: true }).waitFor();
    await connection.getByText('None yet. Write to it once it is connected.').waitFor();
    await connection.getByText('None in the latest conversations.').waitFor();
    const address = `${t.server.url}/api/channels/${idInPath()}/inbound`;
    await press('Copy the address');
    expect(await copied()).toBe(address);
    const told = await whatsapp.say(address, { text: 'Do you ship to Norway?' });
    expect(told.status).toBe(200);
    await connection.getByText('None yet. Write to it once it is connected.').waitFor({ state: 'detached' });
    await checkPage(page, 'messenger-setup');
  });

  it('sends a test to a recipient, and refuses one that the kind doesn’t know', async () => {
    const { page } = t.browser;
    const to = page.getByLabel('Phone number', { exact: true });
    await to.fill('nobody');
    await press('Send a test');
    await page.getByText('Must be a Phone number.').waitFor();
    await to.fill('+1 650 555 1234');
    await press('Send a test');
    await page.getByText('A test message was sent to +1 650 555 1234.').waitFor();
    await page.getByText('All checks passed.').waitFor();
    expect(whatsapp.seen().at(-1)?.text).toContain('test message');
    await checkPage(page, 'messenger-test');
  });

  it('checks changed settings with the stored secrets, and says what is refused', async () => {
    const { page } = t.browser;
    await tab('Settings');
    await press('Check');
    await page.getByText(/The access token may use the number/).waitFor();
    await page.getByRole('button', { name: 'Replace Access token' }).click();
    await page.getByLabel('Access token').fill('EAAJB-another-token-0123456789');
    await page.getByText('The settings are accepted.').waitFor({ state: 'detached' });
    await press('Check');
    await page.getByText('The settings are not accepted.').waitFor();
    await checkPage(page, 'messenger-settings');
    await press('Discard');
    await page.getByText('All changes saved').waitFor();
  });

  it('lets users ask for a person by words', async () => {
    const { page } = t.browser;
    const offered = page.getByRole('switch', { name: 'Talk to a person' });
    await offered.setChecked(true, { force: true });
    const words = page.getByRole('textbox', { name: 'Words', exact: true });
    expect((await words.inputValue()).split('\n')).toContain('Mensch');
    await words.fill('?!');
    await press('Save');
    await page.getByText('Each must have a letter or a digit.').waitFor();
    await words.fill('person\n Mensch');
    await press('Save');
    await page.getByText('All changes saved').waitFor();
    await checkPage(page, 'messenger-people');
    const { settings } = await t.client.channels.retrieve(idInPath());
    expect(settings['handover']).toEqual({ offered: true, words: ['person', 'Mensch'], team: null, awayText: '' });
  });

  it('lets the channel ask how satisfied users are', async () => {
    const { page } = t.browser;
    await page.getByRole('switch', { name: 'Ask how satisfied users are' }).setChecked(true, { force: true });
    const question = page.getByRole('textbox', { name: 'Question', exact: true });
    await question.fill('?'.repeat(201));
    await press('Save');
    await page.getByText('Must have at most 200 characters.').waitFor();
    await question.fill(' Happy? ');
    await press('Save');
    await page.getByText('All changes saved').waitFor();
    await checkPage(page, 'messenger-satisfaction');
    const { settings } = await t.client.channels.retrieve(idInPath());
    expect(settings['satisfaction']).toEqual({ asked: true, question: 'Happy?' });
  });

  it('keeps what is left at the platform after a deletion on the screen', async () => {
    const { page } = t.browser;
    whatsapp.revoke();
    await press('Actions for the channel');
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete channel' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Its registration with WhatsApp could not be ended' });
    await toast.waitFor();
    await checkPage(page, 'messenger-left');
    // Longer than a toast that only confirms.
    await expect.poll(() => toast.count(), { interval: 5_500, timeout: 12_000 }).toBe(1);
    await toast.getByRole('button', { name: 'Close' }).click();
    await toast.waitFor({ state: 'detached' });
    whatsapp.restore();
  });

  it('asks for a password again once its server changes, and shows at it why it is needed', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/agents/${mailbox}`);
    await tab('Settings');
    await page.getByText('Never shown if stored').waitFor();
    const password = page.locator('input[type=password]');
    expect(await password.count()).toBe(0);
    const server = page.getByLabel('SMTP server');
    await server.fill('smtp.other.test');
    await page.getByText('Enter it again if it is stored, because this changed: SMTP server.').waitFor();
    await checkPage(page, 'messenger-moved');
    await page.keyboard.press('Tab');
    await press('Save');
    await page.getByText('Must be given again, because smtpHost changed.').waitFor();
    await password.fill('of the other server');
    await press('Save');
    await page.getByText('All changes saved').waitFor();
    expect(await server.inputValue()).toBe('smtp.other.test');
    expect(await password.count()).toBe(0);
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

import type { FrameLocator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, phone, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { sessionClient } from '../setup/server.ts';
import { password, signInAt } from '../setup/signed-in.ts';

describe.skipIf(chromiumPath === undefined).each(screens)('the channels of an agent, on the $name', (screen) => {
  let agentId = '';
  let widgetId = '';
  const t = dashboard(screen, {
    prepare: async ({ client }) => {
      agentId = (await client.agents.create({ name: 'Support', model: 'builtin/extract' }))._id;
    },
  });
  const open = (path = '') => t.browser.page.goto(`${t.server.url}/agents/${agentId}/channels${path}`);
  const press = (name: string) => t.browser.page.getByRole('button', { name, exact: true }).click();
  const tab = (name: string) =>
    t.browser.page.getByRole('navigation', { name: 'Channel tabs' }).getByRole('link', { name }).click();
  const copied = () => t.browser.page.evaluate(() => navigator.clipboard.readText());
  /** Switches to the preview or back, where both don't fit. */
  const view = async (name: 'Edit' | 'Preview') => {
    if (screen === phone) await t.browser.page.getByRole('radiogroup', { name: 'View' }).getByText(name).click();
  };
  const preview = (): FrameLocator => t.browser.page.getByRole('figure', { name: 'Preview' }).frameLocator('iframe');
  const accent = () =>
    preview()
      .locator('html')
      .evaluate((html) => getComputedStyle(html).getPropertyValue('--parley-accent'));

  it('begins with a card for each kind, all off', async () => {
    const { page } = t.browser;
    await open();
    for (const kind of ['Website widget', 'Chat page', 'Webhook'])
      await page.getByRole('region', { name: kind }).getByText('Off', { exact: true }).waitFor();
    await checkPage(page, 'channels-none');
  });

  it('adds a widget, shows its secret once, and opens its editor', async () => {
    const { page } = t.browser;
    await press('Add website widget');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Shop');
    await checkPage(page, 'channel-add');
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    const secret = await dialog.getByLabel('Identity secret').inputValue();
    expect(secret).toMatch(/^parley_identity_/);
    await checkPage(page, 'channel-secret');
    // Neither Escape nor a click beside it loses the secret without a question.
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Close without copying the secret?' });
    await question.getByRole('button', { name: 'Back' }).click();
    await question.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Copy secret' }).last().click();
    await dialog.getByRole('button', { name: 'Copied' }).last().waitFor();
    expect(await copied()).toBe(secret);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
    widgetId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect((await t.client.channels.retrieve(widgetId)).settings).toMatchObject({
      greeting: 'Hello! How can we help?',
    });
    expect(await page.content()).not.toContain(secret);
    await t.client.channels.update(widgetId, { externalId: 'shop-1' });
    await page.reload();
    await page.getByRole('button', { name: 'Copy external ID shop-1' }).waitFor();
  });

  it('previews what is not saved yet, and saves only then', async () => {
    const { page } = t.browser;
    await page.getByText('any site can show this chat and use up your plan').waitFor();
    await page.getByRole('textbox', { name: 'Title' }).fill('Shop help');
    await page.getByRole('textbox', { name: 'Greeting' }).fill('Hello there!');
    await page.getByRole('textbox', { name: 'Text beside the icon' }).fill('Questions?');
    await press('Add bubble');
    const bubble = page.getByRole('group', { name: 'Bubble 1' });
    await bubble.getByRole('textbox', { name: 'Text' }).fill('Shall we help you choose?');
    await bubble.getByRole('textbox', { name: 'Pages' }).fill('/pricing*');
    await press('Add suggestion');
    await page.getByRole('textbox', { name: 'Suggestion 1' }).fill('Where is my order?');
    await press('Add suggestion');
    await page.getByRole('textbox', { name: 'Suggestion 2' }).fill('Do you ship to Norway?');
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('Moved to place 1 of 2.').waitFor();
    expect(await page.locator(':focus').inputValue()).toBe('Do you ship to Norway?');
    await page.getByText('Texts of the chat').click();
    await page.getByRole('textbox', { name: 'Write a message…' }).fill('Schreiben Sie uns…');
    await page.getByText(/^1 of \d+ replaced$/).waitFor();
    await checkPage(page, 'channel-texts');
    await page.getByText('Texts of the chat').click();
    await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#ffdd00');
    await page.getByRole('textbox', { name: 'Text on accent', exact: true }).fill('#fff');
    await page.getByText(/^Hard to read in light: text on accent/).waitFor();
    await view('Preview');
    await preview().getByText('Hello there!').waitFor();
    await page.getByRole('figure', { name: 'Preview' }).getByText('Questions?').waitFor();
    await preview().getByRole('heading', { name: 'Shop help' }).waitFor();
    await preview().getByPlaceholder('Schreiben Sie uns…').waitFor();
    expect(
      await preview()
        .getByRole('button', { name: /order|Norway/ })
        .allTextContents(),
    ).toEqual(['Do you ship to Norway?', 'Where is my order?']);
    await expect.poll(accent).toBe('#ffdd00');
    await checkPage(page, 'channel-preview');
    const figure = page.getByRole('figure', { name: 'Preview' });
    await figure.getByRole('radiogroup', { name: 'Preview of the chat' }).getByText('Closed').click();
    await figure.getByText('Shall we help you choose?').waitFor();
    await checkPage(page, 'channel-preview-closed');
    await figure.getByRole('radiogroup', { name: 'Preview of the chat' }).getByText('Open').click();
    await page.getByRole('radiogroup', { name: 'Preview in' }).getByText('Dark').click();
    await expect.poll(accent).not.toBe('#ffdd00');
    await view('Edit');
    expect((await t.client.channels.retrieve(widgetId)).settings).toMatchObject({ title: '', suggestions: [] });
    await page.getByText('Unsaved changes').waitFor();
  });

  it('asks before unsaved changes are lost, and keeps them on the other tab', async () => {
    const { page } = t.browser;
    await tab('Set up');
    await tab('Settings');
    await page.getByRole('link', { name: 'Channels of Support' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Shop help');
  });

  it('refuses what is wrong beside the field, and saves the rest', async () => {
    const { page } = t.browser;
    const origins = page.getByRole('textbox', { name: 'Allowed origins' });
    await origins.fill('not a site');
    await page.getByRole('textbox', { name: 'Messages per visitor and day' }).fill('5');
    await page.getByRole('textbox', { name: 'Messages per day' }).fill('');
    await page.getByRole('textbox', { name: 'What visitors read' }).fill('That is all for today.');
    await page.getByRole('textbox', { name: 'Offline message' }).fill('Back on Monday.');
    await press('Save');
    await page.getByText(/“not a site” must be the address of a site/).waitFor();
    await page.getByText('1 field needs a correction').waitFor();
    expect(await origins.and(page.locator(':focus')).count()).toBe(1);
    await checkPage(page, 'channel-wrong');
    await origins.fill('Shop.example.com/start\nhttps://*.example.org');
    await press('Save');
    await page.getByText('All changes saved').waitFor();
    const { settings, limits, offlineMessage } = await t.client.channels.retrieve(widgetId);
    expect(settings).toMatchObject({
      title: 'Shop help',
      texts: { placeholder: 'Schreiben Sie uns…' },
      suggestions: ['Do you ship to Norway?', 'Where is my order?'],
      theme: { mode: 'auto', light: { accent: '#ffdd00', accentText: '#ffffff' }, dark: {}, radius: 12 },
      allowedOrigins: ['https://shop.example.com', 'https://*.example.org'],
    });
    expect(limits).toMatchObject({ visitorMessagesPerDay: 5, messagesPerDay: null, message: 'That is all for today.' });
    expect(offlineMessage).toBe('Back on Monday.');
  });

  it('takes a photo as its picture, scaled, for the head and the launcher, and speaks another language', async () => {
    const { page } = t.browser;
    const choose = (name: string, buffer: Buffer) =>
      page.getByLabel('Picture to upload').setInputFiles({ name, mimeType: 'image/png', buffer });
    await choose('notes.txt', Buffer.from('no picture'));
    await page.getByText('Choose a picture: PNG, JPEG, WebP or GIF.').waitFor();
    const photo = await page.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 600 });
      canvas.getContext('2d')?.fillRect(200, 0, 500, 600);
      return canvas.toDataURL().split(',')[1] ?? '';
    });
    await choose('photo.png', Buffer.from(photo, 'base64'));
    await page.getByRole('button', { name: 'Remove picture' }).waitFor();
    const { picture } = await t.client.channels.retrieve(widgetId);
    expect(picture).toMatchObject({ width: 256, height: 256, type: 'image/webp' });
    await page.getByRole('combobox', { name: 'Icon' }).click();
    await page.getByRole('option', { name: 'Picture of the chat' }).click();
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await view('Preview');
    const figure = page.getByRole('figure', { name: 'Preview' });
    const shown = () =>
      Promise.all(
        [figure, preview()].map((place) =>
          place.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
        ),
      );
    await expect.poll(shown).toEqual([256, 256]);
    await expect.poll(() => preview().locator('html').getAttribute('lang')).toBe('de');
    await checkPage(page, 'channel-picture');
    await view('Edit');
    await press('Save');
    await page.getByText('All changes saved').waitFor();
    const { settings } = await t.client.channels.retrieve(widgetId);
    expect(settings).toMatchObject({ language: 'de', launcher: { icon: 'picture' } });
  });

  it('has the snippet to copy, the policy, the link, and a test', async () => {
    const { page } = t.browser;
    await tab('Set up');
    await press('Copy snippet');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await copied()).toBe(
      `<script async src="${t.server.url}/widget.js" data-channel="${widgetId}" data-accent="#ffdd00"></script>`,
    );
    await page.getByText('React', { exact: true }).click();
    await page.getByText(`<ParleyChat host="${t.server.url}" channel="${widgetId}" accent="#ffdd00" />`).waitFor();
    await page.getByText(`frame-src ${t.server.url};`).waitFor();
    const link = page.getByRole('link', { name: 'Open the page' });
    expect(await link.getAttribute('href')).toBe(`${t.server.url}/chat/${widgetId}`);
    await press('Send a test');
    await page.getByText('All checks passed.').waitFor();
    await page.getByText('Python', { exact: true }).click();
    await page.getByText('jwt.encode').waitFor();
    await checkPage(page, 'channel-setup');
  });

  it('rotates the secret, with the time that the old one stays valid', async () => {
    const { page } = t.browser;
    await press('Actions for the channel');
    await page.getByRole('menuitem', { name: 'Rotate secret…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Keep the old secret for' }).click();
    await page.getByRole('option', { name: '7 days' }).click();
    const sent = page.waitForRequest(/rotate-secret$/);
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    expect((await sent).postDataJSON()).toEqual({ overlapHours: 168 });
    expect(await dialog.getByLabel('Identity secret').inputValue()).toMatch(/^parley_identity_/);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('a webhook is a form by its schema, with the address to paste', async () => {
    const { page } = t.browser;
    await open();
    await press('Add webhook');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address of your server').fill('http://example.com');
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await dialog.getByText('Must be an https URL without a user name or password.').waitFor();
    await dialog.getByLabel('Address of your server').fill('https://example.com/parley');
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    expect(await dialog.getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Steps' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-2) ?? '';
    await press('Copy address for incoming messages');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await copied()).toBe(`${t.server.url}/api/channels/${id}/inbound`);
    await checkPage(page, 'channel-webhook-setup');
    await tab('Settings');
    await page.getByRole('textbox', { name: 'Apology' }).fill('Sorry!');
    await page.getByRole('switch', { name: 'Active' }).press('Space');
    await press('Save');
    await page.getByText('All changes saved').waitFor();
    expect(await t.client.channels.retrieve(id)).toMatchObject({ status: 'inactive', settings: { apology: 'Sorry!' } });
    await page.getByText('Switched off', { exact: true }).waitFor();
    await checkPage(page, 'channel-webhook');
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });

  it('says in words what is wrong with a channel', async () => {
    const { page } = t.browser;
    const lastError = { code: 'unreachable', message: 'example.com refused it.', at: new Date().toISOString() };
    await page.route(/\/api\/agents\/[^/]+\/channels\?/, async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      for (const item of body.data.items)
        if (item.type === 'webhook') Object.assign(item, { status: 'error', lastError });
      await route.fulfill({ response: answer, json: body });
    });
    await open();
    const card = page.getByRole('region', { name: 'Webhook' });
    await card.getByText('Error', { exact: true }).waitFor();
    await card.getByText('example.com refused it.').waitFor();
    await checkPage(page, 'channels');
    await page.unroute(/\/api\/agents\/[^/]+\/channels\?/);
  });

  it('a deletion says how much goes', async () => {
    const { page } = t.browser;
    await open(`/${widgetId}`);
    await press('Actions for the channel');
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Shop?' });
    await dialog.getByText('Messages').waitFor();
    await checkPage(page, 'channel-delete');
    await dialog.getByRole('button', { name: 'Delete channel' }).click();
    await page.getByText('Channel deleted with 0 conversations.').waitFor();
    await page.getByRole('region', { name: 'Website widget' }).getByText('Off', { exact: true }).waitFor();
  });

  it('a viewer sees a channel and changes nothing', async () => {
    const { page } = t.browser;
    const made = await t.client.channels.create(agentId, { type: 'page', name: 'Help page' });
    const [workspace] = (await t.client.workspaces.list()).items;
    const invitation = { email: 'grace@example.com', role: 'viewer' } as const;
    const { url } = await t.client.workspaces.invitations.create(workspace?._id ?? '', invitation);
    const [, token = ''] = url?.split('#token=') ?? [];
    await sessionClient(t.server.url).invitations.accept({ token, name: 'Grace', password });
    await t.browser.context.clearCookies();
    await signInAt(t.browser, t.server.url, invitation.email);
    await open();
    await page.getByText('Your role here can view channels, not change them.').waitFor();
    expect(await page.getByRole('button', { name: /^Add/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Help page' }).click();
    expect(await page.getByRole('textbox', { name: 'Title' }).isEditable()).toBe(false);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await checkPage(page, 'channel-viewer');
    await press('Actions for the channel');
    await page.getByRole('menuitem', { name: 'Delete (owners and admins)' }).waitFor();
    expect((await t.client.channels.retrieve(made._id)).name).toBe('Help page');
  });
});

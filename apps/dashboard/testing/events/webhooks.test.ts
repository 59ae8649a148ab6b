import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

const id = 'webhookdelivery_01kg9v7rs1f2t8d4b6n0yq5hxm';

describe.skipIf(chromiumPath === undefined)('webhooks', () => {
  const received: IncomingHttpHeaders[] = [];
  const receiver = createServer((request, response) => {
    received.push(request.headers);
    request.resume().on('end', () => response.writeHead(500).end('Out of paper'));
  });
  let url = '';
  const t = dashboard(desk, {
    environment: async () => {
      await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
      const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
      url = `http://${host}/parley-events`;
      return { PARLEY_ALLOW_PRIVATE_HOSTS: host };
    },
  });
  afterAll(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  /** Waits until a step has the focus: the button that led to it is gone. */
  const begins = (step: string) => t.browser.page.locator('li[aria-current=step]:focus').getByText(step).waitFor();
  const button = (name: string | RegExp) => t.browser.page.getByRole('button', { name });

  it('creates one in steps, and shows its secret once', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/settings/webhooks`);
    await page.getByText('No webhooks yet').waitFor();
    await checkPage(page, 'webhooks-none');
    await page.getByRole('link', { name: 'New webhook' }).first().click();
    await button('Continue').click();
    await page.getByText('Enter an address that begins with https://.').waitFor();
    await page.getByLabel('Address').fill('http://127.0.0.1/hook');
    await button('Continue').click();
    await begins('Events');
    await page.getByLabel('Chosen events').click();
    await button('Create webhook').click();
    await page.getByRole('alert').getByText('Choose at least one event.').waitFor();
    await page.getByLabel('Search events').fill('conversation waiting');
    await page.getByRole('checkbox', { name: /^conversation\.waiting/ }).press('Space');
    await checkPage(page, 'webhook-events');
    // The service refuses a private address: the first step is there again, with the reason.
    await button('Create webhook').click();
    await page
      .getByRole('textbox', { name: 'Address', exact: true })
      .and(page.locator('[aria-invalid=true]:focus'))
      .waitFor();
    await page.getByLabel('Address').fill(url);
    await button('Continue').click();
    await button('Create webhook').click();
    await begins('Secret and test');
    expect(await page.getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/);
    await page.getByText('Python').click();
    await page.getByRole('figure', { name: 'Python code' }).waitFor();
    await checkPage(page, 'webhook-secret');
    const [made] = (await t.client.webhooks.list()).items;
    expect(made).toMatchObject({ url, types: ['conversation.waiting'], agents: [], status: 'enabled' });
  });

  it('sends a test, and shows the reply', async () => {
    const { page } = t.browser;
    await button('Send test event').click();
    await page
      .getByText(/^Replied with status 500 in [\d,]+ ms/)
      .first()
      .waitFor();
    await page.getByText('Out of paper').waitFor();
    expect(received).toEqual([expect.objectContaining({ 'webhook-signature': expect.stringMatching(/^v1,/) })]);
    await page.getByRole('link', { name: 'I have copied the secret' }).click();
    await page.getByText('No deliveries').waitFor();
    await checkPage(page, 'webhook');
  });

  it('edits, disables and enables it, and rotates its secret', async () => {
    const { page } = t.browser;
    await page.getByLabel('Description (optional)').fill('Of the shop');
    await button('Save').click();
    await page.getByText('All changes saved').waitFor();
    await button('Disable').click();
    await page.getByText('Disabled by hand.').waitFor();
    await page.getByText(/“Enable” sends those that were missed, in order/).waitFor();
    await checkPage(page, 'webhook-disabled');
    await button('Enable').click();
    await button('Disable').waitFor();
    const [webhook] = (await t.client.webhooks.list()).items;
    expect(webhook).toMatchObject({ description: 'Of the shop', status: 'enabled' });
    await button('Rotate secret').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    expect(await dialog.getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText(/^The old secret signs until/).waitFor();
  });

  it('lists deliveries with their replies, and sends again', async () => {
    const { page } = t.browser;
    const [webhook] = (await t.client.webhooks.list()).items;
    const now = new Date().toISOString();
    const delivery = {
      ...{ _id: id, webhook: webhook?._id, event: 'evt_1', type: 'conversation.waiting', state: 'failed' },
      ...{ replayed: false, attempts: 10, dueAt: null, status: 503, latencyMs: 120, createdAt: now, updatedAt: now },
      ...{ error: 'The receiver replied with status 503.', reply: 'Down for maintenance' },
    };
    // It waits behind the other one: it was due before, and not sent.
    const next = {
      ...{ ...delivery, _id: id.replace('01k', '01j'), type: 'conversation.closed', state: 'pending', attempts: 0 },
      ...{ dueAt: now, status: null, latencyMs: null, error: null, reply: null },
    };
    const page1 = { items: [next, delivery], nextCursor: null, hasMore: false, total: 2 };
    await page.route(/\/deliveries\?/, (route) => route.fulfill({ json: { success: true, data: page1 } }));
    const asked: unknown[] = [];
    await page.route(/\/redeliver$/, (route) => {
      asked.push(route.request().postDataJSON());
      return route.fulfill({ json: { success: true, message: 'Sent again.' } });
    });
    await page.reload();
    const waiting = page.getByRole('row').filter({ hasText: 'conversation.closed' });
    await waiting.waitFor();
    const cells = await waiting.getByRole('cell').allInnerTexts();
    expect(cells.slice(1, 3)).toEqual(['Waiting', 'Not sent yet']);
    await page.getByText('The receiver replied with status 503.').click();
    await page.getByText('Down for maintenance').waitFor();
    await checkPage(page, 'webhook-deliveries');
    await button('Send again: conversation.waiting').click();
    await page.getByText('It is sent again.').waitFor();
    await button('Send again since…').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The events are sent again.').waitFor();
    expect(asked).toEqual([{ deliveryId: id }, { since: expect.stringMatching(/^20.*Z$/) }]);
    await page.unrouteAll();
  });

  it('Home names one that was disabled because of its receiver', async () => {
    const { page } = t.browser;
    await t.client.agents
      .create({ name: 'Support', model: 'builtin/echo' })
      .then(({ _id }) => t.client.agents.chat(_id, { message: 'Hello' }));
    await page.route(/\/api\/webhooks\?/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { items: object[] } };
      body.data.items = body.data.items.map((item) => ({ ...item, status: 'disabled', disabledReason: 'gone' }));
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto(t.server.url);
    await page
      .getByRole('list', { name: 'Needs attention' })
      .getByText(/status 410/)
      .waitFor();
    await checkPage(page, 'home-webhook');
    await page.unrouteAll();
    await page.getByRole('link', { name: `Fix: ${url}` }).click();
    await button('Delete webhook').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('No webhooks yet').waitFor();
    expect((await t.client.webhooks.list()).items).toEqual([]);
    expect(t.browser.troubles).toEqual([]);
  });
});

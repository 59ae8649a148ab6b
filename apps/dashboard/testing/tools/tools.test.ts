import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { type FakeProvider, says, startFakeProvider } from '../../../server/testing/servers/fake-provider.ts';
import { calls } from '../../../server/testing/servers/fake-tools.ts';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined).each(screens)('tools, $name', (screen) => {
  const received: string[] = [];
  const shop = createServer(({ url = '', headers }, response) => {
    received.push(`${url} ${headers.authorization}`);
    response.setHeader('content-type', 'application/json').end('{"order":{"status":"on its way"}}');
  });
  let host = '';
  let provider: FakeProvider | undefined;
  const t = dashboard(screen, {
    environment: async () => {
      provider = await startFakeProvider();
      await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening));
      host = `127.0.0.1:${(shop.address() as AddressInfo).port}`;
      return { ...provider.environment, PARLEY_ALLOW_PRIVATE_HOSTS: host };
    },
  });
  afterAll(async () => {
    shop.closeAllConnections();
    shop.close();
    await provider?.close();
  });
  const isWide = screen.width >= 1200;
  const button = (name: string | RegExp) => t.browser.page.getByRole('button', { name, exact: true });
  /** Waits until a step has the focus: the button that led to it is gone. */
  const begins = (step: string) => t.browser.page.locator('li[aria-current=step]:focus').getByText(step).waitFor();
  const url = (path: string) => `${t.server.url}${path}`;

  it('creates one of the kind HTTP in steps', async () => {
    const { page } = t.browser;
    await page.goto(url('/tools'));
    await page.getByText('No tools yet').waitFor();
    await checkPage(page, 'tools-none');
    await page.getByRole('link', { name: 'New tool' }).first().click();
    await page.getByRole('radio', { name: 'HTTP request' }).waitFor();
    await checkPage(page, 'tool-kind');
    await button('Continue').click();
    await begins('Purpose');
    await button('Continue').click();
    await page.getByText(/^Use 1 to 64 letters/).waitFor();
    await page.getByLabel('Name').fill('find_order');
    await page.getByLabel('Description').fill('Finds an order by its number.');
    await button('Continue').click();
    await begins('Inputs');
    await page.getByLabel('Address').fill(`http://${host}/orders/{number}`);
    await button('Add input').click();
    await page.getByLabel('Name of input 1').fill('number');
    await page.getByLabel('Description of input 1').fill('Number of the order.');
    await button('Add secret').click();
    await page.getByLabel('Name of secret 1').fill('SHOP_KEY');
    await page.getByLabel('Value of secret 1').fill('example-secret-not-real');
    await button('Add header').click();
    await page.getByLabel('Name of header 1').fill('Authorization');
    await page.getByLabel('Value of header 1').fill('Bearer {{secret.SHOP_KEY}}');
    await checkPage(page, 'tool-request');
    await button('Continue').click();
    await begins('Approval');
    await page.getByText('Who is asked').waitFor();
    await checkPage(page, 'tool-approval');
    await button('Create tool').click();
    await page.getByRole('heading', { name: 'find_order', level: 1 }).waitFor();
    const [tool] = (await t.client.tools.list()).items;
    expect(tool).toMatchObject({
      ...{ type: 'http', name: 'find_order', secretNames: ['SHOP_KEY'], approvers: [], approvalSeconds: 86_400 },
      settings: { method: 'GET', headers: [{ name: 'Authorization', value: 'Bearer {{secret.SHOP_KEY}}' }] },
      inputSchema: { properties: { number: { type: 'string' } }, required: ['number'] },
    });
  });

  it('tries it, and shows what was sent without the secret', async () => {
    const { page } = t.browser;
    await page.getByRole('form', { name: 'Arguments' }).getByLabel('number').fill('10-4432');
    await button('Try it').click();
    await page.getByText(/^It worked in/).waitFor();
    await page
      .getByRole('region', { name: 'What the model gets' })
      .getByText(/on its way/)
      .waitFor();
    const request = await page.getByRole('region', { name: 'Request' }).textContent();
    expect(request).toContain('/orders/10-4432');
    expect(request).not.toContain('example-secret-not-real');
    expect(received).toEqual(['/orders/10-4432 Bearer example-secret-not-real']);
    await checkPage(page, 'tool-tried');
  });

  it('changes it; a schema that says more than rows is JSON', async () => {
    const { page } = t.browser;
    await page.getByRole('radiogroup', { name: 'View of the inputs' }).getByText('JSON Schema').click();
    const json = page.getByLabel('JSON Schema of the inputs');
    const schema = JSON.parse(await json.inputValue()) as { properties: { number: object } };
    await json.fill(JSON.stringify({ ...schema, properties: { number: { type: 'string', maxLength: 20 } } }));
    await button('Save').click();
    await page.getByText('All changes saved').waitFor();
    await page.getByRole('radiogroup', { name: 'View of the inputs' }).getByText('Rows').click();
    await page.getByText('This schema says more than rows can show.').waitFor();
    const [tool] = (await t.client.tools.list()).items;
    expect(tool?.inputSchema).toMatchObject({ properties: { number: { maxLength: 20 } } });
    expect(tool?.secretNames).toEqual(['SHOP_KEY']);
  });

  it('is attached to an agent, which then requires approval', async () => {
    const { page } = t.browser;
    provider?.play(
      'shop',
      calls([{ name: 'find_order', arguments: '{"number":"10-4432"}' }]),
      says('It is on its way.'),
    );
    const { _id } = await t.client.agents.create({ name: 'Shop', model: 'fake/shop' });
    await page.goto(url(`/agents/${_id}/tools`));
    await page.getByText('No tools yet').waitFor();
    await page.getByRole('combobox', { name: 'Attach a tool' }).click();
    await page.getByRole('option', { name: 'find_order (HTTP request)' }).click();
    const approval = page.getByRole('switch', { name: 'find_order requires approval' });
    await approval.waitFor();
    await approval.click();
    await expect
      .poll(async () => (await t.client.agents.retrieve(_id)).tools)
      .toMatchObject([{ requiresApproval: true }]);
    await checkPage(page, 'agent-tools');
    await page.goto(url('/tools'));
    await page.getByText('find_order').waitFor();
    await checkPage(page, 'tools');
  });

  it('waits for approval in the playground, and says so', async () => {
    const { page } = t.browser;
    const [agent] = (await t.client.agents.list({ q: 'Shop' })).items;
    await page.goto(url(`/agents/${agent?._id}`));
    await page.getByText('All changes saved').waitFor();
    if (!isWide) await button('Playground').click();
    await page.getByLabel('Message to Shop').fill('Where is 10-4432?');
    await page.keyboard.press('Enter');
    const asked = page.getByRole('list', { name: 'Tool calls' });
    await asked.getByText('waiting for approval').waitFor();
    await page.getByText('Waiting for approval', { exact: true }).waitFor();
    await button('Approve find_order').waitFor();
    await checkPage(page, 'playground-waits');
  });

  it('is approved in the queue, and the transcript shows the result', async () => {
    const { page } = t.browser;
    await page.goto(url('/approvals'));
    const card = page.getByRole('article', { name: 'Call of find_order' });
    await card.getByRole('cell', { name: '10-4432' }).waitFor();
    if (isWide) await page.getByRole('link', { name: 'Approvals 1 waiting' }).waitFor();
    await checkPage(page, 'approvals');
    await page.getByLabel('Reason for the decision about find_order').fill('Only a look.');
    await button('Approve find_order').click();
    await page.getByText('Nothing waits for approval').waitFor();
    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(2);
    await page.getByRole('radiogroup', { name: 'Calls' }).getByText('History').click();
    await card.getByText('Approved by you').waitFor();
    await card.getByText('Only a look.').waitFor();
    await checkPage(page, 'approvals-history');
    await card.getByRole('link', { name: 'Open the conversation' }).click();
    await page.getByRole('article').getByText('It is on its way.').waitFor();
    const made = page.getByRole('list', { name: 'Tool calls' });
    await made.getByText('completed').waitFor();
    await made.getByText('find_order').click();
    await made.getByText(/on its way/).waitFor();
    await checkPage(page, 'transcript-approved');
  });

  it('says if another person was faster', async () => {
    const { page } = t.browser;
    provider?.play('shop', calls([{ name: 'find_order', arguments: '{"number":"7"}' }]), says('I may not.'));
    const [agent] = (await t.client.agents.list({ q: 'Shop' })).items;
    const { conversation } = await t.client.agents.chat(agent?._id ?? '', { message: 'And 7?', userId: 'ada' });
    await page.goto(url(`/conversations/${conversation._id}`));
    await button('Deny find_order').waitFor();
    const [call] = (await t.client.toolCalls.list({ status: 'waiting' })).items;
    // The page hears of the decision only after its own is refused.
    await page.route('**/api/tool-calls/*/deny', async (route) => {
      await t.client.toolCalls.approve(call?._id ?? '');
      await route.continue();
    });
    await button('Deny find_order').click();
    await page.getByText('A person has decided about this tool call already').first().waitFor();
    await page.getByRole('article').getByText('I may not.').waitFor();
    await page.unrouteAll();
    expect(await t.client.toolCalls.retrieve(call?._id ?? '')).toMatchObject({ status: 'completed' });
  });

  it('is not deleted while an agent has it', async () => {
    const { page } = t.browser;
    const [tool] = (await t.client.tools.list()).items;
    await page.goto(url(`/tools/${tool?._id}`));
    // The settings take their place above the button, which would move from under the pointer.
    await page.getByRole('form', { name: 'Tool', exact: true }).waitFor();
    await button('Delete tool').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete tool' }).click();
    await page
      .getByRole('alert')
      .getByText(/attached to the agent Shop/)
      .waitFor();
    expect((await t.client.tools.list()).items).toHaveLength(1);
  });

  it('hands over to an agent of its list, which the conversation then names', async () => {
    const { page } = t.browser;
    const billing = await t.client.agents.create({ name: 'Billing', model: 'fake/billing' });
    await page.goto(url('/tools/new'));
    await page.getByRole('radio', { name: 'Function of the service' }).click();
    await button('Continue').click();
    await page.getByRole('radio', { name: 'Hand over to another agent' }).click();
    await page.getByLabel('Description').fill('For questions about money.');
    await button('Continue').click();
    await page.getByText('Add at least one agent.').waitFor();
    await page.getByRole('combobox', { name: 'Add an agent' }).click();
    await page.getByRole('option', { name: 'Billing' }).click();
    await page.getByLabel('When to hand over to Billing').fill('The user asks about an invoice');
    await checkPage(page, 'tool-handover');
    await button('Continue').click();
    await begins('Approval');
    await button('Create tool').click();
    await page.getByRole('heading', { name: 'hand_over_to_agent', level: 1 }).waitFor();
    await page.getByLabel('Description', { exact: true }).fill('For all about money.');
    await button('Save').click();
    await page.getByText('All changes saved').waitFor();
    const [tool] = (await t.client.tools.list({ name: 'hand_over_to_agent' })).items;
    expect(tool).toMatchObject({
      description: 'For all about money.',
      settings: { agents: [{ id: billing._id, when: 'The user asks about an invoice' }] },
    });

    const [shop] = (await t.client.agents.list({ q: 'Shop' })).items;
    await t.client.agents.update(shop?._id ?? '', { tools: [{ id: tool?._id ?? '' }] });
    const given = JSON.stringify({ agent: billing._id, reason: 'An invoice.' });
    provider?.play('shop', calls([{ name: 'hand_over_to_agent', arguments: given }]));
    provider?.play('billing', says('Your invoice is paid.'));
    const { conversation } = await t.client.agents.chat(shop?._id ?? '', { message: 'Is my invoice paid?' });
    await page.goto(url(`/conversations/${conversation._id}`));
    await page.getByRole('article').getByText('Your invoice is paid.').waitFor();
    if (!isWide) await button('Details').click();
    await page.getByText('Answered by').waitFor();
    await page.getByRole('link', { name: 'Billing' }).waitFor();
    await checkPage(page, 'conversation-answering-agent');
  });
});

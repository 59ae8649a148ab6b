// @module-tag nightly

import type { Message } from '@parley/sdk';
import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

/** No agent has a tool yet, so the browser gets replies with these parts added. */
const added: Message['parts'] = [
  { type: 'tool-call', callId: 'call_1', name: 'find_order', arguments: { number: 4711, details: ['status'] } },
  { type: 'tool-result', callId: 'call_1', name: 'find_order', content: '{"status":"on its way"}', isError: false },
  { type: 'tool-call', callId: 'call_2', name: 'weather', arguments: {} },
  { type: 'tool-result', callId: 'call_2', name: 'weather', content: 'The tool weather failed.', isError: true },
];
const withCalls = (message: Message): Message =>
  message.role === 'assistant' ? { ...message, parts: [...added, ...message.parts] } : message;

async function rewriteList(route: Route) {
  const response = await route.fetch();
  const { data, ...rest } = (await response.json()) as { data: { items: Message[] } };
  await route.fulfill({ response, json: { ...rest, data: { ...data, items: data.items.map(withCalls) } } });
}

/** Adds the events of the calls before the first text of a stream, and an event of a later version. */
async function rewriteStream(route: Route) {
  const response = await route.fetch();
  const events = added.map(({ type, ...fields }, index) => {
    const id = `msg_0:0:${index + 1}`;
    return `id: ${id}\nevent: ${type.replace('-', '.')}\ndata: ${JSON.stringify(fields)}\n\n`;
  });
  const text = (await response.text())
    .replace(/^id: .*\nevent: message\.delta$/m, `${events.join('')}id: msg_0:0\nevent: tool.later\ndata: {}\n\n$&`)
    .replace(/^(event: message\.completed\ndata: )(.*)$/m, (_all, start: string, data: string) => {
      const { message } = JSON.parse(data) as { message: Message };
      return start + JSON.stringify({ message: withCalls(message) });
    });
  await route.fulfill({ response, body: text });
}

describe.skipIf(chromiumPath === undefined).each(screens)('tool calls, $name', (screen) => {
  const t = dashboard(screen);
  const isWide = screen.width >= 1200;
  const check = (name: string) => checkPage(t.browser.page, name);
  const agent = () => t.client.agents.create({ name: 'Shop', model: 'builtin/echo' });

  it('a conversation shows each call; its arguments and its result open on demand', async () => {
    const { page } = t.browser;
    const { _id } = await agent();
    const { conversation } = await t.client.agents.chat(_id, { message: 'Where is my order?' });
    await page.route('**/api/conversations/*/messages?*', rewriteList);
    await page.goto(`${t.server.url}/conversations/${conversation._id}`);
    const reply = page.getByRole('article', { name: 'Message from Shop' });
    const calls = reply.getByRole('list', { name: 'Tool calls' });
    await calls.getByText('find_order').waitFor();
    expect(await calls.getByRole('listitem').count()).toBe(2);
    expect(await calls.getByText('on its way').isVisible()).toBe(false);
    await calls.getByText('find_order').click();
    await calls.getByText('"number": 4711').waitFor();
    await calls.getByText('{"status":"on its way"}').waitFor();
    await calls.getByText('weather', { exact: true }).click();
    await calls.getByText('The tool weather failed.').waitFor();
    await check('conversation-tool-calls');
    await page.unrouteAll();
  });

  it('the playground shows them as they come', async () => {
    const { page } = t.browser;
    const { _id } = await agent();
    await page.route('**/api/agents/*/chat', rewriteStream);
    await page.goto(`${t.server.url}/agents/${_id}`);
    await page.getByText('All changes saved').waitFor();
    if (!isWide) await page.getByRole('button', { name: 'Playground', exact: true }).click();
    await page.getByLabel('Message to Shop').fill('Where is it?');
    await page.keyboard.press('Enter');
    const calls = page.getByRole('list', { name: 'Tool calls' });
    await calls.getByText('find_order').waitFor();
    await page.getByLabel(/complete after/).waitFor();
    expect(await calls.getByText('failed', { exact: true }).count()).toBe(1);
    await check('playground-tool-calls');
    await page.unrouteAll();
  });
});

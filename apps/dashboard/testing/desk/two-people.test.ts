// @module-tag nightly

import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, chromiumPath, desk, holdBack, openBrowser } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { addEditor, letVisitorIn } from '../setup/desk-people.ts';
import { signInAt } from '../setup/signed-in.ts';

/** A visitor, with the conversation. */
interface Visitor {
  readonly name: string;
  readonly client: Parley;
  readonly id: string;
}

describe.skipIf(chromiumPath === undefined)('two people and three visitors', () => {
  let agent = '';
  let channel = '';
  let workspace = '';
  const visitors: Visitor[] = [];
  let other: Browser;
  const t = dashboard(desk, {
    prepare: async (started) => {
      const { client } = started;
      agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
      const settings = { handover: { offered: true } };
      channel = (await client.channels.create(agent, { type: 'page', name: 'Help', settings }))._id;
      workspace = (await client.workspaces.list()).items[0]?._id ?? '';
      await addEditor(started, 'bob@example.com', 'Bob Byrd');
    },
  });
  beforeAll(async () => {
    other = await openBrowser(t.server.url, desk);
    await signInAt(other, t.server.url, 'bob@example.com');
  });
  afterAll(() => other.close());
  const pages = () => [t.browser.page, other.page];
  const open = (id: string) => Promise.all(pages().map((page) => page.goto(`${t.server.url}/conversations/${id}`)));
  const ask = async (name: string): Promise<Visitor> => {
    const client = await letVisitorIn(t, channel);
    const { conversation } = await client.agents.chat(agent, { message: `I am ${name}` });
    await client.conversations.handOver(conversation._id, { reason: 'asked' });
    return { name, client, id: conversation._id };
  };

  it('three who ask at once get an owner, whose name both people read', async () => {
    await t.client.workspaces.availability.set(workspace, { state: 'here' });
    visitors.push(...(await Promise.all(['Uma', 'Vito', 'Wen'].map(ask))));
    const { user } = await t.client.me.retrieve();
    for (const { id } of visitors) {
      await expect.poll(async () => (await t.client.conversations.retrieve(id)).assignee).toBe(user._id);
    }
    await open(visitors[0]?.id ?? '');
    await t.browser.page.getByText('Assigned to You').waitFor();
    await other.page.getByText('Assigned to Ada Lovelace').waitFor();
  });

  it('each sees that the other is there, and types', async () => {
    const [ada, bob] = [t.browser.page, other.page];
    await ada.getByRole('list', { name: 'Here now' }).first().getByText('Bob Byrd looks at this').waitFor();
    await bob.getByRole('list', { name: 'Here now' }).first().getByText('Ada Lovelace looks at this').waitFor();
    await ada.getByRole('button', { name: 'Take over', exact: true }).click();
    await ada.getByLabel('Your reply').fill('I look it up');
    await bob.getByText('Ada Lovelace is typing…').waitFor();
    await bob.getByRole('button', { name: 'Take over from Ada Lovelace' }).waitFor();
    expect(await bob.getByLabel('Your reply').count()).toBe(0);
  });

  it('the messages of all of them arrive once, at both people', async () => {
    const words = (name: string) => Array.from({ length: 5 }, (_, index) => `${name} says ${index}.`);
    const speak = async ({ client, id, name }: Visitor) => {
      for (const content of words(name)) await client.messages.send(id, { content });
    };
    await Promise.all(visitors.map(speak));
    for (const { id, name } of visitors) {
      await open(id);
      for (const page of pages()) {
        const said = page.getByRole('article').getByText(new RegExp(`${name} says \\d\\.`));
        await expect.poll(() => said.allInnerTexts()).toEqual(words(name));
      }
    }
    // A page that is open hears each message once, too.
    const [last] = visitors.slice(-1);
    await last?.client.messages.send(last.id, { content: 'One word more' });
    for (const page of pages()) {
      await page.getByRole('article').getByText('One word more').waitFor();
      expect(await page.getByRole('article').getByText('One word more').count()).toBe(1);
    }
  });

  it('of two takeovers at once one wins, and the other person reads who has it', async () => {
    await t.client.workspaces.availability.set(workspace, { state: 'away' });
    const { id } = await ask('Xia');
    await open(id);
    const take = (page: Browser['page']) => page.getByRole('button', { name: 'Take over', exact: true });
    for (const page of pages()) await take(page).waitFor();
    const asked = pages().map((page) => page.waitForRequest(/\/takeover$/));
    const letThrough = await Promise.all(pages().map((page) => holdBack(page, /\/takeover$/)));
    await Promise.all(pages().map((page) => take(page).click()));
    await Promise.all(asked);
    for (const release of letThrough) release();
    const lost = (page: Browser['page']) => page.getByText(/has this conversation now\. Your draft is kept\./);
    const texts = async () => (await Promise.all(pages().map((page) => lost(page).allInnerTexts()))).flat();
    await expect.poll(async () => (await texts()).length).toBe(1);
    const { takenBy } = await t.client.conversations.retrieve(id);
    const { user } = await t.client.me.retrieve();
    const [winner, loser] = takenBy === user._id ? pages() : pages().reverse();
    const name = takenBy === user._id ? 'Ada Lovelace' : 'Bob Byrd';
    expect(await texts()).toEqual([`${name} has this conversation now. Your draft is kept.`]);
    await winner?.getByLabel('Your reply').waitFor();
    await loser?.getByRole('button', { name: `Take over from ${name}` }).waitFor();
    const { items } = await t.client.conversations.entries(id);
    expect(items.filter(({ type }) => type === 'taken')).toHaveLength(1);
  });

  it('throws nothing, and violates no policy', () => {
    expect([...t.browser.troubles, ...other.troubles]).toEqual([]);
  });
});

// @module-tag nightly

import { NotFoundError } from '@parley/sdk';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeWorld, type World } from '../every-page/every/world.ts';
import { chromiumPath, desk } from '../setup/browser.ts';
import { type Dashboard, dashboard } from '../setup/dashboard.ts';

/** A dialog that sends something. */
interface Sending {
  readonly name: string;
  readonly path: (world: World) => string;
  readonly open: (page: Page) => Promise<unknown>;
  /** Typed texts, by the label of the field. */
  readonly typed: Readonly<Record<string, string>>;
  /** The label of the button that sends it. */
  readonly send: string | RegExp;
  /** Number of records of the kind that it creates, once it is sent; 1 if it was sent once. */
  readonly count: (dashboard: Dashboard, world: World) => Promise<number>;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const choose = (menu: RegExp, entry: string) => async (page: Page) => {
  await page.getByRole('button', { name: menu }).first().click();
  await page.getByRole('menuitem', { name: entry }).click();
};
const keysCalled = async ({ client }: Dashboard, name: string) =>
  (await client.apiKeys.list({ limit: 100 })).items.filter((key) => key.name === name).length;
const firstWorkspace = async ({ client }: Dashboard) =>
  (await client.workspaces.list({ sort: 'createdAt', limit: 1 })).items[0]?._id ?? '';

/** 1 if nothing answers any more under an ID, else 0. */
const gone = (request: Promise<unknown>) =>
  request.then(
    () => 0,
    (error) => (error instanceof NotFoundError ? 1 : Promise.reject(error)),
  );

/** Records that some dialogs replace or delete. */
const doomed = { agent: '', source: '' };

const dialogs: readonly Sending[] = [
  {
    ...{ name: 'new key', path: () => '/settings/api-keys', open: press('Generate New Key') },
    ...{ typed: { Name: 'Made once' }, send: 'Generate key' },
    count: (t) => keysCalled(t, 'Made once'),
  },
  {
    ...{ name: 'edit key', path: () => '/settings/api-keys', open: choose(/^Actions for Website backend/, 'Edit…') },
    ...{ typed: { Name: 'Renamed' }, send: 'Save' },
    count: (t) => keysCalled(t, 'Renamed'),
  },
  {
    ...{ name: 'new workspace', path: () => '/settings/general', open: press('New workspace') },
    ...{ typed: { Name: 'Third workspace' }, send: 'Create workspace' },
    count: async ({ client }) =>
      (await client.workspaces.list({ limit: 100 })).items.filter(({ name }) => name === 'Third workspace').length,
  },
  {
    ...{ name: 'invite', path: () => '/settings/members', open: press('Invite') },
    ...{ typed: { Email: 'ida@example.com' }, send: /invitation$/ },
    count: async (t) =>
      (await t.client.workspaces.invitations.list(await firstWorkspace(t))).items.filter(
        ({ email }) => email === 'ida@example.com',
      ).length,
  },
  {
    ...{ name: 'add pair', path: ({ pairs }) => `/knowledge/${pairs}/pairs`, open: press('Add pair') },
    ...{ typed: { Question: 'Is there one?', Answer: 'There is.' }, send: /^Add/ },
    count: async ({ client }, { pairs }) =>
      (await client.knowledgeSources.pairs.list(pairs)).items.filter(({ answer }) => answer === 'There is.').length,
  },
  {
    ...{ name: 'answer', path: ({ agent }) => `/agents/${agent}/knowledge`, open: press(/^Add answer to/) },
    ...{ typed: { Answer: 'A tenth off.' }, send: 'Add answer' },
    count: async ({ client }, { pairs }) =>
      (await client.knowledgeSources.pairs.list(pairs)).items.filter(({ answer }) => answer === 'A tenth off.').length,
  },
  {
    ...{ name: 'add channel', path: ({ agent }) => `/agents/${agent}/channels`, open: press(/^Add chat page/) },
    ...{ typed: { Name: 'Chat of the shop' }, send: /^Add/ },
    count: async ({ client }, { agent }) =>
      (await client.channels.list(agent)).items.filter(({ name }) => name === 'Chat of the shop').length,
  },
  {
    ...{ name: 'rotate key', path: () => '/settings/api-keys', open: choose(/^Actions for Rotated/, 'Rotate…') },
    ...{ typed: {}, send: 'Rotate key' },
    count: async (t) => (await keysCalled(t, 'Rotated')) - 1,
  },
  {
    ...{
      name: 'delete agent',
      path: () => `/agents/${doomed.agent}`,
      open: choose(/^Actions for the agent/, 'Delete…'),
    },
    ...{ typed: {}, send: 'Delete agent' },
    count: ({ client }) => gone(client.agents.retrieve(doomed.agent)),
  },
  {
    ...{ name: 'delete source', path: () => `/knowledge/${doomed.source}` },
    ...{ open: choose(/^Actions for the source/, 'Delete…'), typed: {}, send: 'Delete source' },
    count: ({ client }) => gone(client.knowledgeSources.retrieve(doomed.source)),
  },
];

describe.skipIf(chromiumPath === undefined)('a server that restarts under each dialog', () => {
  let world: World;
  const t = dashboard(desk, {
    ownServer: true,
    prepare: async ({ client }) => {
      // Before there are two workspaces.
      await client.apiKeys.create({ name: 'Rotated', scopes: ['agents:read'] });
      await client.apiKeys.create({ name: 'Revoked', scopes: ['agents:read'] });
      doomed.agent = (await client.agents.create({ name: 'Short-lived', model: 'builtin/echo' }))._id;
      doomed.source = (await client.knowledgeSources.create({ type: 'text', name: 'Old rules', text: 'None.' }))._id;
      await client.knowledgeSources.waitUntilReady(doomed.source);
      world = await makeWorld(client);
    },
  });
  const opened = new Map<string, { page: Page; dialog: Locator }>();
  const found = (name: string) => {
    const one = opened.get(name);
    if (one === undefined) throw new Error(`${name} was not opened.`);
    return one;
  };
  const send = ({ name, send }: Sending) => found(name).dialog.getByRole('button', { name: send }).click();

  const statusOf = async (key: string) =>
    (await t.client.apiKeys.list({ limit: 100 })).items.find(({ name }) => name === key)?.status;

  it.each(dialogs)('$name: opens, and takes what is typed', async ({ name, path, open, typed }) => {
    const page = await t.browser.context.newPage();
    await page.goto(t.server.url + path(world));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await open(page);
    const dialog = page.getByRole('dialog');
    for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label, { exact: true }).fill(text);
    opened.set(name, { page, dialog });
  });

  it('a confirmation: opens', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/settings/api-keys`);
    await choose(/^Actions for Revoked/, 'Revoke…')(page);
    await page.getByRole('dialog').waitFor();
  });

  it('the server stops', () => t.server.stop());

  it('a confirmation: says that the server is away, and changes nothing', async () => {
    const { page } = t.browser;
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('The server can’t be reached. Your input is kept; the dashboard keeps trying.').waitFor();
  });

  it.each(dialogs)('$name: says that it was not sent, and loses nothing', async (each) => {
    const { dialog } = found(each.name);
    await send(each);
    await dialog.getByRole('alert').filter({ hasText: 'The server can’t be reached.' }).waitFor();
    for (const [label, text] of Object.entries(each.typed))
      expect(await dialog.getByLabel(label, { exact: true }).inputValue()).toBe(text);
  });

  it('the server is back', () => t.server.restart());

  it('a confirmation: can be given again', async () => {
    const { page } = t.browser;
    await page.getByText('The server can’t be reached.').waitFor({ state: 'detached' });
    expect(await statusOf('Revoked')).toBe('active');
    await choose(/^Actions for Revoked/, 'Revoke…')(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Revoked revoked.').waitFor();
    expect(await statusOf('Revoked')).toBe('revoked');
  });

  it.each(dialogs)('$name: sends it again, once', async (each) => {
    const { page, dialog } = found(each.name);
    for (const [label, text] of Object.entries(each.typed))
      expect(await dialog.getByLabel(label, { exact: true }).inputValue()).toBe(text);
    await send(each);
    await expect.poll(() => each.count(t, world)).toBe(1);
    await dialog.getByText('The server can’t be reached.').waitFor({ state: 'detached' });
    await page.close();
    expect(await each.count(t, world)).toBe(1);
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

import type { Parley } from '@parley/sdk';
import type { Page } from 'playwright-core';
import type { World } from './world.ts';

/** Arguments of a function that opens an overlay. */
interface Opening {
  readonly page: Page;
  readonly world: World;
  readonly client: Parley;
}

/** A menu, a dialog, a drawer or another layer over a page. */
export interface Overlay {
  readonly name: string;
  readonly path: (world: World) => string;
  readonly role: 'dialog' | 'menu' | 'listbox' | 'form';
  readonly open: (opening: Opening) => Promise<unknown>;
  /** The widest and the least width that has it, in pixels; all unless set. */
  readonly from?: number;
  readonly to?: number;
  /** True if Escape doesn't leave the page as it was: it has unsaved changes, asks about a secret, or stays. */
  readonly spoils?: boolean;
}

const press =
  (name: string | RegExp) =>
  ({ page }: Opening) =>
    page.getByRole('button', { name }).last().click();

/** Opens a menu, and presses an entry of it. */
const choose =
  (menu: string | RegExp, entry: string) =>
  async ({ page }: Opening) => {
    await page.getByRole('button', { name: menu }).last().click();
    await page.getByRole('menuitem', { name: entry }).click();
  };

/** Refuses to save an agent as it is refused without a session, so that the page asks to sign in again. */
const endSession = async ({ page }: Opening) => {
  const over = { success: false, code: 'session_ended', error: 'The session has ended.', details: [] };
  const calls = /\/api\/agents\/[^/?]+$/;
  await page.route(calls, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 401, json: over }) : route.continue(),
  );
  await page.getByLabel('Description').fill('Typed before.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  await page.unroute(calls);
};

const agent = ({ agent }: World) => `/agents/${agent}`;
const channels = ({ agent }: World) => `/agents/${agent}/channels`;
const channel = ({ agent, channel }: World) => `/agents/${agent}/channels/${channel}`;
const conversation = ({ conversation }: World) => `/conversations/${conversation}`;
const source = ({ source }: World) => `/knowledge/${source}`;
const pairs = ({ pairs }: World) => `/knowledge/${pairs}/pairs`;
const webhook = ({ webhook }: World) => `/settings/webhooks/${webhook}`;
const keys = () => '/settings/api-keys';

/** The widest screen on which the navigation is a drawer, and on which the playground is one. */
const [narrow, half] = [860, 1199];

const describeAgent = ({ page }: Opening) => page.getByLabel('Description').fill('Something that is not saved.');

/** The overlays of the frame, of agents and of channels. */
export const agentOverlays: readonly Overlay[] = [
  {
    ...{ name: 'palette', path: () => '/agents', role: 'dialog' },
    open: ({ page }) => page.keyboard.press('Control+k'),
  },
  { name: 'help', path: () => '/agents', role: 'dialog', open: ({ page }) => page.keyboard.press('?') },
  { name: 'menu', path: () => '/agents', role: 'dialog', open: press('Open the menu'), from: narrow },
  { name: 'account menu', path: () => '/agents', role: 'menu', open: press(/account menu/), to: narrow + 1 },
  { name: 'workspaces', path: () => '/agents', role: 'menu', open: press(/change workspace/), to: narrow + 1 },
  { name: 'agent menu', path: agent, role: 'menu', open: press('Actions for the agent') },
  { name: 'delete agent', path: agent, role: 'dialog', open: choose('Actions for the agent', 'Delete…') },
  {
    ...{ name: 'models', path: agent, role: 'listbox' },
    open: ({ page }) => page.getByRole('combobox', { name: 'Model' }).click(),
  },
  { name: 'playground', path: agent, role: 'dialog', open: press('Playground'), from: half },
  { name: 'add channel', path: channels, role: 'dialog', open: press(/^Add chat page/) },
  { name: 'channel menu', path: channel, role: 'menu', open: press('Actions for the channel') },
  {
    ...{ name: 'rotate secret', path: channel, role: 'dialog' },
    open: choose('Actions for the channel', 'Rotate secret…'),
  },
  {
    ...{ name: 'secret that is shown once', path: channel, role: 'dialog', spoils: true },
    open: async (opening) => {
      await choose('Actions for the channel', 'Rotate secret…')(opening);
      await opening.page
        .getByRole('dialog')
        .getByRole('button', { name: /^Rotate/ })
        .click();
      await opening.page.getByText('Copy the secret now').waitFor();
    },
  },
  { name: 'delete channel', path: channel, role: 'dialog', open: choose('Actions for the channel', 'Delete…') },
  {
    ...{ name: 'leave unsaved changes', path: agent, role: 'dialog', spoils: true },
    open: async (opening) => {
      await describeAgent(opening);
      await opening.page.getByRole('navigation').getByRole('link', { name: 'Knowledge' }).first().click();
    },
  },
  { name: 'sign in again', path: agent, role: 'dialog', open: endSession, spoils: true },
  {
    ...{ name: 'conflict', path: agent, role: 'dialog', spoils: true },
    open: async (opening) => {
      await describeAgent(opening);
      await opening.client.agents.update(opening.world.agent, { description: 'Something else.' });
      await opening.page.getByRole('button', { name: 'Save' }).click();
    },
  },
];

/** All other overlays. */
export const otherOverlays: readonly Overlay[] = [
  {
    ...{ name: 'answer', path: ({ agent }) => `/agents/${agent}/knowledge`, role: 'dialog' },
    open: press(/^Add answer to/),
  },
  {
    ...{ name: 'comment on a reply', path: conversation, role: 'form', spoils: true },
    open: async ({ page }) => {
      const reply = page
        .getByRole('article')
        .filter({ has: page.getByRole('button', { name: 'Good reply' }) })
        .first();
      const comment = reply.getByRole('button', { name: /comment$/ });
      // Pressed again, the thumb takes the rating back.
      if (!(await comment.isVisible())) await reply.getByRole('button', { name: 'Good reply' }).click();
      await comment.click();
    },
  },
  {
    ...{ name: 'key that is shown once', path: keys, role: 'dialog', spoils: true },
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Generate New Key' }).last().click();
      await page.getByRole('dialog').getByLabel('Name').fill('Shown once');
      await page.getByRole('button', { name: 'Generate key' }).click();
      await page.getByText('Copy the key now').waitFor();
    },
  },
  { name: 'source menu', path: source, role: 'menu', open: press('Actions for the source') },
  { name: 'delete source', path: source, role: 'dialog', open: choose('Actions for the source', 'Delete…') },
  { name: 'add pair', path: pairs, role: 'dialog', open: press('Add pair') },
  { name: 'import pairs', path: pairs, role: 'dialog', open: press('Import CSV') },
  { name: 'pair menu', path: pairs, role: 'menu', open: press(/^Actions for “/) },
  { name: 'export', path: () => '/conversations', role: 'menu', open: press('Actions for the list') },
  { name: 'views of conversations', path: () => '/conversations', role: 'dialog', open: press(/^View:/) },
  {
    name: 'filters of conversations',
    path: () => '/conversations',
    role: 'dialog',
    open: press('Filters'),
    spoils: true,
  },
  { name: 'conversation menu', path: conversation, role: 'menu', open: press('Actions for the conversation') },
  {
    ...{ name: 'delete conversation', path: conversation, role: 'dialog' },
    open: choose('Actions for the conversation', 'Delete…'),
  },
  { name: 'details', path: conversation, role: 'dialog', open: press('Details'), from: half },
  { name: 'citation', path: conversation, role: 'dialog', open: press(/^Source 1/) },
  { name: 'new workspace', path: () => '/settings/general', role: 'dialog', open: press('New workspace') },
  { name: 'delete workspace', path: () => '/settings/general', role: 'dialog', open: press('Delete workspace') },
  { name: 'new key', path: keys, role: 'dialog', open: press('Generate New Key') },
  { name: 'key menu', path: keys, role: 'menu', open: press(/^Actions for/) },
  { name: 'edit key', path: keys, role: 'dialog', open: choose(/^Actions for/, 'Edit…') },
  { name: 'rotate key', path: keys, role: 'dialog', open: choose(/^Actions for/, 'Rotate…') },
  { name: 'revoke key', path: keys, role: 'dialog', open: choose(/^Actions for/, 'Revoke…') },
  { name: 'invite', path: () => '/settings/members', role: 'dialog', open: press('Invite') },
  { name: 'new team', path: () => '/settings/teams', role: 'dialog', open: press('New team') },
  { name: 'export of the audit log', path: () => '/settings/audit-log', role: 'menu', open: press('Export') },
  { name: 'event', path: () => '/settings/audit-log', role: 'dialog', open: press(/^Created the agent/) },
  { name: 'rotate secret of a webhook', path: webhook, role: 'dialog', open: press('Rotate secret') },
  { name: 'send events again', path: webhook, role: 'dialog', open: press('Send again since…') },
  { name: 'delete webhook', path: webhook, role: 'dialog', open: press('Delete webhook') },
  { name: 'delete account', path: () => '/settings/security', role: 'dialog', open: press('Delete account') },
];

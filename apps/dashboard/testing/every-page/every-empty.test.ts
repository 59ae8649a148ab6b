// @module-tag nightly

import { describe, expect, it } from 'vitest';
import { chromiumPath, desk, phone } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { checkEverywhere } from './every/check.ts';

/** Records without any content yet. */
interface Nothing {
  readonly agent: string;
  readonly pairs: string;
  readonly conversation: string;
}

/** A page with nothing to show: its text, and the link or button that leads on, if any. */
interface EmptyPage {
  readonly name: string;
  readonly path: (nothing: Nothing) => string;
  readonly says: string;
  readonly next?: string | RegExp;
}

const row = (name: string, path: EmptyPage['path'], says: string, next?: EmptyPage['next']): EmptyPage => ({
  ...{ name, path, says },
  ...(next !== undefined && { next }),
});

const pages: readonly EmptyPage[] = [
  row('home', () => '/', 'First steps', 'Create an agent'),
  row('agents', () => '/agents', 'No agents yet', 'New agent'),
  row('agents that are searched', () => '/agents?q=zebra', 'No agent matches', 'Clear filters'),
  row('knowledge', () => '/knowledge', 'Give your agents something to answer from', /^Paste text/),
  row('knowledge that is searched', () => '/knowledge?q=zebra', 'No source matches', 'Clear filters'),
  row('conversations', () => '/conversations', 'No conversations yet', 'Talk to an agent'),
  row('conversations that wait', () => '/conversations?view=waiting', 'No conversations wait', 'Show all'),
  row('conversations of mine', () => '/conversations?view=mine', 'No conversations are yours', 'Show all'),
  row('failed conversations', () => '/conversations?view=failed', 'No failed replies', 'Show all'),
  row('conversations rated badly', () => '/conversations?view=negative', 'No bad feedback', 'Show all'),
  row(
    'conversations that are filtered',
    () => '/conversations?status=closed',
    'No conversation matches',
    'Clear filters',
  ),
  row('keys', () => '/settings/api-keys', 'No active keys', 'Generate New Key'),
  row('revoked keys', () => '/settings/api-keys?status=revoked', 'No revoked keys'),
  row('members', () => '/settings/members', '1 member', 'Invite'),
  row('usage', () => '/settings/usage', 'No requests in the last 24 hours', 'Go to API Keys'),
  row('knowledge of an agent', (n) => `/agents/${n.agent}/knowledge`, 'No sources yet', 'Add new'),
  row('unanswered questions', (n) => `/agents/${n.agent}/knowledge`, 'No unanswered questions'),
  row('channels of an agent', (n) => `/agents/${n.agent}/channels`, 'Website widget', /^Add website widget/i),
  row('activity of an agent', (n) => `/agents/${n.agent}/activity`, 'No conversations yet', 'Connect a channel'),
  row('a conversation without messages', (n) => `/conversations/${n.conversation}`, 'No messages yet.', 'Take over'),
  row('pairs of a source', (n) => `/knowledge/${n.pairs}/pairs`, 'No pairs yet', 'Add pair'),
  row('agents of a source', (n) => `/knowledge/${n.pairs}/agents`, 'No agent uses it'),
  row('an unknown page', () => '/nowhere', 'Page not found'),
];

describe.skipIf(chromiumPath === undefined)('every page with nothing to show', () => {
  let nothing: Nothing;
  const t = dashboard(desk, {
    // In another workspace, so that the first one stays as it was made.
    prepare: async ({ client }) => {
      const { _id: workspaceId } = await client.workspaces.create({ name: 'Elsewhere' });
      const { _id: agent } = await client.agents.create({ workspaceId, name: 'New here', model: 'builtin/echo' });
      const { _id: silent } = await client.agents.create({ workspaceId, name: 'Silent', model: 'builtin/echo' });
      const { _id: conversation } = await client.conversations.create(silent, { title: 'Nothing said' });
      const { _id: pairs } = await client.knowledgeSources.create({
        ...{ workspaceId, type: 'qa', name: 'No questions' },
        pairs: [{ question: 'Is there one?', answer: 'Not for long.' }],
      });
      await client.knowledgeSources.waitUntilReady(pairs);
      for (const { _id } of (await client.knowledgeSources.pairs.list(pairs)).items)
        await client.knowledgeSources.pairs.delete({ knowledgeSourceId: pairs, pairId: _id });
      nothing = { agent, conversation, pairs };
    },
  });

  it.each(pages)('$name', async ({ path, says, next }) => {
    const { page } = t.browser;
    const main = page.getByRole('main');
    await page.setViewportSize(desk);
    await page.goto(t.server.url + path(nothing));
    await main.getByText(says, { exact: true }).first().waitFor();
    if (next !== undefined)
      await main
        .getByRole('link', { name: next })
        .or(main.getByRole('button', { name: next }))
        .first()
        .waitFor();
    expect(await main.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await main.getByRole('alert').allTextContents()).toEqual([]);
    expect(await checkEverywhere(page, { at: [desk, phone] })).toEqual([]);
    expect(t.browser.troubles.splice(0)).toEqual([]);
  });
});

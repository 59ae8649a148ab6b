// @module-tag nightly

import type { Parley } from '@parley/sdk';
import { afterAll, describe, expect, it } from 'vitest';
import { type FakeProvider, refuses, says, startFakeProvider } from '../../../server/testing/servers/fake-provider.ts';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

const formatted = `Here is how a **reading** works:

1. Turn the crank once, and wait.
2. Read the column, for example with:

   \`\`\`sh
   engine read --column 3 --digits 31
   \`\`\`

| Column | Holds |
|---|---:|
| 1 | the result |
| 2 | the difference |

See [the manual](https://example.com/manual) for \`--digits\`.`;

describe.skipIf(chromiumPath === undefined).each(screens)('every page on conversations, $name', (screen) => {
  let provider: FakeProvider;
  afterAll(() => provider?.close());
  const t = dashboard(screen, {
    environment: async () => {
      provider = await startFakeProvider();
      return provider.environment;
    },
  });

  const check = (name: string) => checkPage(t.browser.page, name);
  const text = (words: string | RegExp) => t.browser.page.getByText(words).first().waitFor();
  /** The details are beside the messages on wide screens, and over them on narrow ones. */
  const isWide = screen.width >= 1120;
  const details = () => t.browser.page.getByRole('complementary', { name: 'Details' });

  it('no conversations yet', async () => {
    await t.browser.page.goto(`${t.server.url}/conversations`);
    await text('No conversations yet');
    await check('conversations-empty');
  });

  it('a list of conversations, in every state', async () => {
    await makeConversations(t.client, provider);
    await t.browser.page.reload();
    await text(/^\d+ conversations$/);
    await text('How do I read');
    await t.browser.page.getByText('Difference Engine guide').filter({ visible: true }).first().waitFor();
    await check('conversations');
    await t.browser.page.getByRole('button', { name: 'Filters' }).click();
    await t.browser.page.getByLabel('Started on or after').waitFor();
    await check('conversations-filters');
    await t.browser.page.keyboard.press('Escape');
    await t.browser.page.getByRole('button', { name: 'Actions for the list' }).click();
    await text('CSV: one message per line');
    await check('conversations-export');
  });

  it('no match', async () => {
    await t.browser.page.goto(`${t.server.url}/conversations?q=steam&status=closed`);
    await text('No conversation matches');
    await check('conversations-none');
  });

  const open = async (title: string) => {
    await t.browser.page.goto(`${t.server.url}/conversations`);
    await t.browser.page.getByRole('link', { name: title }).first().click();
    await t.browser.page.getByRole('heading', { level: 1, name: title }).waitFor();
  };

  /** The formatted reply. Before it is formatted, the same words are shown as plain text. */
  const formattedAnswer = () => t.browser.page.getByRole('article').getByRole('table').waitFor();

  it('a conversation with a Markdown reply', async () => {
    await open('How do I read');
    await formattedAnswer();
    if (isWide) await details().getByRole('button', { name: 'Edit the metadata' }).waitFor();
    await check('conversation');
  });

  it('its details', async () => {
    await open('How do I read');
    await formattedAnswer();
    if (!isWide) await t.browser.page.getByRole('button', { name: 'Details' }).click();
    await t.browser.page.getByRole('button', { name: 'Edit the metadata' }).click();
    await t.browser.page.getByLabel('Metadata as JSON').waitFor();
    await check('conversation-details');
  });

  it('a failed reply', async () => {
    await open('Is it on?');
    await t.browser.page.getByRole('button', { name: 'Try again' }).waitFor();
    await check('conversation-failed');
  });

  it('a conversation that is taken over, with feedback', async () => {
    await open('I want my money back');
    await t.browser.page.getByLabel('Your reply').fill('I look into it,\nand write to you today.');
    await t.browser.page.getByRole('button', { name: 'Add a comment' }).click();
    await t.browser.page.getByLabel('What is good or bad about the reply').fill('It should not promise that.');
    await check('conversation-taken-over');
  });

  it('the menu of a conversation, and its confirmation', async () => {
    await open('I want my money back');
    await t.browser.page.getByRole('button', { name: 'Actions for the conversation' }).click();
    await text('Delete all for this user…');
    await check('conversation-menu');
    await t.browser.page.getByRole('menuitem', { name: 'Delete all for this user…' }).click();
    await text('The only conversation of visitor-17');
    await check('conversation-delete-user');
  });

  it('an unknown conversation', async () => {
    await t.browser.page.goto(`${t.server.url}/conversations/conv_unknown`);
    await text('There is no such conversation.');
    await check('conversation-not-found');
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

/** Creates conversations of two agents, in every state. */
async function makeConversations(client: Parley, provider: FakeProvider): Promise<void> {
  provider.play('guide', says(formatted));
  provider.play('broken', refuses(429));
  const guide = await client.agents.create({ name: 'Difference Engine guide', model: 'fake/guide' });
  const echo = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
  const broken = await client.agents.create({ name: 'Night watch', model: 'fake/broken' });
  for (let index = 1; index <= 6; index += 1) {
    const message = `Question ${index} about the part of the engine that turns`;
    const { conversation } = await client.agents.chat(echo._id, { message, userId: `visitor-${index}` });
    if (index % 2 === 0) await client.conversations.close(conversation._id);
  }
  await client.agents.chat(broken._id, { message: 'Is it on?' }).catch(() => undefined);
  const angry = await client.agents.chat(echo._id, { message: 'I want my money back', userId: 'visitor-17' });
  await client.messages.rate(angry.reply?._id ?? '', { rating: 'negative' });
  await client.conversations.takeOver(angry.conversation._id);
  await client.messages.send(angry.conversation._id, { role: 'human', content: 'I am **Ada**. Which order is it?' });
  await client.messages.send(angry.conversation._id, { content: 'Number 1843.\nPaid by card.' });
  await client.conversations.update(angry.conversation._id, { tags: ['refund', 'urgent'] });
  const { conversation, reply } = await client.agents.chat(guide._id, {
    message: 'How do I read a column of the engine?',
    userId: 'charles@example.com',
    metadata: { page: '/manual', plan: 'business', visits: 14 },
  });
  await client.messages.rate(reply?._id ?? '', { rating: 'positive', comment: 'Short and right.' });
  await client.conversations.update(conversation._id, { tags: ['manual'] });
}

import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { checkAccessibility } from './accessibility.ts';
import { frameOf, hasBrowser, photograph, snippet } from './browser.ts';
import { createConversation } from './fake-conversation.ts';
import { identityOf } from './fake-parley.ts';
import { channel, place } from './place.ts';

const listButton = (frame: Frame) => frame.getByRole('button', { name: 'Your conversations' });
const item = (frame: Frame, text: string) => frame.getByRole('listitem').filter({ hasText: text }).getByRole('button');

describe.skipIf(!hasBrowser)('the list of earlier conversations', () => {
  const t = place();

  const startOver = async (frame: Frame) => {
    await frame.getByRole('button', { name: 'New conversation' }).click();
    await frame.locator('.sure').getByRole('button', { name: 'New conversation' }).click();
  };
  /** Opens the chat with two conversations, and shows the second one. */
  const withTwo = async () => {
    t.fake.conversations.clear();
    const frame = await t.open();
    await t.say(frame, 'First question');
    await frame.getByText('You said: First question').first().waitFor();
    expect(await listButton(frame).count()).toBe(0);
    await startOver(frame);
    await t.say(frame, 'Second question');
    await frame.getByText('You said: Second question').first().waitFor();
    const [first, second] = [...t.fake.conversations.values()];
    if (first === undefined || second === undefined) throw new Error('There are fewer than two conversations.');
    return { frame, first, second };
  };

  it('marks what is unread, and opens a conversation to go on, by keyboard', async () => {
    const { frame, first } = await withTwo();
    first.add({ role: 'human', content: 'We have **found** it.' });
    await listButton(frame).focus();
    await frame.page().keyboard.press('Enter');
    const unread = item(frame, 'We have found it.');
    await unread.getByText('Unread').waitFor();
    expect(await item(frame, 'Second question').getAttribute('aria-current')).toBe('true');
    expect(await item(frame, 'Second question').getByText('Unread').count()).toBe(0);
    const backHasFocus = () =>
      expect.poll(() => frame.evaluate(() => document.activeElement?.textContent)).toBe('Back');
    await backHasFocus();
    await checkAccessibility(frame, 'history');
    await photograph(t.page, 'history');
    await frame.page().keyboard.press('Escape');
    await expect.poll(() => frame.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await listButton(frame).click();
    // The list takes the focus when it is shown.
    await backHasFocus();
    await unread.press('Enter');
    await frame.getByRole('log').getByText('First question', { exact: true }).waitFor();
    await frame.getByRole('log').getByText('found').waitFor();
    await t.say(frame, 'Thanks');
    await frame.getByText('You said: Thanks').first().waitFor();
    expect(first.messages.map(({ content }) => content)).toContain('Thanks');
    await listButton(frame).click();
    await item(frame, 'You said: Thanks').waitFor();
    expect(await frame.getByText('Unread').count()).toBe(0);
    await t.page.reload();
    await t.page.getByRole('button', { name: 'Open chat' }).click();
    const again = await frameOf(t.page, channel);
    await again.getByText('You said: Thanks').first().waitFor();
    await listButton(again).waitFor();
  });

  it('says that a conversation was deleted meanwhile, and shows a closed one without a field', async () => {
    const { frame, first, second } = await withTwo();
    first.change({ status: 'closed' });
    await listButton(frame).click();
    await item(frame, 'First question').getByText('Closed').waitFor();
    await item(frame, 'First question').click();
    await frame.getByText('This conversation is closed.').waitFor();
    await listButton(frame).click();
    await item(frame, 'Second question').waitFor();
    t.fake.conversations.delete(second.conversation._id);
    await item(frame, 'Second question').click();
    await frame.getByText('That did not work. Please try again.').waitFor();
    await frame.getByRole('textbox', { name: 'Message' }).waitFor();
    await listButton(frame).click();
    await item(frame, 'First question').waitFor();
    expect(await frame.getByRole('listitem').count()).toBe(1);
  });

  it('has the conversations of a verified visitor from any device, in pages, and stays with an unsent message', async () => {
    t.host.head = snippet(t.fake.url, channel, `data-identity="${identityOf('grace')}"`);
    t.fake.conversations.clear();
    const frame = await t.open();
    await t.say(frame, 'Hello');
    await frame.getByText('You said: Hello').first().waitFor();
    const [own] = [...t.fake.conversations.values()];
    for (let number = 1; number <= 25; number += 1) {
      const other = createConversation(own?.visitor ?? '', own?.conversation.agent ?? '');
      other.add({ role: 'user', content: `Question ${number}` });
      t.fake.conversations.set(other.conversation._id, other);
    }
    const next = await t.open();
    await listButton(next).click();
    await item(next, 'Question 25').waitFor();
    expect(await next.getByRole('listitem').count()).toBe(20);
    await next.getByRole('button', { name: 'Show older conversations' }).click();
    await item(next, 'Hello').waitFor();
    expect(await next.getByRole('listitem').count()).toBe(26);
    await item(next, 'Question 3').first().click();
    await next.getByRole('log').getByText('Question 3').waitFor();
    t.fake.onMessage = () => {};
    t.fake.refuse = (what) =>
      what.endsWith('/messages') && what.startsWith('POST') ? { status: 400, code: 'validation_failed' } : undefined;
    await t.say(next, 'Not sent yet');
    await next.getByText('Not sent.').waitFor();
    expect(await listButton(next).isDisabled()).toBe(true);
  });
});

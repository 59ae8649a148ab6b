import { describe, expect, it } from 'vitest';
import { checkAccessibility } from './accessibility.ts';
import { hasBrowser, photograph } from './browser.ts';
import { isComplete } from './members.ts';
import { channel, place } from './place.ts';

const citation = {
  ...{ source: 'src_1', title: 'Shipping', url: 'https://shop.example.com/shipping', score: 0.8 },
  quote: 'Parcels take two to four days.',
};

describe.skipIf(!hasBrowser)('the chat as a page of its own', () => {
  const t = place();
  const goTo = async () => {
    await t.page.goto(`${t.fake.url}/chat/${channel}`);
    return t.page.mainFrame();
  };

  it('streams a reply, quotes its sources, and is rated', async () => {
    t.fake.onMessage = () => {};
    const frame = await goTo();
    await t.say(frame, 'How long does it take?');
    await frame.getByRole('img', { name: 'Writing a reply…' }).waitFor();
    await expect.poll(() => t.fake.conversations.size).toBeGreaterThan(0);
    const [conversation] = [...t.fake.conversations.values()].slice(-1);
    const reply = conversation?.messages.find(({ role }) => role === 'assistant');
    if (conversation === undefined || reply === undefined) throw new Error('There is no reply.');
    conversation.grow(reply, 'It takes **two');
    await frame.getByText('It takes **two').waitFor();
    // While it is written it can be stopped, and nothing else is sent.
    await frame.getByRole('button', { name: 'Stop' }).waitFor();
    const [announced] = [frame.getByRole('status').filter({ hasText: 'It takes' })];
    expect(await announced.count()).toBe(0);
    conversation.grow(reply, ' to four days**.\n\n1. one\n2. two\n\n```\ncode\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |');
    conversation.cite(reply, citation);
    conversation.cite(reply, { ...citation, title: 'Not a link', url: 'javascript:alert(1)' });
    conversation.end(reply, 'message.completed', { status: 'complete' });
    await frame.locator('strong', { hasText: 'two to four days' }).waitFor();
    await announced.waitFor({ state: 'attached' });
    await frame.getByText('Sources (2)').click();
    const link = frame.getByRole('link', { name: 'Shipping' });
    expect(await link.getAttribute('href')).toBe(citation.url);
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(await frame.getByRole('link', { name: 'Not a link' }).count()).toBe(0);
    await frame.getByText('Parcels take two to four days.').first().waitFor();
    await frame.getByRole('button', { name: 'Helpful', exact: true }).click();
    await frame.locator('[aria-pressed=true]', { hasText: 'Helpful' }).waitFor();
    expect(conversation.messages.at(-1)?.feedback).toBe('positive');
    await photograph(t.page, 'page');
    await checkAccessibility(frame, 'page');
    await t.page.emulateMedia({ colorScheme: 'dark' });
    await frame.locator('html[data-mode=dark]').waitFor();
    await photograph(t.page, 'page-dark');
    await checkAccessibility(frame, 'page, dark');
  });

  it('stops a reply, and tries one again', async () => {
    t.fake.onMessage = (conversation, reply) => conversation.grow(reply, 'It is a long st');
    const frame = await goTo();
    await t.say(frame, 'Tell me');
    await frame.getByRole('button', { name: 'Stop' }).click();
    await frame.getByText('Stopped.').waitFor();
    t.fake.onMessage = (conversation, reply) => conversation.end(reply, 'message.failed', { status: 'failed' });
    await frame.getByRole('button', { name: 'Try again' }).click();
    await frame.getByText('The reply could not be completed.').waitFor();
    expect(await frame.getByText('Stopped.').count()).toBe(0);
    await photograph(t.page, 'failed');
    t.fake.onMessage = (conversation, reply) => {
      conversation.grow(reply, 'Here it is.');
      conversation.end(reply, 'message.completed', { status: 'complete' });
    };
    await frame.getByRole('button', { name: 'Try again' }).click();
    await frame.getByText('Here it is.').first().waitFor();
    expect(await frame.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('says that a reply waits for a confirmation, and goes on with it in its place', async () => {
    const frame = await goTo();
    t.fake.onMessage = (conversation, reply) => {
      conversation.grow(reply, 'Let me see. ');
      conversation.end(reply, 'message.requires_action', { status: 'requires_action' });
    };
    await t.say(frame, 'Cancel my order');
    const waits = frame.getByText('Someone has to confirm this first. You will get an answer here.');
    await waits.waitFor();
    await photograph(t.page, 'confirming');
    await checkAccessibility(frame, 'confirming');
    expect(await frame.getByLabel('Message', { exact: true }).isEditable()).toBe(true);
    const [conversation] = [...t.fake.conversations.values()].slice(-1);
    const waiting = conversation?.messages.at(-1);
    if (conversation === undefined || waiting === undefined) throw new Error('Nothing waits.');
    conversation.end(waiting, 'message.created', { status: 'streaming' });
    conversation.grow(waiting, 'It is cancelled.');
    conversation.end(waiting, 'message.completed', { status: 'complete' });
    await frame.getByText('Let me see. It is cancelled.').first().waitFor();
    await waits.waitFor({ state: 'detached' });
    expect(await frame.locator('.bubble', { hasText: 'Let me see.' }).count()).toBe(1);
  });

  it('says who answers, and that a conversation is closed', async () => {
    const frame = await goTo();
    await t.say(frame, 'A person, please');
    await frame.getByText('You said').first().waitFor();
    const [conversation] = [...t.fake.conversations.values()].slice(-1);
    t.fake.takenOver = true;
    conversation?.change({ status: 'human' });
    await frame.getByText('A person from the team is answering.').waitFor();
    await t.say(frame, 'Are you there?');
    conversation?.add({ role: 'human', content: 'I am.' });
    await frame.getByText('I am.', { exact: true }).first().waitFor();
    await photograph(t.page, 'taken-over');
    conversation?.change({ status: 'closed' });
    await frame.getByText('This conversation is closed.').waitFor();
    await photograph(t.page, 'closed');
    await checkAccessibility(frame, 'closed');
    t.fake.takenOver = false;
    await frame.getByRole('button', { name: 'New conversation' }).last().click();
    await t.say(frame, 'Something else');
    await frame.getByText('You said: Something else').first().waitFor();
    expect(await frame.getByText('I am.', { exact: true }).count()).toBe(0);
  });

  it('starts over only if the visitor is sure', async () => {
    const frame = await goTo();
    await t.say(frame, 'Hello');
    await frame.getByText('You said: Hello').first().waitFor();
    await frame.getByRole('button', { name: 'New conversation' }).click();
    await frame.getByRole('button', { name: 'Cancel' }).click();
    await frame.getByText('You said: Hello').first().waitFor();
    await frame.getByRole('button', { name: 'New conversation' }).click();
    await photograph(t.page, 'start-over');
    await frame.getByRole('button', { name: 'New conversation' }).last().click();
    await frame.getByText('You said: Hello').first().waitFor({ state: 'detached' });
    await t.page.reload();
    await frame.getByRole('textbox').waitFor();
    expect(await frame.getByText('You said: Hello').count()).toBe(0);
  });

  it('says that the agent is away, in the channel’s words', async () => {
    t.fake.settings = {
      available: false,
      offlineMessage: 'We are back on Monday.',
      texts: { placeholder: 'Schreib uns' },
    };
    const frame = await goTo();
    await frame.getByText('We are back on Monday.').waitFor();
    await frame.getByPlaceholder('Schreib uns').waitFor();
    await photograph(t.page, 'away');
    t.fake.settings = { available: false };
    await t.page.reload();
    await frame.getByText('No one can answer right now.').waitFor();
  });

  it('says what each refusal means', async () => {
    for (const [status, code, title] of [
      [404, 'channel_not_found', 'This chat does not exist'],
      [409, 'channel_inactive', 'This chat is switched off'],
      [403, 'origin_not_allowed', 'This chat is not available here'],
      [401, 'identity_required', 'Please sign in'],
      [401, 'expired_identity', 'Please sign in'],
    ] as const) {
      t.fake.refuse = () => ({ status, code });
      const frame = await goTo();
      await frame.getByRole('heading', { name: title }).waitFor();
      expect(await frame.getByRole('textbox').count(), code).toBe(0);
      await photograph(t.page, code);
      // Their documents differ in words alone.
      if (isComplete || code === 'identity_required') await checkAccessibility(frame, code);
    }
  });

  it('says so where no channel can be', async () => {
    await t.page.goto(`${t.fake.url}/chat/nothing`);
    await t.page.getByRole('heading', { name: 'This chat does not exist' }).waitFor();
    expect(t.fake.requests).toEqual([]);
  });

  it('tells of a limit in the channel’s words, and keeps the message', async () => {
    const frame = await goTo();
    t.fake.refuse = (what) =>
      what.endsWith('/chat') ? { status: 429, code: 'channel_limit_reached', error: 'Enough for today.' } : undefined;
    await t.say(frame, 'One more');
    await frame.getByText('Enough for today.').waitFor();
    await photograph(t.page, 'limit');
    t.fake.refuse = () => undefined;
    await frame.getByRole('button', { name: 'Try again' }).click();
    await frame.getByText('You said: One more').first().waitFor();
  });

  it('ends if its channel is deleted, or sites are taken off its list', async () => {
    const frame = await goTo();
    await frame.getByRole('textbox').waitFor();
    t.fake.tokens.clear();
    t.fake.refuse = (what) => (what.endsWith('/visitors') ? { status: 404, code: 'channel_not_found' } : undefined);
    await t.say(frame, 'Hello?');
    await frame.getByRole('heading', { name: 'This chat does not exist' }).waitFor();
  });

  it('says whether a conversation was deleted alone, or with its channel', async () => {
    const frame = await goTo();
    for (const code of [undefined, 'channel_not_found']) {
      await t.say(frame, 'Hello');
      await frame.getByText('You said: Hello').first().waitFor();
      t.fake.refuse = () => (code === undefined ? undefined : { status: 404, code });
      const [conversation] = [...t.fake.conversations.values()].slice(-1);
      conversation?.delete();
      await frame.getByText('You said: Hello').first().waitFor({ state: 'detached' });
    }
    await frame.getByRole('heading', { name: 'This chat does not exist' }).waitFor();
  });

  it('goes on as another visitor if the token ended', async () => {
    const frame = await goTo();
    await t.say(frame, 'Hello');
    await frame.getByText('You said: Hello').first().waitFor();
    t.fake.tokens.clear();
    await frame.getByRole('textbox').fill('Again');
    await frame.getByRole('textbox').press('Enter');
    await frame.getByText('You said: Hello').first().waitFor({ state: 'detached' });
    // Unsent input of the former visitor is kept.
    await expect.poll(() => frame.getByRole('textbox').inputValue()).toBe('Again');
    await t.say(frame, 'I am new');
    await frame.getByText('You said: I am new').first().waitFor();
  });

  it('counts what is too long, and sends nothing', async () => {
    const frame = await goTo();
    await t.say(frame, 'x'.repeat(4_003));
    await frame.getByText('3 characters too many').waitFor();
    await photograph(t.page, 'too-long');
    expect(t.fake.requests.filter((what) => what.endsWith('/chat'))).toEqual([]);
    await t.page.reload();
    await expect.poll(async () => (await frame.getByRole('textbox').inputValue()).length).toBe(4_003);
  });

  it('makes a new line with Shift+Enter, and leaves Enter to an input method', async () => {
    const frame = await goTo();
    const field = frame.getByRole('textbox');
    await field.fill('one');
    await field.press('Shift+Enter');
    await field.pressSequentially('two');
    await field.evaluate((element) =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })),
    );
    expect(await field.inputValue()).toBe('one\ntwo');
    await field.press('Enter');
    await frame.getByText('You said: one').first().waitFor();
  });
});

import { describe, expect, it } from 'vitest';
import { checkAccessibility } from './accessibility.ts';
import { hasBrowser, photograph } from './browser.ts';
import { place } from './place.ts';

const field = (key: string, type: string, label: string, more: object = {}) => ({
  ...{ key, type, label, required: false, description: '', options: [] },
  ...more,
});
const fields = [
  field('email', 'email', 'Email', { required: true, description: 'We reply to this address.' }),
  field('topic', 'select', 'Topic', { options: ['Sales', 'Support'] }),
  field('agreed', 'checkbox', 'I have read the terms', { required: true }),
];
const consent = { text: 'Our privacy policy', url: 'https://example.com/privacy' };
const formOf = (when: string, of = fields) => ({ form: { when, intro: 'Who are you?', fields: of, consent } });

describe.skipIf(!hasBrowser)('what the chat asks and tells', () => {
  const t = place();

  it('asks by a form before the first message, with problems at their fields', async () => {
    t.fake.settings = { greeting: 'Hello!', suggestions: ['Where is it?'], ...formOf('before') };
    const frame = await t.open();
    const email = frame.getByLabel('Email');
    await email.waitFor();
    expect(await email.getAttribute('autocomplete')).toBe('email');
    expect(await frame.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
    expect(await frame.getByRole('button', { name: 'Where is it?' }).count()).toBe(0);
    expect(await frame.getByRole('link', { name: consent.text }).getAttribute('href')).toBe(consent.url);
    await email.fill('ada');
    await frame.getByRole('button', { name: 'Continue' }).click();
    await frame.getByText('Please enter an email address.').waitFor();
    await frame.getByText('Please tick this box.').waitFor();
    await expect.poll(() => frame.evaluate(() => document.activeElement?.id)).toBe('form-email');
    await checkAccessibility(frame, 'form');
    await photograph(t.page, 'form');
    await email.fill(' ada@example.com');
    await frame.getByLabel('Topic').selectOption('Support');
    await frame.getByLabel('I have read the terms').check();
    t.fake.refuse = () => ({ status: 503, code: 'unavailable', error: 'Try later.' });
    await frame.getByRole('button', { name: 'Continue' }).click();
    await frame.getByText('Try later.').waitFor();
    t.fake.refuse = () => undefined;
    await email.press('Enter');
    await frame.getByRole('button', { name: 'Where is it?' }).waitFor();
    await t.say(frame, 'Hello');
    await frame.getByText('You said: Hello').first().waitFor();
    const [first, again, message] = t.fake.bodies;
    expect(first).toMatchObject({ form: { email: 'ada@example.com', topic: 'Support', agreed: true } });
    expect(again).toEqual(first);
    expect(message).toMatchObject({ content: 'Hello', context: { device: 'desktop', language: 'en-US' } });
    expect(t.fake.requests).toContain('POST /api/conversations/conv/messages');
    await frame.getByRole('button', { name: 'New conversation' }).click();
    await frame.locator('.sure').getByRole('button', { name: 'New conversation' }).click();
    await frame.getByRole('button', { name: 'Where is it?' }).waitFor();
    expect(await email.count()).toBe(0);
  });

  it('asks after the first reply, and goes on without answers if none is required', async () => {
    t.fake.settings = formOf('after_first', [field('name', 'text', 'Name')]);
    const frame = await t.open();
    await t.say(frame, 'Hello');
    await frame.getByLabel('Name').fill('Ada');
    await frame.getByRole('button', { name: 'Continue' }).click();
    await frame.getByLabel('Name').waitFor({ state: 'detached' });
    expect(t.fake.bodies.at(-1)).toEqual({ form: { name: 'Ada' } });
    const skipping = await t.open();
    await skipping.getByRole('button', { name: 'Skip' }).click();
    await skipping.getByLabel('Name').waitFor({ state: 'detached' });
  });

  it('shows quick replies of the latest message as buttons, and never a part of their block', async () => {
    const whole = 'Which one?\n\n```quick-replies\n- Kettle\n- Toaster\n```';
    t.fake.onMessage = (conversation, reply, text) => {
      const content = text === 'Hello' ? whole : `Good choice: ${text}`;
      for (const piece of content.match(/[\s\S]{1,5}/g) ?? []) conversation.grow(reply, piece);
      conversation.end(reply, 'message.completed', { status: 'complete', content });
    };
    const frame = await t.open();
    await frame.evaluate(() => {
      const seen = new MutationObserver(() => {
        if (/```|quick-/.test(document.querySelector('.log')?.textContent ?? '')) document.title = 'garbage';
      });
      seen.observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    await t.say(frame, 'Hello');
    await frame.getByRole('button', { name: 'Toaster' }).waitFor();
    await checkAccessibility(frame, 'quick replies');
    await photograph(t.page, 'quick-replies');
    await frame.getByRole('button', { name: 'Kettle' }).click();
    await frame.getByText('Good choice: Kettle').first().waitFor();
    expect(await frame.getByRole('button', { name: 'Toaster' }).count()).toBe(0);
    expect(await frame.evaluate(() => document.title)).not.toBe('garbage');
    // The visitor's own text stays as it is.
    t.fake.takenOver = true;
    await t.say(frame, '```quick-replies\nMine\n```');
    await frame.locator('.own').getByText('Mine').waitFor();
    expect(await frame.getByRole('button', { name: 'Mine' }).count()).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { checkAccessibility } from './accessibility.ts';
import { hasBrowser, photograph } from './browser.ts';
import { place } from './place.ts';

describe.skipIf(!hasBrowser)('a visitor whose conversation was closed', () => {
  const t = place();

  it('answers how satisfied they are, by keyboard, and changes it; only if the channel asks', async () => {
    let frame = await t.open();
    await t.say(frame, 'Hello');
    const close = () => {
      for (const conversation of t.fake.conversations.values()) conversation.change({ status: 'closed' });
    };
    const form = () => frame.locator('form.asked');
    close();
    await frame.getByText('This conversation is closed.').waitFor();
    expect(await form().count()).toBe(0);
    t.fake.settings = { satisfaction: { asked: true, question: '' } };
    frame = await t.open();
    await frame.getByRole('group', { name: 'How satisfied are you with this conversation?' }).waitFor();
    const step = (name: string) => frame.getByRole('radio', { name });
    expect(await step('1: Very dissatisfied').count()).toBe(1);
    expect(await form().getByRole('textbox').isVisible()).toBe(false);
    await checkAccessibility(frame, 'rate');
    await step('3').focus();
    await step('3').press('Space');
    await step('3').press('ArrowRight');
    expect(await step('4').isChecked()).toBe(true);
    await form().getByRole('textbox', { name: 'Anything to add?' }).fill('Fast');
    await photograph(t.page, 'rate');
    await checkAccessibility(frame, 'rate-comment');
    await form().getByRole('button', { name: 'Send' }).press('Enter');
    await frame.getByText('Thank you for your feedback.').waitFor();
    expect(t.fake.bodies).toContainEqual({ score: 4, comment: 'Fast' });
    await step('5: Very satisfied').check({ force: true });
    expect(await frame.getByText('Thank you for your feedback.').count()).toBe(0);
    await form().getByRole('button', { name: 'Send' }).click();
    await frame.getByText('Thank you for your feedback.').waitFor();
    expect(t.fake.bodies).toContainEqual({ score: 5, comment: 'Fast' });
  });

  it('reads the question of the channel, and sees the answer from before', async () => {
    let frame = await t.open();
    await t.say(frame, 'Hello');
    const satisfaction = { score: 2, comment: 'Slow', ratedAt: new Date().toISOString() };
    for (const each of t.fake.conversations.values()) each.change({ status: 'closed', satisfaction });
    t.fake.settings = { satisfaction: { asked: true, question: 'Happy?' } };
    frame = await t.open();
    await frame.getByRole('group', { name: 'Happy?' }).waitFor();
    expect(await frame.getByRole('radio', { name: '2' }).isChecked()).toBe(true);
    expect(await frame.locator('form.asked textarea').inputValue()).toBe('Slow');
  });
});

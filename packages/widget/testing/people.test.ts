import { describe, expect, it } from 'vitest';
import { checkAccessibility } from './accessibility.ts';
import { hasBrowser, photograph } from './browser.ts';
import { place } from './place.ts';

describe.skipIf(!hasBrowser)('a visitor who asks for a person', () => {
  const t = place();

  it('gets one before the first message, by keyboard, and reads when; only if the channel offers it', async () => {
    let frame = await t.open();
    const button = () => frame.getByRole('button', { name: 'Talk to a person' });
    await frame.getByRole('button', { name: 'Send' }).waitFor();
    expect(await button().count()).toBe(0);
    t.fake.settings = { handover: true };
    frame = await t.open();
    await button().waitFor();
    await checkAccessibility(frame, 'person');
    await photograph(t.page, 'person');
    await button().press('Enter');
    await frame.getByText('A person will answer here, usually within 5 minutes.').waitFor();
    expect(await button().count()).toBe(0);
    await checkAccessibility(frame, 'person-waiting');
    await photograph(t.page, 'person-waiting');
    expect(t.fake.bodies).toContainEqual({ reason: 'visitor_asked' });
    const [conversation] = [...t.fake.conversations.values()];
    conversation?.change({ waitingSince: null });
    await frame.getByText('A person from the team is answering.').waitFor();
    expect(await frame.getByText('A person will answer here').count()).toBe(0);
  });

  it('reads when it opens, in their own time, or the text of the channel, or that it takes what it takes', async () => {
    t.fake.settings = { handover: true };
    const opensAt = '2099-03-02T09:30:00.000Z';
    const day = new Date(opensAt).toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' });
    const closed = { open: false, opensAt, here: false, usuallyWithin: 300, awayText: null };
    const rows: readonly (readonly [people: Record<string, unknown>, text: string])[] = [
      [closed, `We are away. A person will answer here from ${day}.`],
      [{ ...closed, awayText: 'Until Monday!' }, 'Until Monday!'],
      [{ ...closed, open: true }, 'A person will answer here as soon as possible.'],
      [
        { ...closed, open: true, here: true, usuallyWithin: 7_200 },
        'A person will answer here, usually within 2 hours.',
      ],
    ];
    for (const [people, text] of rows) {
      t.fake.people = people;
      const frame = await t.open();
      await t.say(frame, 'Hello');
      await frame.getByRole('button', { name: 'New conversation' }).click();
      await frame.locator('.sure').getByRole('button', { name: 'New conversation' }).click();
      await frame.getByRole('button', { name: 'Talk to a person' }).click();
      await frame.getByText(text).waitFor();
    }
  });

  it('leaves an address while no person is here, if answers can go by mail', async () => {
    t.fake.settings = { handover: true };
    t.fake.people = { open: true, opensAt: null, here: false, usuallyWithin: null, awayText: null, byMail: true };
    const frame = await t.open();
    await frame.getByRole('button', { name: 'Talk to a person' }).click();
    const field = frame.getByLabel('Leave your email address');
    await field.fill('ada');
    await field.press('Enter');
    await frame.getByRole('alert').filter({ hasText: /./ }).waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await checkAccessibility(frame, 'person-address');
    await photograph(t.page, 'person-address');
    await field.fill('ada@example.com');
    await field.press('Enter');
    await frame.getByText('The answer also goes to ada@example.com.').waitFor();
    expect(t.fake.bodies).toContainEqual(expect.objectContaining({ email: 'ada@example.com', language: 'en' }));
  });
});

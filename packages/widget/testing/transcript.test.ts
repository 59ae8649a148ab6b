import { describe, expect, it } from 'vitest';
import { checkAccessibility } from './accessibility.ts';
import { hasBrowser, photograph } from './browser.ts';
import { place } from './place.ts';

describe.skipIf(!hasBrowser)('transcripts by mail', () => {
  const t = place();
  const path = 'POST /api/conversations/conv/transcript';

  it('has the conversation mailed to a valid address, once after a failure, only if the channel offers it', async () => {
    let frame = await t.open();
    await t.say(frame, 'Hello');
    await frame.getByText('You said: Hello').first().waitFor();
    const button = () => frame.getByRole('button', { name: 'Email this conversation' });
    expect(await button().count()).toBe(0);
    t.fake.settings = { transcript: true };
    frame = await t.open();
    await button().click();
    const email = frame.getByLabel('Email address');
    await expect.poll(() => frame.evaluate(() => document.activeElement?.id)).toBe('transcript-email');
    await email.fill('ada');
    const send = frame.locator('.sure').getByRole('button', { name: 'Send' });
    await send.click();
    await frame.getByText('Please enter an email address.').waitFor();
    await checkAccessibility(frame, 'transcript');
    await photograph(t.page, 'transcript');
    const keys: unknown[] = [];
    t.page.on('request', (request) => {
      if (request.url().endsWith('/transcript')) keys.push(request.headers()['idempotency-key']);
    });
    t.fake.refuse = (what) => (what === path ? { status: 429, code: 'too_many_mails', error: 'No.' } : undefined);
    await email.fill(' ada@example.com ');
    await email.press('Enter');
    await frame.getByText('Too many transcripts were sent. Please try again later.').first().waitFor();
    t.fake.refuse = () => undefined;
    await send.click();
    await frame.locator('.sure').getByText('The transcript is on its way.').waitFor();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(t.fake.bodies.at(-1)).toEqual({ email: 'ada@example.com', timeZone: expect.any(String), language: 'en' });
    await frame.getByRole('button', { name: 'Back' }).click();
    expect(await frame.locator('.sure').count()).toBe(0);
  });
});

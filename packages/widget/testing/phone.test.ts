import { describe, expect, it } from 'vitest';
import { checkAccessibility } from './accessibility.ts';
import { frameOf, hasBrowser, photograph, snippet } from './browser.ts';
import { channel, place } from './place.ts';

describe.skipIf(!hasBrowser)('the widget on a phone in the dark', () => {
  const t = place({ width: 390, height: 844, colorScheme: 'dark' });

  it('fills the screen, keeps the focus in it, and leaves the page where it was', async () => {
    t.fake.settings = {
      greeting: 'Hello! How can I help?',
      suggestions: ['Where is my parcel?', 'What does it cost?'],
    };
    await t.page.goto(t.host.url);
    await t.page.evaluate(() => {
      (document.querySelector('main') as HTMLElement).style.height = '3000px';
      scrollTo(0, 500);
    });
    await photograph(t.page, 'phone-launcher');
    await t.page.getByRole('button', { name: 'Open chat' }).click();
    const frame = await frameOf(t.page, channel);
    await frame.getByText('Hello! How can I help?').waitFor();
    expect(await t.page.locator('dialog').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    expect(await t.page.locator('dialog').evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    await photograph(t.page, 'phone-greeting');
    await checkAccessibility(frame, 'phone greeting');
    await t.say(frame, 'Hello');
    await frame.getByText('You said: Hello').first().waitFor();
    await photograph(t.page, 'phone-chat');
    await checkAccessibility(frame, 'phone chat');
    for (let presses = 0; presses < 12; presses += 1) {
      await t.page.keyboard.press('Tab');
      const focused = await t.page.evaluate(() => document.activeElement?.localName);
      expect(['parley-widget', 'body']).toContain(focused);
    }
    const overflow = await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    const small = await frame.evaluate(() =>
      [...document.querySelectorAll('button')]
        .map((button) => ({ name: button.textContent, ...button.getBoundingClientRect().toJSON() }))
        .filter(({ height, width }) => height < 44 || width < 44),
    );
    expect(small).toEqual([]);
    await frame.getByRole('button', { name: 'Close chat' }).click();
    await t.page.locator('dialog').waitFor({ state: 'hidden' });
    expect(await t.page.evaluate(() => ({ y: scrollY, overflow: document.documentElement.style.overflow }))).toEqual({
      y: 500,
      overflow: '',
    });
  });

  it('is light if the page says so', async () => {
    t.host.head = snippet(t.fake.url, channel, 'data-theme="light" data-accent="#0f766e" data-position="left"');
    const frame = await t.open();
    await frame.getByRole('textbox').waitFor();
    const colors = await frame.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return ['--parley-accent', '--parley-accent-text', '--parley-background'].map((name) =>
        style.getPropertyValue(name),
      );
    });
    expect(colors).toEqual(['#0f766e', '#ffffff', '#ffffff']);
    await photograph(t.page, 'phone-light');
  });
});

import { describe, expect, it } from 'vitest';
import { frameOf, hasBrowser, snippet } from './browser.ts';
import { channel, place } from './place.ts';

const form = {
  ...{ when: 'before', intro: '', consent: { text: '', url: '' } },
  fields: [{ key: 'email', label: 'Email', type: 'email', required: true, description: '', options: [] }],
};

describe.skipIf(!hasBrowser)('the calls of a page', () => {
  const t = place();
  const parley = (...call: unknown[]) => t.page.evaluate(`parley.push(${JSON.stringify(call)})`);
  const launcher = () => t.page.getByRole('button', { name: 'Open chat' });
  const contents = () => t.fake.bodies.map(({ content }) => content);
  const troubles = async (count: number) => {
    await expect.poll(() => t.browser.troubles.length).toBe(count);
    return t.browser.troubles.splice(0);
  };

  it('tell the chat where the visitor is, and what the page knows', async () => {
    await t.page.addInitScript("window.parley = [['set', { plan: 'pro', seats: 3, cart: 'full' }]]");
    const frame = await t.open();
    await t.say(frame, 'One');
    await frame.getByText('You said: One').first().waitFor();
    await t.page.evaluate(() => {
      history.pushState({}, '', '/pricing?plan=pro');
      document.title = 'Pricing';
    });
    await parley('set', { cart: null, trial: true });
    await t.say(frame, 'Two');
    await frame.getByText('You said: Two').first().waitFor();
    const [first, second] = t.fake.bodies.map(({ context }) => context);
    expect(first).toMatchObject({ url: `${t.host.url}/`, title: 'Shop', referrer: '' });
    expect(first).toMatchObject({ attributes: { plan: 'pro', seats: 3, cart: 'full' } });
    expect(second).toMatchObject({ url: `${t.host.url}/pricing?plan=pro`, title: 'Pricing' });
    expect((second as { attributes: object }).attributes).toEqual({ plan: 'pro', seats: 3, trial: true });
    await parley('set', 'pro');
    await parley('set', { 'a b': 1 });
    await parley('set', { 'a b': null, ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`n${at}`, at])) });
    expect(await troubles(3)).toEqual([
      'console: Parley: set takes an object.',
      expect.stringMatching(/^console: Parley: set can’t take "a b": names have/),
      'console: Parley: set takes at most 20 attributes, not 23.',
    ]);
  });

  it('see a new title and address without the Navigation API', async () => {
    await t.page.addInitScript('delete window.navigation');
    const frame = await t.open();
    await frame.getByRole('textbox').waitFor();
    await t.page.evaluate(() => {
      history.pushState({}, '', '/help');
      document.title = 'Help';
    });
    await t.say(frame, 'Where am I?');
    await frame.getByText('You said: Where am I?').first().waitFor();
    expect(t.fake.bodies[0]).toMatchObject({ context: { url: `${t.host.url}/help`, title: 'Help' } });
  });

  it('send a text once, before the script is there, and after the form', async () => {
    t.fake.settings = { form };
    await t.page.addInitScript("window.parley = [['send', 'Is it in stock?'], ['prefill', 'And in red?']]");
    await t.page.goto(t.host.url);
    const frame = await frameOf(t.page, channel);
    await frame.getByLabel('Email').fill('ada@example.com');
    expect(contents()).toEqual([]);
    await frame.getByRole('button', { name: 'Continue' }).click();
    await frame.getByText('You said: Is it in stock?').first().waitFor();
    expect(await frame.getByRole('textbox').inputValue()).toBe('And in red?');
    // A draft is the visitor's, for another text of the page too.
    await parley('prefill', 'Something else');
    await parley('send', 'Does it last?');
    await parley('send', 'And how long?');
    await frame.getByText('You said: And how long?').first().waitFor();
    expect(await frame.getByRole('textbox').inputValue()).toBe('And in red?');
    await frame.getByRole('textbox').press('Enter');
    await frame.getByText('You said: And in red?').first().waitFor();
    expect(await frame.getByRole('textbox').inputValue()).toBe('');
    expect(contents().filter(Boolean)).toEqual(['Is it in stock?', 'Does it last?', 'And how long?', 'And in red?']);
  });

  it('are refused with a sentence if they are wrong', async () => {
    t.fake.settings = { messageLength: 10 };
    await t.page.addInitScript("window.seen = []; window.parley = [['on', 'error', (event) => seen.push(event)]]");
    const frame = await t.open();
    await frame.getByRole('textbox').waitFor();
    for (const call of [['send'], ['prefill', ' '], ['send', 'x'.repeat(11)], ['send', 'x', 'channel_2'], ['set', 1]]) {
      await parley(...call);
    }
    const messages = [
      'send takes a text.',
      'prefill takes a text.',
      'There is no channel channel_2 on this page.',
      'set takes an object.',
      'send takes at most 10 characters, not 11.',
    ];
    await expect.poll(() => t.page.evaluate('seen.length')).toBe(messages.length);
    const seen = (await t.page.evaluate('seen')) as { code: string; message: string }[];
    expect(seen.map(({ message }) => message).sort()).toEqual(messages.toSorted());
    expect(seen.every(({ code }) => code === 'invalid_call')).toBe(true);
    await troubles(messages.length);
    expect(contents()).toEqual([]);
  });

  it('hide and show the launcher, and give the focus back to the page’s own button', async () => {
    t.host.head = snippet(t.fake.url, channel, 'data-launcher="none"');
    await t.page.goto(t.host.url);
    await expect.poll(() => t.page.evaluate('typeof parley')).toBe('object');
    await t.page.locator('[data-parley]').waitFor({ state: 'attached' });
    expect(await launcher().count()).toBe(0);
    await t.page.getByRole('link', { name: 'More' }).focus();
    await parley('open');
    const frame = await frameOf(t.page, channel);
    await frame.getByRole('textbox').waitFor();
    await expect.poll(() => frame.evaluate(() => document.activeElement?.localName)).toBe('textarea');
    // Nothing is below the panel.
    const below = () =>
      t.page.locator('dialog').evaluate((each) => Math.round(innerHeight - each.getBoundingClientRect().bottom));
    await expect.poll(below).toBe(20);
    await parley('show');
    await expect.poll(below).toBe(92);
    await parley('hide');
    await t.page.keyboard.press('Escape');
    await t.page.locator('dialog').waitFor({ state: 'hidden' });
    expect(await t.page.evaluate(() => document.activeElement?.textContent)).toBe('More');
    await parley('show');
    await launcher().waitFor();
    await parley('hide', channel);
    expect(await launcher().count()).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { checkAccessibility } from './accessibility.ts';
import { frameOf, hasBrowser, snippet } from './browser.ts';
import { channel, place } from './place.ts';

describe.skipIf(!hasBrowser)('the chat inside an element of the page', () => {
  const t = place();
  const dialog = () => t.page.locator('[data-parley] dialog');
  const addTarget = (id: string, style = '') =>
    t.page.evaluate(
      ([id = '', style = '']) => {
        const target = document.createElement('div');
        target.id = id;
        target.style.cssText = style;
        document.querySelector('main')?.append(target);
      },
      [id, style],
    );

  it('fills an element that comes late, loads near the window, and takes no focus', async () => {
    t.host.head = snippet(t.fake.url, channel, 'data-target="#help"');
    await t.page.goto(t.host.url);
    await addTarget('space', 'height:3000px');
    await addTarget('help');
    await dialog().waitFor();
    expect(await t.page.locator('iframe').count()).toBe(0);
    expect(await t.page.getByRole('button', { name: 'Open chat' }).count()).toBe(0);
    await t.page.locator('#help').scrollIntoViewIfNeeded();
    const frame = await frameOf(t.page, channel);
    await frame.getByRole('textbox').waitFor();
    expect(await t.page.evaluate(() => document.activeElement?.localName)).toBe('body');
    expect((await t.page.locator('#help iframe').boundingBox())?.height).toBe(320);
    await t.page.evaluate(() => {
      (document.querySelector('#help') as HTMLElement).style.cssText = 'height:500px;width:600px';
    });
    expect(await t.page.locator('#help iframe').boundingBox()).toMatchObject({ width: 600, height: 500 });
    expect(await frame.getByRole('button', { name: 'Close chat' }).count()).toBe(0);
    await checkAccessibility(t.page, 'inline');
    await t.page.evaluate("parley.push(['open'], ['close'])");
    await expect.poll(() => frame.evaluate(() => document.activeElement?.localName)).toBe('textarea');
    await t.page.keyboard.press('Escape');
    await t.say(frame, 'Hello');
    await frame.getByText('You said: Hello').first().waitFor();
    expect(await dialog().isVisible()).toBe(true);
  });

  it('survives that its element is removed, replaced and styled by the page', async () => {
    t.host.head = snippet(t.fake.url, channel, 'data-target="#help"');
    await t.page.goto(t.host.url);
    await addTarget('help', 'height:400px');
    await t.say(await frameOf(t.page, channel), 'Hello');
    await (await frameOf(t.page, channel)).getByText('You said: Hello').first().waitFor();
    await t.page.evaluate(() => document.querySelector('#help')?.remove());
    await expect.poll(() => t.page.locator('iframe').count()).toBe(0);
    await t.page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        'parley-widget, dialog, iframe { position: fixed !important; opacity: 0 !important; width: 1px !important }',
      );
      document.adoptedStyleSheets.push(sheet);
    });
    await addTarget('help', 'height:400px');
    const frame = await frameOf(t.page, channel);
    await frame.getByText('You said: Hello').first().waitFor();
    const width = (await t.page.locator('#help').boundingBox())?.width;
    expect(await t.page.locator('#help iframe').boundingBox()).toMatchObject({ width, height: 400 });
    expect(await t.page.locator('#help parley-widget').evaluate((host) => getComputedStyle(host).opacity)).toBe('1');
    await t.page.evaluate("parley.push(['destroy'])");
    expect(await t.page.locator('[data-parley]').count()).toBe(0);
  });

  it('takes an element by init, and names an invalid target', async () => {
    t.host.head = snippet(t.fake.url, channel);
    await t.page.goto(t.host.url);
    await t.page.getByRole('button', { name: 'Open chat' }).waitFor();
    await addTarget('help');
    const [own, wrong] = ['channel_own', 'channel_wrong'];
    await t.page.evaluate(
      ([host, own, wrong]) => {
        const { parley } = globalThis as unknown as { parley: { init(settings: object): void } };
        parley.init({ channel: own, host, target: document.querySelector('#help') });
        parley.init({ channel: wrong, host, target: '#1' });
      },
      [t.fake.url, own, wrong],
    );
    await (await frameOf(t.page, own)).getByRole('textbox').waitFor();
    await expect.poll(() => t.browser.troubles.length).toBe(1);
    expect(t.browser.troubles.splice(0)).toEqual([
      'console: Parley: target must be a selector or an element, not "#1".',
    ]);
    // The launcher of the other channel stays where it is.
    expect(await t.page.getByRole('button', { name: 'Open chat' }).count()).toBe(1);
  });
});

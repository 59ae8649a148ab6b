import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { checkAccessibility } from './accessibility.ts';
import { frameOf, hasBrowser, photograph, snippet } from './browser.ts';
import { channel, place } from './place.ts';

const second = 'channel_01kg9v7rs1f2t8d4b6n0yq5hxn';

const data = (part: object = {}) => ({
  ...{ agent: 'agent_01kg9v7rs1f2t8d4b6n0yq5hxm', icon: 'chat', text: '', titleBadge: true, proactive: [] },
  ...{ language: 'auto', position: 'right' },
  theme: { mode: 'auto', light: { accent: '#0f766e' }, dark: { accent: '#99f6e4' } },
  ...part,
});
const rule = (part: object = {}) => ({
  ...{ text: 'Questions about our plans?', paths: [], afterSeconds: 0, scrollPercent: 0, onExit: false },
  repeat: 'visit',
  ...part,
});
const background = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor);

describe.skipIf(!hasBrowser)('the launcher of a channel, on a page with a strict policy', () => {
  const t = place();
  const bubble = () => t.page.getByRole('button', { name: 'Questions about our plans?' });
  const launcher = (name = 'Open chat') => t.page.getByRole('button', { name });

  it('has the accent, icon and text of the settings before the first click', async () => {
    t.fake.launcher = data({ icon: 'seal', text: 'Ask the Difference Engine' });
    await t.page.goto(t.host.url);
    const button = launcher('Ask the Difference Engine');
    await button.locator('svg.seal path').first().waitFor();
    expect((await button.boundingBox())?.width).toBeGreaterThan(200);
    await photograph(t.page, 'launcher-seal-pill');
    await checkAccessibility(t.page, 'pill');
    await button.click();
    const frame = await frameOf(t.page, channel);
    await frame.getByRole('textbox').waitFor();
    expect((await button.boundingBox())?.width).toBe(56);
    // The chat's own name for the launcher doesn't replace the text that is on it.
    expect(await button.getAttribute('aria-label')).toBe('Ask the Difference Engine');
    await photograph(t.page, 'launcher-open');
  });

  it('has the accent of the dark theme if the page asks for that, and the page’s own before all', async () => {
    t.fake.launcher = data({ icon: 'question' });
    t.host.head = t.host.head.replace('data-channel', 'data-theme="dark" data-channel');
    await t.page.goto(t.host.url);
    await expect.poll(() => background(launcher())).toBe('rgb(153, 246, 228)');
    await photograph(t.page, 'launcher-question');
    t.host.head = t.host.head.replace('data-theme', 'data-accent="#b91c1c" data-theme');
    const loaded = t.page.waitForResponse(/assets\/launcher/);
    await t.page.goto(t.host.url);
    await loaded;
    await t.page.locator('svg.chat path[d*="18.6"]').waitFor();
    expect(await background(launcher())).toBe('rgb(185, 28, 28)');
  });

  it('is on the side of the settings with its panel and bubble, beside others there, unless the page names a side', async () => {
    const side = async (element: Locator) => (((await element.boundingBox())?.x ?? 0) < 400 ? 'left' : 'right');
    t.fake.launcher = data({ position: 'left', proactive: [rule({ repeat: 'until_closed' })] });
    t.host.head = snippet(t.fake.url, channel, 'data-position="right"');
    await t.page.goto(t.host.url);
    await bubble().waitFor();
    expect([await side(launcher()), await side(bubble())]).toEqual(['right', 'right']);
    t.host.head = snippet(t.fake.url, channel) + snippet(t.fake.url, second, 'data-position="left"');
    await t.page.goto(t.host.url);
    const own = t.page.locator(`[data-parley="${channel}"] > button`);
    await expect.poll(() => side(own)).toBe('left');
    await bubble().waitFor();
    expect(await side(bubble())).toBe('left');
    await photograph(t.page, 'launcher-left');
    const places = await Promise.all((await launcher().all()).map(async (each) => (await each.boundingBox())?.x));
    expect(new Set(places).size).toBe(2);
    await own.click();
    await expect.poll(() => side(t.page.locator('dialog[open]'))).toBe('left');
  });

  it('is named in the language of the settings before the chat is loaded, or by the channel’s own texts', async () => {
    t.fake.launcher = data({ language: 'de', proactive: [rule()] });
    await t.page.goto(t.host.url);
    await launcher('Chat öffnen').waitFor();
    await t.page.getByRole('button', { name: 'Schließen' }).waitFor();
    t.host.head = snippet(t.fake.url, channel, 'data-language="fr"');
    await t.page.goto(t.host.url);
    await launcher('Ouvrir le chat').waitFor();
    t.fake.launcher = data({ open: 'Ask us' });
    t.host.head = snippet(t.fake.url, channel);
    await t.page.goto(t.host.url);
    await launcher('Ask us').waitFor();
  });

  it('shows the picture of the channel without a policy for images, and the chat shows it, too', async () => {
    const picture = `/chat/${channel}/picture-1`;
    t.fake.settings = { picture };
    t.fake.launcher = data({ icon: 'picture', picture, text: 'Ask us' });
    await t.page.goto(t.host.url);
    const drawn = t.page.locator('canvas.picture');
    await drawn.waitFor();
    const colours = () =>
      drawn.evaluate((canvas: HTMLCanvasElement) =>
        [2, 32].map((at) => [...(canvas.getContext('2d')?.getImageData(at, at, 1, 1).data ?? [])].slice(0, 3)),
      );
    expect(await colours()).toEqual([
      [15, 118, 110],
      [253, 230, 138],
    ]);
    expect(await t.page.locator('svg.chat').isVisible()).toBe(false);
    expect((await drawn.boundingBox())?.width).toBe(40);
    await photograph(t.page, 'launcher-picture-pill');
    t.fake.launcher = data({ icon: 'picture', picture });
    await t.page.goto(t.host.url);
    await drawn.waitFor();
    expect((await drawn.boundingBox())?.width).toBe(56);
    await photograph(t.page, 'launcher-picture');
    await launcher().click();
    const frame = await frameOf(t.page, channel);
    const head = frame.locator('header img');
    await head.waitFor();
    expect(await head.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);
    await photograph(t.page, 'head-picture');
    await checkAccessibility(frame, 'picture');
  });

  it('keeps its icon, and the chat its seal, if the picture is gone', async () => {
    const picture = `/chat/${channel}/picture-0`;
    t.fake.settings = { picture };
    t.fake.launcher = data({ icon: 'picture', picture });
    const asked = t.page.waitForResponse(/picture-0/);
    await t.page.goto(t.host.url);
    await asked;
    await launcher().click();
    const frame = await frameOf(t.page, channel);
    await frame.locator('header svg.seal').waitFor();
    expect(await t.page.locator('canvas.picture').count()).toBe(0);
  });

  it('is loaded by a page that checks the script’s bytes neither with settings nor with another script', async () => {
    t.fake.launcher = data({ icon: 'question' });
    const bytes = await (await fetch(`${t.fake.url}/widget.js`)).arrayBuffer();
    const hash = Buffer.from(await crypto.subtle.digest('SHA-384', bytes)).toString('base64');
    const pinned = `crossorigin="anonymous" integrity="sha384-${hash}" data-channel`;
    t.host.head = t.host.head.replace('data-channel', pinned);
    const paths: string[] = [];
    t.page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await t.page.goto(t.host.url, { waitUntil: 'networkidle' });
    await launcher().waitFor();
    // The idle callback of the loader was asked for before this one.
    await t.page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 5_000 })));
    expect(paths).toEqual(['/', '/widget.js']);
  });

  it('shows a bubble that opens the chat, which greets with its text', async () => {
    t.fake.settings = { greeting: 'Hello!' };
    t.fake.launcher = data({ proactive: [rule()] });
    await t.page.goto(t.host.url);
    await bubble().waitFor();
    expect(await t.page.getByRole('status').textContent()).toBe('Questions about our plans?');
    await photograph(t.page, 'bubble');
    await checkAccessibility(t.page, 'bubble');
    await bubble().press('Enter');
    const frame = await frameOf(t.page, channel);
    await frame.getByText('Questions about our plans?').waitFor();
    expect(await frame.getByText('Hello!').count()).toBe(0);
    expect(await bubble().count()).toBe(0);
    await photograph(t.page, 'bubble-opened');
    // The chat was open in this visit.
    await t.page.clock.install();
    const loaded = t.page.waitForResponse(/assets\/launcher/);
    await t.page.reload();
    await t.page.clock.runFor(2_000);
    await loaded;
    await t.page.clock.runFor(30_000);
    expect(await bubble().count()).toBe(0);
  });

  it('has no bubble while the page hides it, and none inside an element', async () => {
    await t.page.clock.install();
    t.fake.launcher = data({ proactive: [rule({ repeat: 'until_closed' })], text: 'Ask us' });
    const { head } = t.host;
    const show = async (attribute: string) => {
      t.host.head = head.replace('data-channel', `${attribute} data-channel`);
      const loaded = t.page.waitForResponse(/launcher/);
      await t.page.goto(t.host.url);
      await t.page.clock.runFor(2_000);
      await loaded;
    };
    await show('data-target="body"');
    await t.page.clock.runFor(5_000);
    expect(await bubble().count()).toBe(0);
    await show('data-launcher="none"');
    await t.page.waitForFunction(() => document.querySelector('parley-widget')?.shadowRoot?.querySelector('.pill'));
    await t.page.clock.runFor(5_000);
    expect(await bubble().count()).toBe(0);
    await t.page.evaluate("parley.push(['show'])");
    await bubble().waitFor();
    await t.page.evaluate("parley.push(['hide'])");
    await bubble().waitFor({ state: 'detached' });
  });

  it('follows the pages of an application, and remembers what was closed', async () => {
    await t.page.clock.install();
    t.fake.launcher = data({ proactive: [rule({ paths: ['/pricing*'], afterSeconds: 20, repeat: 'until_closed' })] });
    const ready = () => t.page.waitForResponse(/assets\/launcher/);
    let loaded = ready();
    await t.page.goto(t.host.url);
    await t.page.clock.runFor(2_000);
    await loaded;
    await t.page.clock.runFor(30_000);
    expect(await bubble().count()).toBe(0);
    await t.page.evaluate(() => history.pushState({}, '', '/pricing/teams'));
    await t.page.clock.runFor(15_000);
    expect(await bubble().count()).toBe(0);
    await t.page.clock.runFor(8_000);
    await bubble().waitFor();
    // It belongs to those pages.
    await t.page.evaluate(() => history.pushState({}, '', '/'));
    await t.page.clock.runFor(2_000);
    expect(await bubble().count()).toBe(0);
    await t.page.evaluate(() => history.pushState({}, '', '/pricing'));
    await t.page.clock.runFor(23_000);
    await bubble().waitFor();
    await bubble().press('Escape');
    expect(await bubble().count()).toBe(0);
    const focused = () => launcher().evaluate((each) => (each.getRootNode() as ShadowRoot).activeElement === each);
    expect(await focused()).toBe(true);
    loaded = ready();
    await t.page.goto(`${t.host.url}/pricing`);
    await t.page.clock.runFor(2_000);
    await loaded;
    await t.page.clock.runFor(60_000);
    expect(await bubble().count()).toBe(0);
  });

  it('puts the unread replies before the title, and restores it', async () => {
    t.fake.launcher = data();
    const frame = await t.open();
    await t.say(frame, 'Hello');
    await frame.getByText('You said: Hello').first().waitFor();
    await launcher().click();
    const title = () => t.page.evaluate(() => document.querySelector('title')?.textContent);
    const [conversation] = [...t.fake.conversations.values()].slice(-1);
    conversation?.add({ role: 'human', content: 'Grace here.' });
    await expect.poll(title).toBe('(1) Shop');
    await t.page.evaluate(() => {
      document.title = '  Basket  ';
    });
    await expect.poll(title).toBe('(1)   Basket  ');
    conversation?.add({ role: 'human', content: 'Still here.' });
    await expect.poll(title).toBe('(2)   Basket  ');
    await launcher().click();
    await expect.poll(title).toBe('  Basket  ');
  });
});

describe.skipIf(!hasBrowser)('on a phone in Arabic, the bubble', () => {
  const t = place({ width: 360, height: 640, languages: ['ar'], colorScheme: 'dark' });

  it('covers at most a third of the screen, is read from the right, and closes by its button', async () => {
    const text = 'هل لديك أسئلة حول خططنا؟ '.repeat(8).trim();
    t.fake.launcher = data({ proactive: [rule({ text })] });
    await t.page.goto(t.host.url);
    const bubble = t.page.locator('.bubble');
    await bubble.getByText('هل لديك').waitFor();
    const { width = 0, height = 0, x = 0 } = (await bubble.boundingBox()) ?? {};
    expect(width * height).toBeLessThan((360 * 640) / 3);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(await bubble.getByText('هل لديك').evaluate((each) => getComputedStyle(each).direction)).toBe('rtl');
    await photograph(t.page, 'bubble-phone-ar');
    await t.page.getByRole('button', { name: 'إغلاق' }).click();
    expect(await bubble.count()).toBe(0);
  });
});

describe.skipIf(!hasBrowser)('the sound of a channel', () => {
  const t = place();

  it('plays for a reply that is not seen, unless the visitor has muted it, also after a reload', async () => {
    t.fake.settings = { sound: true };
    await t.browser.context.addInitScript(() => {
      const own = AudioContext.prototype.createOscillator;
      const page = globalThis as unknown as { tones: number };
      page.tones = 0;
      AudioContext.prototype.createOscillator = function () {
        page.tones += 1;
        return own.call(this);
      };
    });
    const tones = (frame: { evaluate: (task: () => number) => Promise<number> }) =>
      frame.evaluate(() => (globalThis as unknown as { tones: number }).tones);
    const frame = await t.open();
    await t.say(frame, 'Hello');
    await frame.getByText('You said: Hello').first().waitFor();
    // The visitor sees it.
    expect(await tones(frame)).toBe(0);
    await photograph(t.page, 'head-sound');
    const launcher = t.page.getByRole('button', { name: 'Open chat' });
    await launcher.click();
    const [conversation] = [...t.fake.conversations.values()].slice(-1);
    conversation?.add({ role: 'human', content: 'Grace here.' });
    await expect.poll(() => tones(frame)).toBe(2);
    await launcher.click();
    await frame.getByRole('button', { name: 'Mute sounds' }).click();
    await frame.getByRole('button', { name: 'Turn sounds on' }).waitFor();
    await t.page.reload();
    await launcher.click();
    const again = await frameOf(t.page, channel);
    await again.getByRole('button', { name: 'Turn sounds on' }).waitFor();
    await launcher.click();
    conversation?.add({ role: 'human', content: 'Still here.' });
    await t.page.getByRole('button', { name: 'Open chat (1 unread)' }).waitFor();
    expect(await tones(again)).toBe(0);
  });
});

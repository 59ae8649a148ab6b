import { describe, expect, it } from 'vitest';
import { checkAccessibility } from './accessibility.ts';
import { frameOf, hasBrowser, photograph, snippet } from './browser.ts';
import { channel, place } from './place.ts';

describe.skipIf(!hasBrowser)('the language of the chat', () => {
  const t = place({ languages: ['ar-EG', 'en'] });

  it('is the browser’s, loaded alone, with a mirrored layout for Arabic', async () => {
    const assets: string[] = [];
    t.page.on('request', (request) => {
      const [, language] = /\/texts-(\w+)-/.exec(request.url()) ?? [];
      if (language !== undefined) assets.push(language);
    });
    t.fake.settings = { texts: { send: 'Los' } };
    const frame = await t.open();
    await frame.getByRole('button', { name: 'Los' }).waitFor();
    await t.page.getByRole('button', { name: 'فتح المحادثة', exact: true }).waitFor();
    expect(assets).toEqual(['ar']);
    expect(await frame.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      'ar',
      'rtl',
    ]);
    await t.say(frame, 'مرحبا');
    await frame.getByText('You said: مرحبا').first().waitFor();
    const own = await frame.locator('.own .bubble').boundingBox();
    const reply = await frame.locator('.reply .bubble').boundingBox();
    expect(own?.x).toBeLessThan(reply?.x ?? 0);
    const [close, title] = [
      await frame.getByRole('button', { name: 'إغلاق المحادثة' }).boundingBox(),
      await frame.locator('h1').boundingBox(),
    ];
    expect(close?.x).toBeLessThan(title?.x ?? 0);
    await photograph(t.page, 'arabic');
    await checkAccessibility(frame, 'arabic');
  });

  it('is the page’s if that says so, and English if its file can’t be loaded', async () => {
    t.host.head = snippet(t.fake.url, channel, 'data-language="ja"');
    let frame = await t.open();
    await frame.getByRole('button', { name: '送信' }).waitFor();
    t.host.head = snippet(t.fake.url, channel, 'data-language="es-MX"');
    await t.page.route('**/texts-es-*', (route) => route.abort());
    frame = await t.open();
    await frame.getByRole('button', { name: 'Send' }).waitFor();
    expect(await frame.evaluate(() => document.documentElement.lang)).toBe('en');
  });

  it('is the channel’s before the browser’s, and the page’s before that', async () => {
    t.fake.language = 'fr';
    let frame = await t.open();
    await frame.getByRole('button', { name: 'Envoyer' }).waitFor();
    expect(await frame.evaluate(() => document.documentElement.lang)).toBe('fr');
    t.host.head = snippet(t.fake.url, channel, 'data-language="de"');
    frame = await t.open();
    await frame.getByRole('button', { name: 'Senden' }).waitFor();
    await t.page.goto(`${t.fake.url}/chat/${channel}`);
    await t.page.getByRole('button', { name: 'Envoyer' }).waitFor();
  });

  it('is also that of refusals', async () => {
    t.host.head = snippet(t.fake.url, channel, 'data-language="de"');
    t.fake.refuse = (what) =>
      what.endsWith('/visitors') ? { status: 403, code: 'origin_not_allowed', error: 'Not allowed.' } : undefined;
    let frame = await t.open();
    await frame.getByText('Dieser Chat ist hier nicht verfügbar').waitFor();
    t.fake.refuse = (what) =>
      what.endsWith('/chat') ? { status: 400, code: 'validation_failed', error: 'content is odd.' } : undefined;
    frame = await t.open();
    await t.say(frame, 'Hallo');
    await frame.getByText('Das hat nicht funktioniert. Bitte versuchen Sie es erneut.').waitFor();
    expect(await frame.getByText('content is odd').count()).toBe(0);
  });
});

describe.skipIf(!hasBrowser)('a reply', () => {
  const t = place();

  it('has a direction for each paragraph, list, table and line of the visitor', async () => {
    t.fake.onMessage = (conversation, reply) => {
      const text =
        'Parley\n\nمرحبا بك\n\n- A lamp for the table\n- Lamp\n- مصباح\n\n> اقتباس\n\n| ا | B |\n|---|---|\n| ت | D |\n\n```\nlet x\n```';
      conversation.grow(reply, text);
      conversation.end(reply, 'message.completed', { status: 'complete' });
    };
    const frame = await t.open();
    await t.say(frame, 'Hello');
    await frame.getByText('Lamp', { exact: true }).first().waitFor();
    const sides = await frame.evaluate(() => {
      const sideOf = (element: Element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
        const [left, right] = [text.left - box.left, box.right - text.right];
        return left === right ? 'both' : left < right ? 'left' : 'right';
      };
      const blocks = [...document.querySelectorAll('.markdown p, .markdown li')];
      return Object.fromEntries(blocks.map((block) => [block.textContent, sideOf(block)]));
    });
    expect(sides).toMatchObject({ Parley: 'left', 'مرحبا بك': 'right', Lamp: 'left', مصباح: 'right', اقتباس: 'right' });
    expect(await frame.locator('table').evaluate((table) => getComputedStyle(table).direction)).toBe('rtl');
    expect(await frame.locator('pre').evaluate((code) => getComputedStyle(code).direction)).toBe('ltr');
  });

  it('mirrors the layout on a page from right to left, and leaves the launcher where it is set', async () => {
    t.host.head = `<script src="${t.fake.url}/widget.js" data-channel="${channel}"></script>`;
    await t.page.goto(t.host.url);
    await t.page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    const launcher = t.page.getByRole('button', { name: 'Open chat' });
    expect((await launcher.boundingBox())?.x).toBeGreaterThan(1000);
    await launcher.click();
    const frame = await frameOf(t.page, channel);
    await frame.getByRole('textbox').waitFor();
    expect(await frame.evaluate(() => document.documentElement.dir)).toBe('rtl');
  });

  it('is said once by a screen reader: the live region is emptied after it', async () => {
    const frame = await t.open();
    await frame.getByRole('textbox').waitFor();
    await frame.evaluate(() => {
      const said: string[] = [];
      Object.assign(globalThis, { said });
      const region = document.querySelector('main > [role=status]') as HTMLElement;
      new MutationObserver(() => said.push(region.textContent ?? '')).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await t.say(frame, 'Hello');
    const said = () => frame.evaluate(() => (globalThis as unknown as { said: string[] }).said);
    await expect.poll(async () => (await said()).slice(-2)).toEqual(['You said: Hello', '']);
    expect((await said()).filter((text) => text !== '')).toEqual(['You said: Hello']);
    expect(await frame.getByText('You said: Hello').count()).toBe(1);
  });
});

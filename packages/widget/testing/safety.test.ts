import { describe, expect, it } from 'vitest';
import { hasBrowser, photograph } from './browser.ts';
import { channel, place } from './place.ts';

/** Texts that do harm if they become markup or addresses. */
const hostile = [
  '<img src=x onerror="alert(1)">',
  '<script>alert(1)</script>',
  '<svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<style>*{display:none}</style><form action=/x><input name=attributes></form>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](  javascript:alert(1)) [d](java&#10;script:alert(1))',
  '[a](data:text/html;base64,PHNjcmlwdD4=) [b](vbscript:x) [c](file:///etc/passwd) [d](blob:x) [e](//evil.example)',
  '![x](https://evil.example/pixel.png) ![y](javascript:alert(1)) ![z](data:image/svg+xml,<svg/onload=alert(1)>)',
  '<https://a.example/"onmouseover="alert(1)> [x](https://a.example/"onclick=alert(1)//)',
  '[x]: javascript:alert(1)\n\n[x] [x][x]',
  '`</code><img src=x onerror=alert(1)>` \n\n```html\n</code></pre><script>alert(1)</script>\n```',
  '# <img src=x onerror=alert(1)>\n\n| <img src=x onerror=alert(1)> |\n|---|\n| [x](javascript:1) |',
  `${'> '.repeat(3000)}deep ${'['.repeat(3000)}x${']'.repeat(3000)}`,
  `${'*a '.repeat(4000)} ${'<'.repeat(5000)}`,
];

describe.skipIf(!hasBrowser)('untrusted texts', () => {
  const t = place();

  it('are shown, never run: replies, greetings, suggestions, titles and sources', async () => {
    const [first = '', second = ''] = hostile;
    t.fake.settings = {
      ...{ title: first, greeting: hostile.slice(0, 4).join('\n\n'), suggestions: [second, first] },
      texts: { placeholder: first, helpful: second, constructor: 'x', nonsense: 'y' },
      theme: { mode: 'evil', light: { accent: 'url(https://evil.example)' }, radius: 'x' },
    };
    t.fake.onMessage = (conversation, reply, text) => {
      for (let at = 0; at < text.length; at += 40) conversation.grow(reply, text.slice(at, at + 40));
      conversation.cite(reply, { source: 'src_1', title: first, url: 'javascript:alert(1)', quote: second, score: 1 });
      conversation.end(reply, 'message.completed', { status: 'complete' });
    };
    const dialogs: string[] = [];
    t.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await t.page.goto(`${t.fake.url}/chat/${channel}`);
    const frame = t.page.mainFrame();
    for (const [index, text] of hostile.entries()) {
      await frame.locator('form').waitFor();
      // Short enough to send, as the service may say more than visitors can.
      await t.say(frame, text.slice(0, 4_000));
      await frame.locator('.rating').nth(index).waitFor();
    }
    await photograph(t.page, 'hostile');
    const found = await frame.evaluate(() => ({
      elements: [...new Set([...document.querySelectorAll('.bubble *')].map(({ localName }) => localName))],
      attributes: [...new Set([...document.querySelectorAll('.bubble *')].flatMap((each) => each.getAttributeNames()))],
      links: [...document.querySelectorAll('a')].map(({ protocol, rel, target }) => [protocol, rel, target].join(' ')),
    }));
    const plain = ['a', 'blockquote', 'br', 'code', 'del', 'div', 'em', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'ol', 'p'];
    expect([...plain, 'pre', 'strong', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul']).toEqual(
      expect.arrayContaining(found.elements),
    );
    expect(['dir', 'href', 'target', 'rel', 'class', 'tabindex', 'role', 'aria-label', 'start', 'align']).toEqual(
      expect.arrayContaining(found.attributes),
    );
    expect(new Set(found.links)).toEqual(new Set(['https: noopener noreferrer nofollow _blank']));
    expect(dialogs).toEqual([]);
    expect(await frame.locator(':root').evaluate((root) => root.style.getPropertyValue('--parley-accent'))).toBe(
      '#4f46e5',
    );
  });

  it('keep their own direction', async () => {
    await t.page.goto(`${t.fake.url}/chat/${channel}`);
    const frame = t.page.mainFrame();
    await t.say(frame, 'مرحبا، أين طلبي؟');
    const bubble = frame.locator('.own .bubble p');
    await bubble.waitFor();
    expect(await bubble.evaluate((element) => element.matches(':dir(rtl)'))).toBe(true);
    await frame.locator('.rating').waitFor();
    await photograph(t.page, 'rtl');
  });

  it('of a preview come from the service’s own pages only, and are shown at once', async () => {
    await t.page.route('**/preview-test', (route) =>
      route.fulfill({
        headers: { 'content-type': 'text/html' },
        body: `<title>Preview</title><input id="own" autofocus><iframe title="Chat" src="/chat/${channel}"></iframe>`,
      }),
    );
    await t.page.goto(`${t.fake.url}/preview-test`);
    const frame = t.page.frameLocator('iframe');
    await frame.locator('main').waitFor();
    await t.page.evaluate(() => {
      const settings = {
        title: 'Draft title',
        greeting: 'Draft greeting',
        theme: { mode: 'dark', dark: { accent: '#ff0000' } },
      };
      document.querySelector('iframe')?.contentWindow?.postMessage({ parley: 'preview', settings }, location.origin);
    });
    await frame.getByText('Draft greeting').waitFor();
    await frame.getByRole('heading', { name: 'Draft title' }).waitFor();
    const accent = (root: Element) => getComputedStyle(root).getPropertyValue('--parley-accent');
    expect(await frame.locator(':root').evaluate(accent)).toBe('#ff0000');
    // Typing beside it goes on undisturbed.
    await frame.getByRole('textbox').waitFor();
    await t.page.keyboard.insertText('Typed beside it');
    expect(await t.page.locator('#own').inputValue()).toBe('Typed beside it');
    expect(await t.page.evaluate(() => document.activeElement?.id)).toBe('own');
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, hasBrowser, openBrowser, snippet } from './browser.ts';
import { type FakeParley, startFakeParley } from './fake-parley.ts';
import { members } from './members.ts';
import { channel } from './place.ts';
import { startWebServer, type WebServer } from './web-server.ts';

/** Styles of pages that hid, moved or covered the launcher, or could. */
const pages: Readonly<Record<string, string>> = {
  'Shopify’s Dawn': 'div:empty{display:none}',
  'a reset of positions': '*{position:relative!important}',
  'a reset of everything': '*{all:unset!important}',
  'a rule for all elements': '*,*::before,*::after{display:none!important}html,body{display:block!important}',
  'pale children of the root': 'html>*{opacity:.3!important;filter:blur(4px)!important;visibility:hidden!important}',
  'everything but the body': ':not(body):not(html){display:none!important}',
  'elements without a definition': ':not(:defined){visibility:hidden!important;opacity:0!important}',
  'rules for the name':
    'parley-widget{inset:0!important;height:10px!important;overflow:hidden!important;margin:9px!important}',
  'rules for popovers':
    '[popover]{display:none!important;inset:0!important;width:100%!important;height:auto!important}',
  'popovers that are open':
    ':popover-open{transform:scale(.1)!important;z-index:-1!important;pointer-events:none!important}',
  backdrops: '*::backdrop{background:red!important;pointer-events:auto!important;display:block!important}',
  'generated content':
    '*::before,*::after{content:"x"!important;position:fixed!important;inset:0!important;background:red!important}',
  'a transformed root': 'html{transform:translate(-300px,-200px) scale(.9)}body{margin:0}',
  'a root with a filter': 'html{filter:grayscale(1);opacity:.5;contain:layout paint}body{height:3000px}',
  'large text': 'html{font-size:62.5%}*{font-size:40px!important;line-height:3!important;letter-spacing:1em!important}',
  'a grid': 'html,body{display:grid!important;grid-template-columns:1fr 1fr!important;gap:40px!important}',
  'transitions and animations':
    '*{transition:all 60s!important;animation:go 60s infinite!important}@keyframes go{from,to{opacity:0;transform:translateX(-500px)}}',
  'masks and blending':
    '*{clip-path:circle(1px)!important;mix-blend-mode:difference!important;mask:linear-gradient(#000,#0000)!important}',
  'containers and columns':
    'html>*{contain:strict!important;content-visibility:hidden!important;container-type:size!important;columns:3!important}',
  'other elements of the widget':
    'iframe,button,dialog,svg,p{display:none!important;width:1px!important;opacity:0!important;pointer-events:none!important}',
  'variables of the same names':
    ':root,*{--z:-5!important;--o:-400px!important;--x:900px!important;--a:transparent!important}',
  'text from right to left':
    '*{direction:rtl!important;unicode-bidi:bidi-override!important;writing-mode:vertical-rl!important}',
  'a wide element':
    '*{min-width:900px!important;max-height:5px!important;padding:50px!important;border:9px solid!important;float:left!important}',
};

/** One of each kind: what hides, moves, covers, animates or scales the launcher, and what names its own parts. */
const usual = [
  ...['Shopify’s Dawn', 'a reset of everything', 'rules for popovers', 'a transformed root'],
  ...['transitions and animations', 'containers and columns'],
];

/** A banner in front of everything that has a z-index. */
const banner = '<aside style="position:fixed;inset:0;z-index:2147483647;background:#fff">Cookies!</aside>';

describe.skipIf(!hasBrowser)('the launcher on a page with', () => {
  let fake: FakeParley;
  let host: WebServer;
  let browser: Browser;
  let page: Page;
  let [head, body] = ['', ''];
  beforeAll(async () => {
    fake = await startFakeParley();
    host = await startWebServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><html><head>${head}</head><body><h1>Site</h1>${body}</body></html>`);
    });
    browser = await openBrowser();
    ({ page } = browser);
  });
  afterAll(async () => {
    await browser?.close();
    await host?.stop();
    await fake?.stop();
  });
  const show = async (styles: string, attributes = '', content = '') => {
    head = `<style>${styles}</style>${snippet(fake.url, channel, attributes)}`;
    body = content;
    await page.goto(host.url);
    await page.waitForFunction(() => document.querySelector('[data-parley]') !== null);
  };
  /** Returns the place of the launcher, and the parts of the widget that a click at its centre and in the panel meets. */
  const look = () =>
    page.evaluate(() => {
      const element = document.querySelector('[data-parley]') as HTMLElement;
      const root = element.shadowRoot as ShadowRoot;
      const at = ({ x, y, width, height }: DOMRect) => {
        const point = [x + width / 2, y + height / 2] as const;
        if (document.elementFromPoint(...point) !== element) return 'something else';
        return root.elementFromPoint(...point)?.closest('button, dialog')?.localName;
      };
      const [button, dialog] = ['button', 'dialog'].map((name) => root.querySelector(name)?.getBoundingClientRect());
      const { opacity, visibility, filter, transform, clipPath } = getComputedStyle(element);
      return {
        button: [button?.right, button?.bottom, button?.width, button?.height].map((length) => Math.round(length ?? 0)),
        isHit: button && at(button),
        dialog: [dialog?.width, dialog?.height].map((length) => Math.round(length ?? 0)),
        isOpen: dialog && dialog.width > 0 && at(dialog),
        looks: [opacity, visibility, filter, transform, clipPath].join(' '),
      };
    });
  const place = { button: [1260, 780, 56, 56], isHit: 'button', looks: '1 visible none none none' };

  describe('styles of its own:', () => {
    beforeAll(() => show(''));

    it.each(members(pages, usual))('%s leave it where it is, seen and working', async (_name, styles) => {
      await page.evaluate((text) => {
        (document.querySelector('style') as HTMLStyleElement).textContent = text;
      }, styles);
      expect(await look()).toMatchObject({ ...place, dialog: [0, 0] });
      await page.mouse.click(1232, 752);
      await page.mouse.move(900, 20);
      expect(await look()).toMatchObject({ ...place, dialog: [400, 640], isOpen: 'dialog' });
      await page.mouse.click(1232, 752);
      await page.mouse.move(900, 20);
    });
  });

  it('a banner at the largest z-index is in front of that', async () => {
    await show('', '', banner);
    expect(await look()).toMatchObject(place);
  });

  it('a zoomed root can be hit', async () => {
    await show('html{zoom:1.5}');
    expect(await look()).toMatchObject({ isHit: 'button' });
  });

  it('a layer of its own choice stays below what the page puts above it', async () => {
    await show('', 'data-z-index="5"', banner);
    expect(await look()).toMatchObject({ ...place, isHit: 'something else' });
  });

  it('a modal dialog of the page is behind that dialog', async () => {
    await show('dialog{width:100%;height:100%;max-width:none;max-height:none}', '', '<dialog>Sure?</dialog>');
    await page.evaluate(() => document.querySelector('dialog')?.showModal());
    expect(await look()).toMatchObject({ isHit: 'something else' });
    await page.evaluate(() => document.querySelector('dialog')?.close());
    expect(await look()).toMatchObject(place);
  });

  it('styles for print isn’t printed', async () => {
    await show('@media print{*{display:block!important}}');
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(() => document.querySelector('[data-parley]')?.getClientRects().length)).toBe(0);
    await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
    expect(await look()).toMatchObject(place);
    await page.emulateMedia({ forcedColors: 'none' });
  });

  it('an older browser is there by its z-index', async () => {
    await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'showPopover'));
    await show('div{display:none}*{position:relative!important}');
    expect(await look()).toMatchObject(place);
  });
});

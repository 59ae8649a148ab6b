import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, hasBrowser, openBrowser } from './browser.ts';
import { widgetScript } from './fake-pages.ts';
import { type FakeParley, startFakeParley } from './fake-parley.ts';
import { members } from './members.ts';
import { channel } from './place.ts';
import { startWebServer, type WebServer } from './web-server.ts';

const other = 'channel_01kg9v7rs1f2t8d4b6n0yq5hxn';

/** Pages with the launcher of `CHANNEL` of the service at `HOST`, by how its script gets there. */
const pages: Readonly<Record<string, string>> = {
  'a tag manager that drops attributes':
    `<script>setTimeout(()=>{const s=document.createElement('script');s.src='HOST/widget.js?channel=CHANNEL';` +
    `s.async=true;document.head.append(s)},1)</script>`,
  'a tag manager, and settings of the page':
    `<script>parleySettings={channel:'CHANNEL'};setTimeout(()=>{const s=document.createElement('script');` +
    `s.src='HOST/widget.js';s.async=true;document.head.append(s)},1)</script>`,
  'code that runs inline for consent':
    `<script type="text/plain" src="HOST/widget.js" data-channel="CHANNEL"></script><script>` +
    `fetch('/copy-of-widget.js').then(r=>r.text()).then(t=>{const s=document.createElement('script');` +
    `s.textContent=t;document.head.append(s)})</script>`,
  'inlined code above its element': '<script>COPY</script><script type="text/plain" data-channel="CHANNEL"></script>',
  'a bundle': `<script>window.parleySettings=[{channel:'CHANNEL'}]</script><script src="/bundle.js"></script>`,
  'the copy of an optimiser':
    '<script defer src="/wp-content/cache/min/1/widget.js?ver=17" data-channel="CHANNEL" data-minify="1"></script>',
  'a copy on the own server': '<script async src="/widget.js" data-channel="CHANNEL" data-host="HOST/"></script>',
  'a copy that doesn’t know where it is from': '<script async src="/raw/copy.js?channel=CHANNEL&host=HOST"></script>',
  'an older copy, and settings of the page': `<script>var parleySettings={channel:'CHANNEL',host:'HOST'}</script><script defer src="/raw/copy.js"></script>`,
  'rules for empty elements':
    '<style>div:empty{display:none}</style><script async src="HOST/widget.js" data-channel="CHANNEL"></script>',
  'a module': '<script type="module" src="HOST/widget.js" data-channel="CHANNEL"></script>',
  'a module with a query': '<script type="module" src="HOST/widget.js?channel=CHANNEL"></script>',
  'an import, and a call': `<script type="module">window.parley=[['init',{channel:'CHANNEL'}]];import('HOST/widget.js')</script>`,
  'a hash of its bytes':
    '<script src="HOST/widget.js" integrity="INTEGRITY" crossorigin="anonymous" data-channel="CHANNEL"></script>',
  'a base address':
    '<base href="https://cdn.example.com/"><script src="HOST/widget.js" data-channel="CHANNEL"></script>',
  'document.write': `<script>document.write('<script src="HOST/widget.js" data-channel="CHANNEL"><\\/script>')</script>`,
  'a script that others delay':
    `<script type="delayed" data-src="HOST/widget.js" data-channel="CHANNEL"></script><script>onload=()=>{` +
    `const old=document.querySelector('[type=delayed]'),s=document.createElement('script');` +
    `for(const{name,value}of old.attributes)if(name!=='type')s.setAttribute(name,value);` +
    `s.src=old.dataset.src;old.replaceWith(s)}</script>`,
  'two elements of one channel': '<script src="HOST/widget.js" data-channel="CHANNEL"></script>'.repeat(2),
  'patched prototypes':
    `<script>Array.prototype.toJSON=Object.prototype.extra=String.prototype.toJSON=function(){return'"x"'};` +
    `Array.from=()=>[]</script><script src="HOST/widget.js" data-channel="CHANNEL"></script>`,
  'another Map and Set':
    '<script>Map=Set=function(){throw 1}</script><script src="HOST/widget.js" data-channel="CHANNEL"></script>',
};

/** One of each kind: an element without attributes, settings, inlined code, a copy, a module, and a strange page. */
const usual = [
  ...[
    'a tag manager that drops attributes',
    'code that runs inline for consent',
    'a bundle',
    'a copy on the own server',
  ],
  ...['a module with a query', 'two elements of one channel', 'patched prototypes'],
];

describe.skipIf(!hasBrowser)('the launcher is there, and opens the chat of its service, by', () => {
  let fake: FakeParley;
  let host: WebServer;
  let browser: Browser;
  let page: Page;
  let content = '';
  beforeAll(async () => {
    fake = await startFakeParley();
    const raw = readFileSync(resolve(import.meta.dirname, '../dist/widget.js'), 'utf8');
    host = await startWebServer(({ url = '' }, response) => {
      const isPage = url === '/';
      response.writeHead(200, { 'content-type': `${isPage ? 'text/html' : 'text/javascript'}; charset=utf-8` });
      response.end(isPage ? content : url.startsWith('/raw/') ? raw : widgetScript(fake.url));
    });
    browser = await openBrowser();
    ({ page } = browser);
  });
  afterAll(async () => {
    await browser?.close();
    await host?.stop();
    await fake?.stop();
  });
  afterEach(() => {
    expect(browser.troubles.splice(0)).toEqual([]);
  });
  const show = async (head: string, before = '<!doctype html><html><head><meta charset=utf-8><title>t</title>') => {
    const script = widgetScript(fake.url);
    const values: Readonly<Record<string, string>> = {
      HOST: fake.url,
      CHANNEL: channel,
      OTHER: other,
      COPY: script,
      INTEGRITY: `sha384-${createHash('sha384').update(script).digest('base64')}`,
    };
    const filled = head.replace(/HOST|CHANNEL|OTHER|COPY|INTEGRITY/g, (name) => values[name] ?? '');
    content = `${before}${filled}</head><body><h1>Site</h1></body></html>`;
    await page.goto(host.url);
  };
  /** Opens the chat; returns its frame, which the service has served. */
  const open = async (name = 'Open chat') => {
    const [frame] = await Promise.all([
      page.waitForEvent('framenavigated', (navigated) => navigated.parentFrame() !== null),
      page.getByRole('button', { name }).click(),
    ]);
    return frame;
  };

  it.each(members(pages, usual))('%s', async (_name, head) => {
    await show(head);
    expect((await open()).url()).toBe(`${fake.url}/chat/${channel}`);
    expect(await page.locator('[data-parley]').count()).toBe(1);
  });

  it('a page in quirks mode', async () => {
    await show('<script src="HOST/widget.js" data-channel="CHANNEL"></script>', '<html><head><meta charset=utf-8>');
    expect((await open()).url()).toBe(`${fake.url}/chat/${channel}`);
  });

  it('a query with every option', async () => {
    const query =
      'channel=CHANNEL&theme=dark&accent=%23ff0000&position=left&label=Ask+us&offset=40&zIndex=7&language=de';
    await show(`<script src="HOST/widget.js?${query}"></script>`);
    const button = page.getByRole('button', { name: 'Ask us' });
    expect(await button.boundingBox()).toMatchObject({ x: 40, width: 56 });
    expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(255, 0, 0)');
    await open('Ask us');
    await page.frames().at(-1)?.getByRole('button', { name: 'Chat schließen' }).waitFor();
    expect(
      await page
        .frames()
        .at(-1)
        ?.evaluate(() => document.documentElement.dataset['mode']),
    ).toBe('dark');
    await button.waitFor();
  });

  it('settings for several channels, beside an element', async () => {
    await show(
      `<script>parleySettings=[{channel:'CHANNEL',label:'One'},{channel:'OTHER',label:'Two',offset:30}]</script>` +
        '<script src="HOST/widget.js" data-channel="OTHER" data-position="left"></script>',
    );
    await page.getByRole('button', { name: 'One' }).waitFor();
    expect(await page.getByRole('button', { name: 'Two' }).boundingBox()).toMatchObject({ x: 30 });
    expect(await page.locator('[data-parley]').count()).toBe(2);
  });

  it.each([
    [
      'data-channel="CHANNEL" data-host="chat"',
      'host must be the address of the service, such as https://chat.example.com.',
      0,
    ],
    ['data-channel="channel"', 'channel must be the ID of a channel (channel_…), not "channel".', 0],
    ['', 'channel must be the ID of a channel (channel_…), not "".', 0],
    ['data-channel="CHANNEL" data-offset="-2"', 'offset can’t be "-2".', 1],
  ])('good values: %s is named in the console and to listeners', async (attributes, message, launchers) => {
    const listen = `<script>seen=[];parley=[['on','error',({message})=>seen.push(message)]]</script>`;
    await show(`${listen}<script src="HOST/widget.js" ${attributes}></script>`);
    expect(browser.troubles.splice(0)).toEqual([`console: Parley: ${message}`]);
    expect(await page.evaluate('seen')).toEqual([message]);
    expect(await page.locator('[data-parley]').count()).toBe(launchers);
  });
});

/**
 * `npm run screenshots`: takes the pictures that README and the documentation show, into docs/pictures/. Starts its own
 * server on a temporary folder, fills it with the demo, and opens it in Chromium, in both colour schemes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { installed } from '../setup/installed.ts';
import { clockScript } from './clock.ts';
import { makeInstance, owner } from './instance.ts';
import { pictures } from './pictures.ts';

const folder = resolve(import.meta.dirname, '../../../../docs/pictures');

/** Max size of all pictures together: everyone who clones the repository downloads them. */
const maxBytes = 1_500_000;

/** The quality of WebP from which on text on plain colours looks the same. */
const quality = 82;

const size = { width: 1280, height: 800 };

/** Pixels of a picture for each of a page, so that its text is sharp on any screen. */
const scale = 2;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Waits until nothing on the page moves, and takes its picture. */
async function take(page: Page, name: string): Promise<number> {
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    clip: { x: 0, y: 0, ...size, scale },
  });
  await session.detach();
  const bytes = Buffer.from(data, 'base64');
  writeFileSync(join(folder, `${name}.webp`), bytes);
  say(`docs/pictures/${name}.webp  ${Math.round(bytes.length / 1000)} kB`);
  return bytes.length;
}

async function signIn(context: BrowserContext, url: string): Promise<void> {
  const answer = await context.request.post(`${url}/api/session`, { data: owner, headers: { origin: url } });
  if (!answer.ok()) throw new Error(`${owner.email} could not sign in: ${await answer.text()}`);
}

async function run(executablePath: string): Promise<void> {
  const clock = clockScript();
  const instance = await makeInstance(clock);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--hide-scrollbars'] });
  let total = 0;
  mkdirSync(folder, { recursive: true });
  try {
    for (const [name, prepare] of Object.entries(pictures)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const look = { colorScheme, viewport: size, reducedMotion: 'reduce' } as const;
        const context = await browser.newContext({ ...look, locale: 'en-GB', timezoneId: 'UTC' });
        await context.addInitScript(clock);
        await signIn(context, instance.server.url);
        const page = await context.newPage();
        const finish = await prepare(page, instance);
        total += await take(page, `${name}-${colorScheme}`);
        await finish?.();
        await context.close();
      }
    }
  } finally {
    await browser.close();
    await instance.close();
  }
  if (total > maxBytes) throw new Error(`The pictures have ${total} bytes, at most ${maxBytes}.`);
}

const program = installed('chromium', 'chromium-browser', 'google-chrome');
if (program === undefined) {
  process.stderr.write(
    'The pictures need Chromium in the PATH: chromium, chromium-browser or google-chrome.\n' +
      'On Debian and Ubuntu: apt-get install chromium\n',
  );
  process.exitCode = 1;
} else {
  await run(program);
}

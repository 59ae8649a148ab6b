import { createDecipheriv } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findWholeChromium, launchChromium } from '../../../apps/dashboard/testing/setup/chromium.ts';
import { frameOf, snippet } from './browser.ts';
import { keepingKey } from './fake-pages.ts';
import { type FakeParley, identityOf, startFakeParley } from './fake-parley.ts';
import { channel } from './place.ts';
import { startWebServer, type WebServer } from './web-server.ts';

type Chromium = Awaited<ReturnType<typeof launchChromium>>;

const sealedKey = `parley:${channel}:sealed`;

/** The site is on `localhost` and the service on `127.0.0.1`, another site: Chromium blocks the frame's storage. */
describe.skipIf(findWholeChromium() === undefined)('the chat where third-party storage is blocked', () => {
  let fake: FakeParley;
  let host: WebServer;
  let chromium: Chromium;
  let context: BrowserContext;
  let site: string;
  beforeAll(async () => {
    fake = await startFakeParley();
    host = await startWebServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><html lang="en"><head>${snippet(fake.url, channel)}</head><body>Site</body></html>`);
    });
    site = host.url.replace('127.0.0.1', 'localhost');
    chromium = await launchChromium();
    context = await chromium.newContext();
  });
  afterAll(async () => {
    await chromium?.close();
    await host?.stop();
    await fake?.stop();
  });
  const visit = async (page: Page) => {
    await page.goto(site);
    await page.getByRole('button', { name: /^Open chat/ }).click();
    const frame = await frameOf(page, channel);
    await frame.getByRole('textbox').waitFor();
    return frame;
  };
  /** Returns the opened data that the page keeps for its frame; an empty text without any. */
  const stored = async (page: Page) => {
    const sealed = Buffer.from((await page.evaluate((key) => localStorage[key], sealedKey)) ?? '', 'base64');
    if (sealed.length === 0) return '';
    const decipher = createDecipheriv('aes-256-gcm', keepingKey, sealed.subarray(0, 12));
    decipher.setAAD(Buffer.from(`${channel} ${site}`)).setAuthTag(sealed.subarray(-16));
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString();
  };
  const user = (page: Page, identity: string) =>
    page.evaluate((jwt) => {
      (window.parley as unknown as { setUser(jwt: string): void }).setUser(jwt);
    }, identity);
  const reset = (page: Page) =>
    page.evaluate(() => {
      (window.parley as unknown as { reset(): void }).reset();
    });

  it('continues a reply after a reload, in another tab too, until it is reset', async () => {
    const page = await context.newPage();
    let finish = () => {};
    fake.onMessage = (conversation, reply) => {
      conversation.grow(reply, 'Once upon');
      finish = () => {
        conversation.grow(reply, ' a time.');
        conversation.end(reply, 'message.completed', { status: 'complete' });
      };
    };
    const frame = await visit(page);
    expect(
      await frame.evaluate(() => {
        try {
          return typeof localStorage;
        } catch {
          return 'blocked';
        }
      }),
    ).toBe('blocked');
    await frame.getByRole('textbox').fill('Tell me a story');
    await frame.getByRole('textbox').press('Enter');
    await frame.getByText('Once upon').waitFor();
    await frame.getByRole('textbox').fill('And then?');
    await expect.poll(() => stored(page)).toContain('And then?');

    const again = await visit(page);
    await again.getByText('Once upon').waitFor();
    expect(await again.getByRole('textbox').inputValue()).toBe('And then?');
    finish();
    await again.getByText('Once upon a time.').first().waitFor();
    expect(fake.visits).toHaveLength(2);
    expect(fake.visits[1]).toMatchObject({ token: expect.stringMatching(/^pvt_/) });

    const tab = await context.newPage();
    await (await visit(tab)).getByText('Once upon a time.').first().waitFor();
    await tab.close();

    // The page has nothing that can be read.
    const everything = await page.evaluate(() => JSON.stringify(localStorage));
    for (const secret of ['pvt_', 'conv_', 'visitor_', 'story']) expect(everything).not.toContain(secret);

    await reset(page);
    await expect.poll(() => again.getByText('Once upon').count()).toBe(0);
    const fresh = await visit(page);
    expect(await fresh.getByText('Once upon').count()).toBe(0);
    await page.close();
  });

  it('never gives the data of a signed-in visitor to another one', async () => {
    const page = await context.newPage();
    fake.onMessage = () => {};
    await page.goto(site);
    await user(page, identityOf('ada'));
    await page.getByRole('button', { name: /^Open chat/ }).click();
    const frame = await frameOf(page, channel);
    await frame.getByRole('textbox').fill('Ada’s draft');
    await expect.poll(() => stored(page)).toContain('Ada’s draft');
    // The proof is asked for again: the token stays in the frame.
    const { values } = JSON.parse(await stored(page)) as { values: Record<string, string> };
    expect(JSON.parse(values[`parley:${channel}:user`] ?? '')).toMatchObject({ sub: 'ada', kept: { token: '' } });
    await page.goto(site);
    await user(page, identityOf('ada'));
    await page.getByRole('button', { name: /^Open chat/ }).click();
    const hers = await frameOf(page, channel);
    await expect.poll(() => hers.getByRole('textbox').inputValue()).toBe('Ada’s draft');

    const anonymous = await visit(page);
    expect(await anonymous.getByRole('textbox').inputValue()).toBe('');
    await user(page, identityOf('grace'));
    await expect.poll(() => fake.visits.at(-1)).toMatchObject({ identity: identityOf('grace') });
    await anonymous.getByRole('textbox').waitFor();
    expect(await anonymous.getByRole('textbox').inputValue()).toBe('');
    expect(fake.visits.at(-1)).not.toHaveProperty('token');
    await page.evaluate(() => localStorage.clear());
    await page.close();
  });

  it('begins anew with sealed data of another page, or that was changed', async () => {
    const page = await context.newPage();
    await page.goto(site);
    for (const value of ['x', 'AAAA'.repeat(50), '🙂', '<b>']) {
      await page.evaluate(([key = '', text = '']) => localStorage.setItem(key, text), [sealedKey, value]);
      const frame = await visit(page);
      expect(fake.visits.at(-1)).not.toHaveProperty('token');
      expect(await frame.getByRole('textbox').inputValue()).toBe('');
    }
    await page.close();
  });
});

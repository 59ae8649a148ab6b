// @module-tag nightly

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

/** A site whose pages can be removed. One page answers only when the test releases it. */
interface Site {
  readonly url: string;
  readonly environment: Readonly<Record<string, string>>;
  pages: number;
  release(): void;
  close(): Promise<void>;
}

/** The page that is held back. */
const held = 6;

async function startSite(): Promise<Site> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server: Server = createServer(async (request, response) => {
    const number = Number(/^\/room-(\d+)$/.exec(request.url ?? '')?.[1] ?? 0);
    if (request.url !== '/' && (number === 0 || number > site.pages)) return void response.writeHead(404).end();
    if (number === held) await released;
    const links = Array.from({ length: site.pages }, (_, index) => `<p><a href="/room-${index + 1}">Room</a></p>`);
    const words =
      number === 0 ? `<p>Our hotel has many rooms.</p>${links.join('')}` : `<p>Room ${number} has a view.</p>`;
    const title = number === 0 ? 'The hotel' : `Room ${number}`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>${title}</title><main><h1>${title}</h1>${words}</main>`);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const site: Site = {
    url: `http://127.0.0.1:${port}/`,
    environment: { PARLEY_ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` },
    pages: 10,
    release: () => release(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}

describe.skipIf(chromiumPath === undefined).each(screens)('the source of a website, on the $name', (screen) => {
  let site: Site | undefined;
  const t = dashboard(screen, {
    environment: async () => {
      site = await startSite();
      return site.environment;
    },
  });
  afterAll(() => site?.close());
  const shrink = (pages: number) => {
    if (site !== undefined) site.pages = pages;
  };
  const sourceId = () => new URL(t.browser.page.url()).pathname.split('/')[2] ?? '';
  const documents = async () => (await t.client.knowledgeSources.retrieve(sourceId())).documentCount;

  it('shows how far it is while it is read', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/knowledge/new?type=website`);
    await page.getByLabel('Start at').fill(site?.url ?? '');
    await page.getByRole('button', { name: 'Add website' }).click();
    await page.getByText('Syncing').first().waitFor();
    await page.getByText(/^\d+ of 11 pages$/).waitFor();
    const bar = page.getByRole('progressbar');
    expect(await bar.getAttribute('aria-valuetext')).toMatch(/^\d+ of 11 pages$/);
    await checkPage(page, 'knowledge-crawl');
    site?.release();
    await page.getByText('11 documents', { exact: true }).waitFor();
    expect(await bar.count()).toBe(0);
    await checkPage(page, 'knowledge-website');
  });

  it('a version that lost much waits, and is discarded', async () => {
    const { page } = t.browser;
    shrink(3);
    await page.getByRole('button', { name: 'Sync now' }).click();
    const review = page.getByRole('region', { name: 'Review' });
    await review.getByText('The latest version has lost content and needs your review').waitFor();
    await review.getByText('Documents that would be removed (7)').click();
    await review.getByText('Room 10', { exact: false }).first().waitFor();
    await checkPage(page, 'knowledge-review');
    await review.getByRole('button', { name: 'Discard version' }).click();
    await page.getByText('Version discarded.').waitFor();
    await review.waitFor({ state: 'detached' });
    expect(await documents()).toBe(11);
    await page.goto(`${t.server.url}/knowledge/${sourceId()}`);
  });

  it('or is approved, after a question', async () => {
    const { page } = t.browser;
    await page.getByRole('button', { name: 'Sync now' }).click();
    const review = page.getByRole('region', { name: 'Review' });
    await review.waitFor();
    await page.goto(`${t.server.url}/knowledge`);
    await page.getByRole('row').filter({ hasText: 'Waiting for review' }).waitFor();
    await checkPage(page, 'knowledge-list-review');
    await page.getByRole('row').filter({ hasText: 'Waiting for review' }).getByRole('link').first().click();
    await review.getByRole('button', { name: 'Approve version…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/then has 4 documents instead of 11\.$/).waitFor();
    await checkPage(page, 'knowledge-review-sure');
    await dialog.getByRole('button', { name: 'Approve version' }).click();
    await page.getByText('Version approved.').waitFor();
    await review.waitFor({ state: 'detached' });
    expect(await documents()).toBe(4);
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

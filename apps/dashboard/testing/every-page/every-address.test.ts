// @module-tag nightly

import { afterEach, describe, expect, it } from 'vitest';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { becomesQuiet } from './every/quiet.ts';
import { makeWorld, type World } from './every/world.ts';

/** An address with nonsense in it, and the search parameters that are left of it. */
interface Address {
  /** The path; `:agent` stands for the ID of that name. */
  readonly at: string;
  readonly search: string;
  readonly left?: string;
}

const addresses: readonly Address[] = [
  { at: '/', search: 'days=31&agent=bogus&extra=1' },
  { at: '/', search: 'days=bogus&agent=%7B%22bogus%22%3A1%7D' },
  { at: '/', search: 'days=7&agent=agent_bogus!', left: 'days=7' },
  { at: '/agents', search: 'status=bogus&sort=bogus&q=&model=%5B%22bogus%22%5D' },
  { at: '/agents', search: 'status=active&bogus=1&q=engine', left: 'status=active&q=engine' },
  { at: '/agents/:agent/activity', search: 'days=bogus' },
  { at: '/agents/:agent/activity', search: 'days=-7&bogus=bogus' },
  { at: '/knowledge', search: 'type=bogus&status=bogus&sort=bogus&q=%20%20' },
  { at: '/knowledge', search: 'type=text&status=bogus', left: 'type=text' },
  { at: '/knowledge/new', search: 'type=bogus&agent=bogus' },
  { at: '/knowledge/:source', search: 'document=bogus&chunk=bogus&from=9&to=2' },
  { at: '/knowledge/:source', search: 'chunk=-1&from=1.5&to=bogus' },
  { at: '/conversations', search: 'view=bogus&status=bogus&agent=bogus&channel=bogus&rating=bogus&sort=bogus' },
  { at: '/conversations', search: 'status=closed&view=true&tag=%7B%22bogus%22%3A1%7D', left: 'status=closed' },
  { at: '/conversations', search: 'after=bogus&before=2026-13-40&agent=7&user=null&q=%00' },
  { at: '/conversations/:conversation', search: 'message=bogus&find=%7B%22bogus%22%3A1%7D' },
  { at: '/settings/api-keys', search: 'status=bogus&mine=bogus&scopes=7' },
  { at: '/settings/api-keys', search: 'status=revoked&mine=yes', left: 'status=revoked' },
  { at: '/settings/general', search: 'workspace=bogus' },
  { at: '/conversations', search: 'workspace=42&status=bogus' },
];

describe.skipIf(chromiumPath === undefined)('an address with parameters that make no sense', () => {
  let world: World;
  const t = dashboard(desk, {
    prepare: async ({ client, browser }) => {
      world = await makeWorld(client);
      browser.page.on('response', (response) => {
        const { pathname, search } = new URL(response.url());
        if (!pathname.startsWith('/api/')) return;
        if (response.status() >= 400 || /bogus/.test(search)) refused.push(`${response.status()} ${pathname}${search}`);
      });
    },
  });
  const refused: string[] = [];
  afterEach(() => refused.splice(0));

  it.each(addresses)('$at $search', async ({ at, search, left = '' }) => {
    const { page } = t.browser;
    const path = at.replace(/:(\w+)/, (_, name) => world[name as keyof World]);
    await page.goto(`${t.server.url}${path}?${search}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await becomesQuiet(page);
    await expect.poll(() => [...new URL(page.url()).searchParams]).toEqual([...new URLSearchParams(left)]);
    expect(await page.getByRole('main').getByRole('alert').allTextContents()).toEqual([]);
    expect(refused).toEqual([]);
    expect(t.browser.troubles.splice(0)).toEqual([]);
  });

  it('the page after sign-in is one of this dashboard', async () => {
    const { page } = t.browser;
    for (const next of ['//bogus.example', 'bogus', '%7B%22bogus%22%3A1%7D', '7']) {
      await page.goto(`${t.server.url}/sign-in?next=${next}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => new URL(page.url()).search).toBe('');
    }
  });
});

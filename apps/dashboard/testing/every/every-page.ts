import { describe, expect, it } from 'vitest';
import { chromiumPath, desk } from '../browser.ts';
import { dashboard } from '../dashboard.ts';
import { checkEverywhere } from './check.ts';
import type { EveryPage } from './pages.ts';
import { makeWorld, type World } from './world.ts';

/** Checks pages of the table at every width and in both schemes. */
export function checkPages(pages: readonly EveryPage[]): void {
  describe.skipIf(chromiumPath === undefined)('every page, at every width and in both schemes', () => {
    let world: World;
    const t = dashboard(desk, {
      prepare: async ({ client }) => {
        world = await makeWorld(client);
      },
    });

    it.each(pages)('$name', async ({ path, shows }) => {
      const { page } = t.browser;
      await page.setViewportSize(desk);
      await page.goto(t.server.url + path(world));
      await page.getByRole('main').getByText(shows).first().waitFor();
      expect(await checkEverywhere(page)).toEqual([]);
      expect(t.browser.troubles.splice(0)).toEqual([]);
    });
  });
}

import { describe, expect, it, onTestFailed } from 'vitest';
import { chromiumPath, desk } from '../../setup/browser.ts';
import { dashboard } from '../../setup/dashboard.ts';
import { checkEverywhere } from './check.ts';
import { goer } from './going.ts';
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
    const goes = goer(t);

    it.each(pages)('$name', async ({ path, shows }) => {
      onTestFailed(() => goes.spoil());
      const { page } = t.browser;
      await page.setViewportSize(desk);
      await goes.go(path(world));
      await page.getByRole('main').getByText(shows).first().waitFor();
      expect(await checkEverywhere(page)).toEqual([]);
      expect(t.browser.troubles.splice(0)).toEqual([]);
    });
  });
}

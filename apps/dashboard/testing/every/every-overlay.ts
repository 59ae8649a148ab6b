import { describe, expect, it } from 'vitest';
import { chromiumPath, desk } from '../browser.ts';
import { dashboard } from '../dashboard.ts';
import { checkEverywhere } from './check.ts';
import type { Overlay } from './overlays.ts';
import { becomesQuiet, overflow, screens } from './quiet.ts';
import { makeWorld, type World } from './world.ts';
import { outOfReach, zoomed } from './zoomed.ts';

/** Checks overlays of the table at every width that has them, and in both schemes. */
export function checkOverlays(overlays: readonly Overlay[]): void {
  describe.skipIf(chromiumPath === undefined)('every overlay, at every width and in both schemes', () => {
    let world: World;
    const t = dashboard(desk, {
      prepare: async ({ client, browser }) => {
        world = await makeWorld(client);
        // A page with unsaved changes asks before it is left.
        browser.page.on('dialog', (dialog) => void dialog.accept());
      },
    });

    it.each(overlays)('$name', async ({ path, role, open, from = Number.POSITIVE_INFINITY, to = 0 }) => {
      const { page } = t.browser;
      const at = screens.filter(({ width }) => width <= from && width >= to);
      const layer = page.getByRole(role).last();
      const show = async () => {
        // Some close when the width changes, since what opened them is elsewhere then.
        if (page.url() !== 'about:blank') await becomesQuiet(page);
        if (await layer.isVisible()) return;
        await page.goto(t.server.url + path(world));
        await page.getByRole('heading', { level: 1 }).waitFor();
        await becomesQuiet(page);
        await open({ page, world, client: t.client });
        await layer.waitFor();
      };
      await page.goto('about:blank');
      expect(await checkEverywhere(page, at, show)).toEqual([]);
      if (zoomed.width <= from && zoomed.width >= to) {
        await page.setViewportSize(zoomed);
        await show();
        await becomesQuiet(page);
        expect([...(await overflow(page)), ...(await outOfReach(layer))], 'at 200 % zoom').toEqual([]);
      }
      expect(t.browser.troubles.splice(0)).toEqual([]);
    });
  });
}

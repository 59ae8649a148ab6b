import { describe, expect, it, onTestFailed } from 'vitest';
import { chromiumPath, desk, type Screen } from '../../setup/browser.ts';
import { dashboard } from '../../setup/dashboard.ts';
import { isComplete } from '../../setup/level.ts';
import { checkEverywhere } from './check.ts';
import { goer } from './going.ts';
import type { Overlay } from './overlays.ts';
import { becomesQuiet, overflow, screens } from './quiet.ts';
import { makeWorld, type World } from './world.ts';
import { outOfReach, zoomed } from './zoomed.ts';

const widest = Number.POSITIVE_INFINITY;

/**
 * Checks overlays of the table at every width that has them, and in both schemes; `npm test` at the widest and the
 * least of these widths.
 */
export function checkOverlays(overlays: readonly Overlay[]): void {
  describe.skipIf(chromiumPath === undefined)('every overlay, at every width and in both schemes', () => {
    let world: World;
    /** The path of the page that is as it was opened: overlays of one page are opened one after another. */
    let opened = '';
    const t = dashboard(desk, {
      prepare: async ({ client, browser }) => {
        world = await makeWorld(client);
        // A page with unsaved changes asks before it is left.
        browser.page.on('dialog', (dialog) => void dialog.accept());
      },
    });
    const goes = goer(t);
    const spoil = () => {
      opened = '';
      goes.spoil();
    };

    const goTo = async (path: string) => {
      if (opened !== path) await goes.go(path);
      opened = path;
    };

    it.each(overlays)('$name', async ({ path, role, open, spoils = false, from = widest, to = 0 }) => {
      onTestFailed(spoil);
      const { page } = t.browser;
      const having = screens.filter(({ width }) => width <= from && width >= to);
      const at = isComplete ? having : [...having.slice(0, 1), ...having.slice(1).slice(-1)];
      const layer = page.getByRole(role).last();
      const show = async () => {
        await goTo(path(world));
        await open({ page, world, client: t.client });
        await layer.waitFor();
      };
      /** Some close when the width changes, since what opened them is elsewhere then. */
      const showAgain = async () => {
        await becomesQuiet(page);
        if (await layer.isVisible()) return;
        if (spoils) spoil();
        await show();
      };
      const ready = (screen: Screen) => (screen === at[0] ? show() : showAgain());
      expect(await checkEverywhere(page, { at, ready, layer })).toEqual([]);
      if (zoomed.width <= from && zoomed.width >= to) {
        await page.setViewportSize(zoomed);
        await showAgain();
        await becomesQuiet(page);
        expect([...(await overflow(page)), ...(await outOfReach(layer))], 'at 200 % zoom').toEqual([]);
      }
      if (spoils) {
        spoil();
      } else {
        // A popover hears the key only if the focus is in it.
        await layer.press('Escape');
        await layer.waitFor({ state: 'hidden' });
      }
      expect(t.browser.troubles.splice(0)).toEqual([]);
    });
  });
}

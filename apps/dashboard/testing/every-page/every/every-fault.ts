import { describe, expect, it } from 'vitest';
import { chromiumPath, desk, holdBack } from '../../setup/browser.ts';
import { dashboard } from '../../setup/dashboard.ts';
import { isComplete } from '../../setup/level.ts';
import { faults, refuse } from './faults.ts';
import type { EveryPage } from './pages.ts';
import { motion } from './quiet.ts';
import { makeWorld, type World } from './world.ts';

/**
 * Has the request for the own data of each page take long and fail, and be refused. In `npm run test:all`, it also takes
 * long and succeeds.
 */
export function checkFaults(pages: readonly EveryPage[]): void {
  describe.skipIf(chromiumPath === undefined)('every page whose data does not come', () => {
    let world: World;
    const t = dashboard(desk, {
      prepare: async ({ client }) => {
        world = await makeWorld(client);
      },
    });
    const asking = pages.flatMap(({ asks, ...page }) => (asks === undefined ? [] : [{ ...page, asks }]));

    it.each(asking)('$name', async ({ path, shows, asks }) => {
      const { page } = t.browser;
      const main = page.getByRole('main');
      const shown = () => main.getByText(shows).first();
      const open = () => page.goto(t.server.url + path(world));

      /** Opens the page while the answer takes long; returns what lets the answer through. */
      const openSlowly = async () => {
        const letThrough = await holdBack(page, asks);
        await open();
        await main.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor();
        expect(await motion(page)).toEqual([]);
        return letThrough;
      };

      if (isComplete) {
        (await openSlowly())();
        await shown().waitFor();
        await page.unroute(asks);
      }

      let mend = await refuse(page, asks, 'failing');
      (await openSlowly())();
      const alert = main.getByRole('alert').filter({ hasText: faults.failing.error }).first();
      await alert.waitFor();
      await mend();
      await alert.getByRole('button', { name: 'Try again' }).click();
      await shown().waitFor();

      mend = await refuse(page, asks, 'forbidden');
      await open();
      await main.getByRole('alert').filter({ hasText: faults.forbidden.error }).first().waitFor();
      expect(await main.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      await mend();
      expect(t.browser.troubles.splice(0)).toEqual([]);
    });
  });
}

import type { Route } from 'playwright-core';
import type { Browser } from './browser.ts';

/**
 * Ends the session of a page, and waits until its user is asked to sign in again for what `act` does. Reads in the
 * background wait meanwhile: one that is refused first would ask before `act` can press anything.
 */
export async function loseSession({ page, context }: Browser, act: () => Promise<void>): Promise<void> {
  const reads: Route[] = [];
  const hold = (route: Route) => (route.request().method() === 'GET' ? void reads.push(route) : void route.continue());
  await page.route('**/api/**', hold);
  await context.clearCookies();
  await act();
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  await page.unroute('**/api/**', hold);
  for (const route of reads) await route.continue();
}

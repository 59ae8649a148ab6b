import type { Route } from 'playwright-core';
import type { Browser } from './browser.ts';

/**
 * Ends the session of a page, and waits until its user is asked to sign in again for what `act` does. Reads in the
 * background wait meanwhile: one that is refused first would ask before `act` can press anything.
 */
export async function loseSession({ page, context }: Browser, act: () => Promise<void>): Promise<void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const calls: Promise<void>[] = [];
  const hold = async (route: Route) => {
    if (route.request().method() === 'GET') await released;
    await route.continue();
  };
  const note = (route: Route) => {
    calls.push(hold(route));
  };
  await page.route('**/api/**', note);
  await context.clearCookies();
  await act();
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  release();
  await Promise.all(calls);
  await page.unroute('**/api/**', note);
}

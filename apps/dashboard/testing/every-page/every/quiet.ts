import type { Page } from 'playwright-core';
import type { Screen } from '../../setup/browser.ts';

/** The widths that the dashboard is laid out for. */
export const screens: readonly Screen[] = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'half', width: 1024, height: 768 },
  { name: 'phone', width: 390, height: 844 },
  { name: 'least', width: 320, height: 640 },
];

/** Waits until nothing is loading and no transition runs, and until the page has been painted since. */
export async function becomesQuiet(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('[aria-busy=true], .mantine-Skeleton-root') === null && document.title !== '',
  );
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForFunction(() =>
    document.getAnimations().every((each) => {
      const target = each.effect instanceof KeyframeEffect ? each.effect.target : null;
      // The transition of what isn't rendered waits for ever.
      return !(each instanceof CSSTransition) || target?.checkVisibility() !== true;
    }),
  );
}

/**
 * Returns the motion on a page whose user has asked for less motion: animations and transitions that run longer than
 * 0.01 s, or for ever.
 */
export async function motion(page: Page): Promise<string[]> {
  const moving = await page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      const { endTime, iterations } = effect?.getComputedTiming() ?? {};
      const isShort = Number(endTime) <= 10 && iterations !== Number.POSITIVE_INFINITY;
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return isShort || target?.checkVisibility() === false ? [] : [`${target?.tagName} ${target?.className}`];
    }),
  );
  return moving.map((what) => `moves: ${what}`);
}

/** Says by how much the page scrolls sideways; empty if it doesn't. */
export async function overflow(page: Page): Promise<string[]> {
  const pixels = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return pixels > 0 ? [`scrolls sideways by ${pixels} pixels`] : [];
}

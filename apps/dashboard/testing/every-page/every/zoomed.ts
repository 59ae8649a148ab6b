import type { Locator } from 'playwright-core';
import { desk, type Screen } from '../../setup/browser.ts';

/** A usual screen at 200 % zoom. */
export const zoomed: Screen = { name: 'zoomed', width: desk.width / 2, height: desk.height / 2 };

/** Returns the words of a layer's controls and fields that scrolling can't bring into sight. */
export const outOfReach = (layer: Locator): Promise<string[]> =>
  layer.evaluate((element) => {
    const parts = [...element.querySelectorAll('a[href], button, input, textarea, [role="menuitem"], [role="option"]')];
    return parts
      .filter((part) => part.checkVisibility() && getComputedStyle(part).opacity !== '0')
      .filter((part) => {
        part.scrollIntoView({ block: 'nearest' });
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const isTall = bottom - top > innerHeight;
        // Half a pixel is rounding.
        return left < -0.5 || right > innerWidth + 0.5 || (!isTall && (top < -0.5 || bottom > innerHeight + 0.5));
      })
      .map((part) => `out of reach: ${part.getAttribute('aria-label') ?? part.textContent}`);
  });

import type { Locator, Page } from 'playwright-core';
import { colorRules, seriousIssues } from '../../setup/accessibility.ts';
import type { Screen } from '../../setup/browser.ts';
import { isComplete } from '../../setup/level.ts';
import { becomesQuiet, motion, overflow, screens } from './quiet.ts';

/** Checks of a page at one width, besides that it neither scrolls sideways nor moves. */
interface Checks {
  /** The rules of axe in light: all, those that don't judge colours, or none. */
  readonly light: 'all' | 'structure' | 'none';
  /** The rules on colours, in dark. */
  readonly dark: boolean;
}

/**
 * The checks at a width. The layout has two extremes, and its colours don't depend on its width, so `npm test` runs all
 * rules at the first width, in both schemes, and those on the structure at the last one. `npm run test:all` runs
 * everything everywhere.
 */
function checksAt(screen: Screen, at: readonly Screen[]): Checks {
  if (isComplete || screen === at[0]) return { light: 'all', dark: true };
  return { light: screen === at.at(-1) ? 'structure' : 'none', dark: false };
}

const withoutColors = { rules: Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }])) };

/** Options of `checkEverywhere`. */
interface Special {
  /** All widths of the layout unless set. */
  readonly at?: readonly Screen[];
  /** Runs before the check of each width. */
  readonly ready?: (screen: Screen) => Promise<unknown>;
  /** A layer over the page: `npm test` has axe judge that alone, because another test checks the page below. */
  readonly layer?: Locator;
}

/**
 * Returns the problems of the current page, at each of the widths and in both schemes: axe's serious findings, and
 * elements that scroll sideways. Leaves the page as narrow as the last width, and light.
 */
export async function checkEverywhere(
  page: Page,
  { at = screens, ready = async () => undefined, layer }: Special = {},
): Promise<string[]> {
  const part = isComplete ? undefined : layer;
  const found: string[] = [];
  for (const screen of at) {
    await page.setViewportSize(screen);
    await ready(screen);
    found.push(...(await checkHere(page, checksAt(screen, at), part)).map((what) => `${screen.width} pixels: ${what}`));
  }
  return found;
}

/** The same at the width that the page has. */
async function checkHere(page: Page, { light, dark }: Checks, part: Locator | undefined): Promise<string[]> {
  const moving = await motion(page);
  await becomesQuiet(page);
  const found = [...moving, ...(await motion(page)), ...(await overflow(page))];
  if (light !== 'none') found.push(...(await seriousIssues(page, light === 'all' ? {} : withoutColors, part)));
  if (!dark) return found;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await becomesQuiet(page);
  found.push(...(await seriousIssues(page, { runOnly: colorRules }, part)).map((issue) => `dark: ${issue}`));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html[data-mantine-color-scheme=light]').waitFor();
  return found;
}

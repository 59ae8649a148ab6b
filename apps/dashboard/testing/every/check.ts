import type { Page } from 'playwright-core';
import { colorRules, seriousIssues } from '../accessibility.ts';
import type { Screen } from '../browser.ts';
import { isComplete } from '../level.ts';
import { becomesQuiet, motion, overflow, screens } from './quiet.ts';

/** What is checked of a page at one width, besides that it neither scrolls sideways nor moves. */
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

/**
 * What is wrong with a page as it is now, at each of the widths and in both schemes: axe's serious findings, and what
 * scrolls sideways. `ready` runs before the check of each width. Leaves the page as narrow as the last one, and light.
 */
export async function checkEverywhere(
  page: Page,
  at: readonly Screen[] = screens,
  ready: (screen: Screen) => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const found: string[] = [];
  for (const screen of at) {
    await page.setViewportSize(screen);
    await ready(screen);
    found.push(...(await checkHere(page, checksAt(screen, at))).map((what) => `${screen.width} pixels: ${what}`));
  }
  return found;
}

/** The same at the width that the page has. */
async function checkHere(page: Page, { light, dark }: Checks): Promise<string[]> {
  const moving = await motion(page);
  await becomesQuiet(page);
  const found = [...moving, ...(await motion(page)), ...(await overflow(page))];
  if (light !== 'none') found.push(...(await seriousIssues(page, light === 'all' ? {} : withoutColors)));
  if (!dark) return found;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await becomesQuiet(page);
  found.push(...(await seriousIssues(page, { runOnly: colorRules })).map((issue) => `dark: ${issue}`));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html[data-mantine-color-scheme=light]').waitFor();
  return found;
}

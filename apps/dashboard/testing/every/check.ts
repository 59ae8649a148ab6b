import type { Page } from 'playwright-core';
import { colorRules, seriousIssues } from '../accessibility.ts';
import type { Screen } from '../browser.ts';
import { becomesQuiet, motion, overflow, screens } from './quiet.ts';

/**
 * What is wrong with a page as it is now, at each of the widths and in both schemes: axe's serious findings, and what
 * scrolls sideways. `ready` runs before the check of each width. Leaves the page as narrow as the last one, and light.
 */
export async function checkEverywhere(
  page: Page,
  at: readonly Screen[] = screens,
  ready: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const found: string[] = [];
  for (const screen of at) {
    await page.setViewportSize(screen);
    await ready();
    found.push(...(await checkHere(page)).map((what) => `${screen.width} pixels: ${what}`));
  }
  return found;
}

/** The same at the width that the page has. */
async function checkHere(page: Page): Promise<string[]> {
  const moving = await motion(page);
  await becomesQuiet(page);
  const found = [...moving, ...(await motion(page)), ...(await overflow(page)), ...(await seriousIssues(page))];
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await becomesQuiet(page);
  found.push(...(await seriousIssues(page, { runOnly: colorRules })).map((issue) => `dark: ${issue}`));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html[data-mantine-color-scheme=light]').waitFor();
  return found;
}

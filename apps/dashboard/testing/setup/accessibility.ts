import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { photograph, takesPictures } from './browser.ts';
import { isComplete } from './level.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose result depends on the colour scheme. */
export const colorRules = ['color-contrast', 'link-in-text-block'];

/** Best practices that axe rates lower, and that this dashboard keeps all the same. */
const keptPractices = ['empty-table-header', 'heading-order', 'landmark-no-duplicate-main', 'page-has-heading-one'];

/**
 * Expects that the page, as it is now, is accessible and doesn't scroll sideways. `npm run test:all` also checks its
 * colours in the dark scheme: `npm test` checks those of every page and overlay in `testing/every`, and here only those
 * of other states would be new, for a third of the cost. Photographs the page in both schemes if pictures are wanted.
 * Leaves it in the light one.
 */
export async function checkPage(page: Page, name: string): Promise<void> {
  await photograph(page, name);
  expect(await seriousIssues(page), name).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
  if (!isComplete && !takesPictures) return;

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await photograph(page, name);
  expect(await seriousIssues(page, { runOnly: colorRules }), `${name}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html[data-mantine-color-scheme=light]').waitFor();
}

/** The serious and critical axe violations of the current page, or of a part of it, one line each. */
export async function seriousIssues(
  page: Page,
  options: RunOptions = {},
  part: Locator = page.locator('html'),
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const violations = await part.evaluate(
    async (element, options) => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: Node, options: RunOptions): Promise<AxeResults> };
      };
      // Some rules judge whole pages: axe leaves them out if it is given an element.
      const context = element === document.documentElement ? document : element;
      return (await axe.run(context, options)).violations;
    },
    { ...options, resultTypes: ['violations'] } satisfies RunOptions,
  );
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || keptPractices.includes(id))
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')} ${failureSummary ?? ''}`),
    );
}

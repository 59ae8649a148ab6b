import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Expects that a document has no accessibility issue that axe finds. Sent by the test's protocol, past any policy. */
export async function checkAccessibility(document: Page | Frame, name: string): Promise<void> {
  if (!(await document.evaluate(() => 'axe' in globalThis))) await document.evaluate(axeSource);
  const issues = await document.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(context: object, options: object): Promise<AxeResults> } };
    const { violations } = await axe.run({ exclude: ['iframe'] }, { iframes: false, resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')} ${failureSummary ?? ''}`),
    );
  });
  expect(issues, name).toEqual([]);
}

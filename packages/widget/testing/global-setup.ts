import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findChromium, serveChromium } from '../../../apps/dashboard/testing/setup/chromium.ts';
import { buildWidget } from '../scripts/build.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the tests' Chromium; undefined if the machine has no Chromium, and its tests are then skipped. */
    chromium: string | undefined;
  }
}

const command = resolve(import.meta.dirname, '../../../apps/server/bin/parley.mjs');

/**
 * Once before the tests: builds the widget and what the server needs, and starts one Chromium. Returns the function that
 * closes it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildWidget();
  execFileSync(process.execPath, [command, 'serve', '--help'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const path = findChromium();
  if (path === undefined) return async () => {};
  const server = await serveChromium(path);
  project.provide('chromium', server.wsEndpoint());
  return () => server.close();
}

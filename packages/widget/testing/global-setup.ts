import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { buildWidget } from '../scripts/build.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests' Chromium listens; undefined if the machine has none, and its tests are then skipped. */
    chromium: string | undefined;
  }
}

const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

/** Once before the tests: builds the widget and starts one Chromium. Returns the function that closes it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildWidget();
  const executablePath = installed('chromium', 'chromium-browser', 'google-chrome');
  if (executablePath === undefined) return async () => {};
  const server = await chromium.launchServer({ executablePath, args: flags, host: '127.0.0.1' });
  project.provide('chromium', server.wsEndpoint());
  return () => server.close();
}

/** The path of the first program with one of these names in the PATH; undefined if there is none. */
function installed(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

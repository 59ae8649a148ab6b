import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { demandSameFeatures, withoutFeatures } from '../../../apps/dashboard/testing/chromium-features.ts';

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

/** Starts a Chromium that several processes can use; undefined if the machine has none. */
export async function serveChromium() {
  const executablePath = installed('chromium', 'chromium-browser', 'google-chrome');
  if (executablePath === undefined) return undefined;
  const server = await chromium.launchServer({ executablePath, args: [...args, withoutFeatures], host: '127.0.0.1' });
  demandSameFeatures(server);
  return server;
}

/** Starts a Chromium of one process. Throws if the machine has none. */
export function launchChromium() {
  const executablePath = installed('chromium', 'chromium-browser', 'google-chrome');
  if (executablePath === undefined) throw new Error('There is no Chromium in the PATH.');
  return chromium.launch({ executablePath, args });
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

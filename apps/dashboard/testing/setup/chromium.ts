import { chromium } from 'playwright-core';
import { installed } from './installed.ts';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The Chromium of the tests; undefined if the machine has none. The headless shell comes first: it draws no window of
 * its own, and spends a third less time on the same pages.
 */
export const findChromium = (): string | undefined =>
  installed('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome');

/** Starts one that several processes can use. The caller must close it. */
export const serveChromium = (executablePath: string) =>
  chromium.launchServer({ executablePath, args, host: '127.0.0.1' });

/** The whole Chromium that people use; undefined if the machine has none. */
export const findWholeChromium = (): string | undefined => installed('chromium', 'chromium-browser', 'google-chrome');

/**
 * Starts a whole one for this process: for measurements of what people use, and for what its shell does otherwise. Throws if the machine has none; the caller
 * must close it.
 */
export function launchChromium() {
  const executablePath = findWholeChromium();
  if (executablePath === undefined) throw new Error('There is no Chromium in the PATH.');
  return chromium.launch({ executablePath, args });
}

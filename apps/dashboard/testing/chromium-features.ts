import type { BrowserServer } from 'playwright-core';

/** The features that Playwright 1.64 switches off. Chromium reads the last such flag alone, so ours repeats them. */
const playwrights = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'DialMediaRouteProvider'],
  ...['GlobalMediaControls', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'BlockOriginHeaderModificationOnRedirect'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'Translate', 'AutoDeElevate', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'msForceBrowserSignIn', 'msEdgeUpdateLaunchServicesPreferredVersion'],
];

/**
 * The pages with which Chromium draws its own window. It loads them for each context, although nothing shows them, and
 * that takes a third of all its time in these tests.
 */
const ofWindow = [
  ...['PreloadTopChromeWebUI', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['WebUIReloadButton', 'InitialWebUI'],
];

const flag = '--disable-features=';

/** The flag that leaves Chromium without what tests never see. */
export const withoutFeatures: string = flag + [...playwrights, ...ofWindow].join();

/** Throws if this Playwright switches off features that `withoutFeatures` switches on again. */
export function demandSameFeatures(server: BrowserServer): void {
  const flags = server.process().spawnargs.filter((each) => each.startsWith(flag));
  const all = flags.flatMap((each) => each.slice(flag.length).split(','));
  const missing = all.filter((each) => !withoutFeatures.slice(flag.length).split(',').includes(each));
  if (missing.length > 0) throw new Error(`Playwright also switches off ${missing.join()}: add it to this file.`);
}

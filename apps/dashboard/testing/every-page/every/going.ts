import type { Dashboard } from '../../setup/dashboard.ts';
import { becomesQuiet } from './quiet.ts';

/** A page without data of its own. Between two others, it shows that the first one is gone. */
const between = '/settings/nowhere';
const betweenTitle = 'Page not found';

/** Opens the pages of a block's browser. */
interface Goer {
  /** Opens a page of the dashboard, and waits until it is quiet. */
  go(path: string): Promise<void>;
  /** Has the next page be loaded: this one has unsaved changes, or a failed test has left it. */
  spoil(): void;
}

/**
 * Opens pages as their links do, by the dashboard's own router: that takes a third of the time of a load, and axe, once
 * evaluated, stays. The first page is loaded, and so is each one after a call of `spoil`. Other tests load each page.
 */
export function goer(t: Pick<Dashboard, 'browser' | 'server'>): Goer {
  let isSpoilt = true;
  const title = () => t.browser.page.getByRole('heading', { level: 1 });
  const push = (path: string) => t.browser.page.evaluate((path) => history.pushState(null, '', path), path);
  return {
    spoil: () => {
      isSpoilt = true;
    },
    go: async (path) => {
      const { page } = t.browser;
      if (isSpoilt || path === between) {
        // Loading the current address again may keep the input.
        await page.goto('about:blank');
        await page.goto(t.server.url + path);
        await title().waitFor();
      } else {
        await push(between);
        await title().filter({ hasText: betweenTitle }).waitFor();
        await push(path);
        await title().filter({ hasNotText: betweenTitle }).waitFor();
      }
      isSpoilt = false;
      await becomesQuiet(page);
    },
  };
}

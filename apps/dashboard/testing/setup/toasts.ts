import type { Page } from 'playwright-core';

/**
 * Shows toasts for minutes rather than 4 to 10 s, which a busy machine may need for a step. Lasts until the page is
 * loaded anew, or until the function that it returns is called.
 */
export async function extendToasts(page: Page): Promise<() => Promise<void>> {
  const timers = await page.evaluateHandle(() => {
    const { setTimeout: own } = window;
    const extended = (handler: TimerHandler, ms = 0, ...values: unknown[]) =>
      own(handler, ms >= 4_000 ? 20 * ms : ms, ...values);
    Object.assign(window, { setTimeout: extended });
    return { reset: () => Object.assign(window, { setTimeout: own }) };
  });
  return () => timers.evaluate(({ reset }) => void reset());
}

import { type ComponentType, lazy } from 'react';

/**
 * A component whose code is loaded when it is first shown; `load` gives it by itself, not as a module's default.
 * With `soon` it is loaded at once, beside what else the page waits for.
 */
export function lazyNamed<Props extends object>(load: () => Promise<ComponentType<Props>>, when?: 'soon') {
  // Where that fails, showing it tries again, and says so if that fails, too.
  if (when === 'soon') load().catch(() => undefined);
  return lazy(async () => ({ default: await load() }));
}

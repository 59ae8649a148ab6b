import { type ComponentType, lazy } from 'react';

/** A component whose code is loaded when it is first shown; `load` gives it by itself, not as a module's default. */
export const lazyNamed = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }));

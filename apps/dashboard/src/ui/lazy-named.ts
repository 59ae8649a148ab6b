import { type ComponentType, createElement, lazy, useState } from 'react';
import { loadPart } from './load-code.ts';

/**
 * A component whose code is loaded when it is first shown; `load` gives it by itself, not as a module's default.
 * With `soon` it is loaded at once, beside what else the page waits for.
 */
export function lazyNamed<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  when?: 'soon',
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loading = async () => {
    loaded = await loadPart(load);
    return { default: loaded };
  };
  const Lazy = lazy(loading) as unknown as ComponentType<Props>;
  if (when === 'soon') void loading();
  return (props) => {
    // What is there needs no waiting: React would show what stands in its place for a third of a second.
    const [Component] = useState(() => loaded ?? Lazy);
    return createElement(Component, props);
  };
}

import { type ComponentType, createElement, lazy, useState } from 'react';
import { loadPart } from './load-code.ts';

/** A component whose code loads when it is first rendered, or before that. */
export type Lazy<Props> = ComponentType<Props> & { preload(): void };

/**
 * A component that is loaded on demand; `load` returns the component itself, not a module's default export. With
 * `soon`, it loads in parallel with the rest of the page.
 */
export function lazyNamed<Props extends object>(load: () => Promise<ComponentType<Props>>, when?: 'soon'): Lazy<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loading = async () => {
    loaded = await loadPart(load);
    return { default: loaded };
  };
  const Lazy = lazy(loading) as unknown as ComponentType<Props>;
  if (when === 'soon') void loading();
  const Loading: ComponentType<Props> = (props) => {
    // A loaded component is rendered directly: React would show the fallback for a third of a second.
    const [Component] = useState(() => loaded ?? Lazy);
    return createElement(Component, props);
  };
  return Object.assign(Loading, { preload: () => void loading() });
}

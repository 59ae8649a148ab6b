import { type ComponentType, createElement, lazy, useState } from 'react';
import { loadPart } from './load-code.ts';

/**
 * A component that is loaded on demand; `load` returns the component itself, not a module's default export. With
 * `soon`, it loads in parallel with the rest of the page.
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
    // A loaded component is rendered directly: React would show the fallback for a third of a second.
    const [Component] = useState(() => loaded ?? Lazy);
    return createElement(Component, props);
  };
}

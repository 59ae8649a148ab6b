import { loadPart } from '../loading/load-code.ts';
import { createStore, useStore } from '../loading/store.ts';

type Code = typeof import('./code.ts');

/** The code of what opens over a page; undefined until it is loaded. */
const loaded = createStore<Code | undefined>(undefined);

let isLoading = false;

/** Loads the code of menus, tooltips and lists of options, unless it has been. */
export function loadOverlays(): void {
  if (isLoading) return;
  isLoading = true;
  void loadPart(() => import('./code.ts')).then(loaded.set);
}

/** The code of menus, tooltips and lists of options; undefined until it is loaded. */
export const useOverlays = (): Code | undefined => useStore(loaded);

/** Loads the code at the first sign of a person: until then it would only delay the page. */
export function loadOverlaysSoon(): void {
  const signs = ['pointermove', 'pointerdown', 'keydown'] as const;
  const load = () => {
    for (const sign of signs) removeEventListener(sign, load, { capture: true });
    loadOverlays();
  };
  for (const sign of signs) addEventListener(sign, load, { capture: true, passive: true });
}

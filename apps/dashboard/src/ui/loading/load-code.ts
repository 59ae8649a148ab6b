import { serviceAnswers } from '../../api/connection.ts';
import { createStore } from './store.ts';

/** Maximum requests for code while the service is reachable. */
const maxAttempts = 3;

/** True if the service no longer has the code of this page because it was upgraded. */
export const isOutdated = createStore(false);

/** Style sheets that failed to load. */
const lost = new Set<HTMLLinkElement>();

/** Records style sheets that failed to load: the module loader does not request them again by itself. */
export function watchStyles(): void {
  const note = ({ target }: Event) => target instanceof HTMLLinkElement && lost.add(target);
  document.addEventListener('error', note, { capture: true });
}

/** Loads code. Waits and retries if the connection is lost; rejects if the service does not have the code. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      if (attempt === maxAttempts) throw error;
    }
    await serviceAnswers();
    for (const link of lost) link.replaceWith(link.cloneNode());
    lost.clear();
  }
}

/**
 * Loads code for a part of a page. If the service no longer has it, shows the notice and never resolves: the rest of
 * the page stays usable.
 */
export const loadPart = <Code>(load: () => Promise<Code>): Promise<Code> =>
  loadCode(load).catch(() => {
    isOutdated.set(true);
    return new Promise<never>(() => undefined);
  });

import { serviceAnswers } from '../api/connection.ts';
import { createStore } from './store.ts';

/** How often code is asked for while the service answers and the code doesn't come. */
const maxAttempts = 3;

/** Whether the service no longer has the code of this page: it has been renewed since the page was opened. */
export const isOutdated = createStore(false);

/** Style sheets that did not come. */
const lost = new Set<HTMLLinkElement>();

/** Notes style sheets that don't come: whoever asks for their code again is not given them by itself. */
export function watchStyles(): void {
  const note = ({ target }: Event) => target instanceof HTMLLinkElement && lost.add(target);
  document.addEventListener('error', note, { capture: true });
}

/** Loads code. Where the connection is lost it waits, and tries again; rejects where the service has no such code. */
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

/** Loads code for a part of a page; where the service no longer has it says so, and waits for ever: the rest stays. */
export const loadPart = <Code>(load: () => Promise<Code>): Promise<Code> =>
  loadCode(load).catch(() => {
    isOutdated.set(true);
    return new Promise<never>(() => undefined);
  });

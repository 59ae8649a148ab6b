import { useEffect } from 'react';
import { useVisible } from '../../../ui/focus/use-visible.ts';

/** The lock that a tab holds while it shows a conversation: other tabs see it, and it goes with the tab. */
const lockOf = (id: string) => `parley-shown ${id}`;

/** Tells all tabs that this one shows a conversation, while the page is visible. */
export function useShown(id: string): void {
  const isVisible = useVisible();
  useEffect(() => {
    // Only over https or on localhost.
    if (!isVisible || navigator.locks === undefined) return;
    const leaving = new AbortController();
    void navigator.locks
      .request(lockOf(id), { mode: 'shared', signal: leaving.signal }, () => ended(leaving.signal))
      .catch(() => undefined);
    return () => leaving.abort();
  }, [id, isVisible]);
}

/** Resolves once a signal aborts. */
export const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Returns which of some conversations a visible tab shows. */
export async function shownAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  const names = new Set(held.map(({ name }) => name));
  return new Set(ids.filter((id) => names.has(lockOf(id))));
}

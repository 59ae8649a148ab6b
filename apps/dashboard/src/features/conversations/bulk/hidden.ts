import { createStore } from '../../../ui/loading/store.ts';

/** The IDs of conversations that lists don't show: those whose deletion waits for an undo, and those deleted since. */
export const hiddenConversations = createStore<ReadonlySet<string>>(new Set());

/** Hides conversations in lists, or shows them again. */
export function hide(ids: readonly string[], isHidden: boolean): void {
  const next = new Set(hiddenConversations.get());
  for (const id of ids) {
    if (isHidden) next.add(id);
    else next.delete(id);
  }
  hiddenConversations.set(next);
}

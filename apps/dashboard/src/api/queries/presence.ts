import type { Presence } from '@parley/sdk';
import { useSyncExternalStore } from 'react';
import { createStore } from '../../ui/loading/store.ts';

/** The people in each conversation, as the streams have told; empty conversations are left out. */
const rooms = createStore<ReadonlyMap<string, Presence>>(new Map());

/** Keeps who is in a conversation now. */
export function keepPresence({ conversation, people, visitor }: Presence): void {
  const next = new Map(rooms.get());
  if (people.length > 0 || visitor !== null) next.set(conversation, { conversation, people, visitor });
  else next.delete(conversation);
  rooms.set(next);
}

/** The people in a conversation now; undefined if it is empty. */
export const usePresence = (conversation: string): Presence | undefined =>
  useSyncExternalStore(rooms.subscribe, () => rooms.get().get(conversation));

import { LRUCache } from 'lru-cache';
import type { Database } from '../../../storage/database.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import { tellBy } from './kind.ts';
import * as store from './store.ts';

/** Time for which it is remembered which workspaces have rooms, in ms. */
const rememberedMs = 5_000;

/** Max accounts and workspaces in that memory. */
const maxPlaces = 10_000;

/** Time for which news are collected, in ms. */
const coalesceMs = 250;

/** Dependencies of waking. */
export interface WakingNeeds {
  readonly db: Database;
  readonly enqueue: Enqueue;
  /** Calls `heard` with the account or the workspace whose log has grown; returns what stops that. */
  onAppended(heard: (of: string) => void): () => void;
  onError(error: unknown): void;
}

/**
 * Has threads told a little after something happened in their conversations. Places without a room cost a look into a
 * set. The look of each minute finds threads that a crash or another process has missed.
 */
export function createWaking({ db, enqueue, onAppended, onError }: WakingNeeds) {
  const known = new LRUCache<string, readonly string[]>({ max: maxPlaces, ttl: rememberedMs });
  const heard = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let waking = Promise.resolve();

  const roomsIn = async (place: string): Promise<readonly string[]> => {
    const remembered = known.get(place);
    if (remembered !== undefined) return remembered;
    const found = await store.roomsIn(db, place);
    known.set(place, found);
    return found;
  };

  const wake = async (): Promise<void> => {
    const places = [...heard];
    heard.clear();
    const workspaces = new Set<string>();
    for (const place of places) for (const each of await roomsIn(place)) workspaces.add(each);
    if (workspaces.size === 0) return;
    const behind = await store.behindIn(db, [...workspaces]);
    if (behind.length > 0) await db.write(behind.map(({ workspace, id }) => tellBy(enqueue)(workspace, id)));
  };

  const stop = onAppended((of) => {
    const isWithout = of === '' || known.get(of)?.length === 0;
    if (isWithout) return;
    heard.add(of);
    timer ??= setTimeout(() => {
      timer = undefined;
      waking = waking.then(wake).catch(onError);
    }, coalesceMs).unref();
  });

  return {
    /** Forgets which workspaces have rooms: one was set. */
    forget: (): void => known.clear(),
    /** Wakes no more; what was heard is found after the next start. */
    close: async (): Promise<void> => {
      stop();
      clearTimeout(timer);
      await waking;
    },
  };
}

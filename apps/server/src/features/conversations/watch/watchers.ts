import { createBatchedPublisher, pollOf } from '../../../replies/batched-publisher.ts';
import type { Bus } from '../../../replies/relay.ts';
import type { Database } from '../../../storage/database.ts';
import { changedSince } from './store.ts';
import { createWatcher, type Watcher } from './watcher.ts';

/**
 * The channel that tells other processes which conversations have changed: pairs of the IDs of a workspace and a
 * conversation, joined by a colon, separated by spaces; best effort.
 */
const channel = 'parley_workspaces_changed';

/** Interval between reads of changes by other processes, in ms, if only reading shows them. */
const pollInterval = 1_000;

/**
 * Time that a poll looks back, in ms. The clocks of processes differ, and a change is stored some time after the time
 * that it has.
 */
const lookBack = 15_000;

/** Tells those who watch workspaces which conversations change. */
export type Watchers = ReturnType<typeof createWatchers>;

/** Dependencies of watching. */
export interface WatchNeeds {
  readonly db: Database;
  readonly bus: Bus | undefined;
  readonly now: () => number;
  onError(error: unknown): void;
}

/** Creates the watchers of workspaces. Without any, a change costs a look into a map. */
export function createWatchers({ db, bus, now, onError }: WatchNeeds) {
  const watched = new Map<string, Set<Watcher>>();
  const others = createBatchedPublisher(bus, channel);
  const mustPoll = db.engine === 'postgres' && bus === undefined;
  /** The versions that the last poll has read, by conversation. */
  let seen = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const wake = (conversation: string, workspace: string) => {
    for (const watcher of watched.get(workspace) ?? []) watcher.wake({ conversation, workspace });
  };

  /** Wakes the watchers of what has another version than the last poll has read. */
  const compare = async (): Promise<void> => {
    if (watched.size === 0) return;
    const read = await changedSince(db, [...watched.keys()], now() - lookBack);
    const before = seen;
    seen = new Map(read.map(({ conversation, version }) => [conversation, version]));
    for (const { conversation, workspace, version } of read)
      if (before.get(conversation) !== version) wake(conversation, workspace);
  };

  const poll = pollOf(compare, onError);

  bus?.subscribe(channel, (pairs) => {
    // After an interruption: what was told meanwhile is read.
    if (pairs === undefined) return poll();
    for (const pair of pairs.split(' ')) {
      const [workspace = '', conversation = ''] = pair.split(':');
      wake(conversation, workspace);
    }
  });

  const leave = (watcher: Watcher, workspaces: readonly string[]) => {
    for (const workspace of workspaces) {
      const watchers = watched.get(workspace);
      watchers?.delete(watcher);
      if (watchers?.size === 0) watched.delete(workspace);
    }
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    seen = new Map();
  };

  return {
    /** Watches workspaces from now on; the caller must end it. */
    watch: (workspaces: readonly string[]): Watcher => {
      const watcher = createWatcher(() => leave(watcher, workspaces));
      if (closed) {
        watcher.end();
        return watcher;
      }
      for (const workspace of workspaces) {
        const watchers = watched.get(workspace) ?? new Set();
        watched.set(workspace, watchers.add(watcher));
      }
      if (mustPoll) timer ??= setInterval(poll, pollInterval).unref();
      return watcher;
    },
    /** Tells the watchers of a workspace, here and in other processes, that a conversation has changed or is gone. */
    changed: (conversation: string, workspace: string): void => {
      wake(conversation, workspace);
      others.publish(`${workspace}:${conversation}`);
    },
    /** Ends all watching, and accepts nothing further. */
    close: (): void => {
      closed = true;
      others.close();
      for (const watchers of [...watched.values()]) for (const watcher of [...watchers]) watcher.end();
    },
  };
}

import { createBatchedPublisher } from '../../replies/batched-publisher.ts';
import type { Bus } from '../../replies/relay.ts';
import type { Database } from '../../storage/database.ts';

/** The channel that tells other processes whose log has grown: accounts or workspaces, separated by spaces. */
const channel = 'parley_events_appended';

/** Interval between looks for the events of other processes, in ms, if only reading shows them. */
const pollInterval = 1_000;

/** Called when the log of an account may have grown: with the account, or else with the workspace of the event. */
export type OnAppended = (of: string) => void;

/** Tells who reads logs that they have grown. */
export type Appended = ReturnType<typeof createAppended>;

/**
 * Creates the notice of new events. It comes after the commit and outside of it, and may come without an event. A process
 * hears of others through Redis, or else looks each second.
 */
export function createAppended({ db, bus }: { readonly db: Database; readonly bus: Bus | undefined }) {
  const listeners = new Set<OnAppended>();
  const others = createBatchedPublisher(bus, channel);

  const hear = (of: string) => {
    for (const heard of listeners) heard(of);
  };
  bus?.subscribe(channel, (words) => {
    for (const word of words?.split(' ') ?? ['']) hear(word);
  });

  return {
    /** Tells this process and the others that an event of an account or a workspace is committed. */
    tell: (of: string): void => {
      hear(of);
      others.publish(of);
    },
    /** Calls `heard` from now on; with an empty text if the log of any account may have grown. */
    listen: (heard: OnAppended): (() => void) => {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    /** The longest time after which a reader looks by itself, in ms; undefined if it is always told. */
    lookEvery: db.engine === 'postgres' && bus === undefined ? pollInterval : undefined,
    close: () => others.close(),
  };
}

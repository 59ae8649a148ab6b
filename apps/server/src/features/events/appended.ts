import { createBatchedPublisher } from '../../replies/batched-publisher.ts';
import type { Bus } from '../../replies/relay.ts';
import type { Database } from '../../storage/database.ts';
import type { Part, Statement, UnitOfWork } from '../../storage/unit.ts';

/** The channel that tells other processes whose log has grown: accounts or workspaces, separated by spaces. */
const channel = 'parley_events_appended';

/** Interval between looks for the events of other processes, in ms, if only reading shows them. */
const pollInterval = 1_000;

/** Called when the log of an account may have grown: with the account, or else with the workspace of the event. */
export type OnAppended = (of: string) => void;

/** Tells who reads logs that they have grown. */
export type Appended = ReturnType<typeof createAppended>;

/**
 * Creates the notice of new events. It comes after the commit and outside of it, costs a look into a set for each part of
 * a unit, and may come without an event. A process hears of others through Redis, or else looks each second.
 */
export function createAppended({ db, bus }: { readonly db: Database; readonly bus: Bus | undefined }) {
  const events = new WeakMap<Statement, string>();
  const listeners = new Set<OnAppended>();
  const others = createBatchedPublisher(bus, channel);

  const tell = (of: string) => {
    for (const heard of listeners) heard(of);
  };
  bus?.subscribe(channel, (words) => {
    for (const word of words?.split(' ') ?? ['']) tell(word);
  });

  const note = (part: Part): void => {
    if (part === undefined) return;
    if (!('sql' in part)) {
      part.forEach(note);
      return;
    }
    const of = events.get(part);
    if (of === undefined) return;
    tell(of);
    others.publish(of);
  };

  return {
    /** Marks the statement of an event with its account or its workspace. */
    mark: (statement: Statement, of: string): Statement => {
      events.set(statement, of);
      return statement;
    },
    /** The same database. It notices events when their units are committed. */
    watch: (watched: Database): Database => ({
      ...watched,
      write: async (unit: UnitOfWork) => {
        const outcomes = await watched.write(unit);
        for (const part of Array.isArray(unit) ? unit : Object.values(unit)) note(part as Part);
        return outcomes as never;
      },
    }),
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

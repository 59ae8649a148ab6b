import { createBatchedPublisher, pollOf } from '../../../replies/batched-publisher.ts';
import type { Bus } from '../../../replies/relay.ts';
import type { Database } from '../../../storage/database.ts';
import { versionsOf } from './store.ts';

/** The channel that tells other processes which conversations have changed: IDs, separated by spaces; best effort. */
const changed = 'parley_conversations_changed';

/**
 * Interval in ms between reads of the versions of followed conversations: `alone` if only reading shows the changes of
 * other processes; `told` in case an announcement was lost.
 */
const pollInterval = { alone: 1_000, told: 5_000 } as const;

/** A reader who follows a conversation in this process. */
export interface Following {
  /** Resolves when the conversation may have changed, after `stir`, or when following has ended. */
  woken(): Promise<void>;
  /** True if the conversation may have changed since the last call. */
  news(): boolean;
  /** The version that the reader knows: a poll that finds another one wakes it. */
  saw(version: number): void;
  /** Wakes the reader for another reason than a change. */
  stir(): void;
  ended(): boolean;
  /** Ends following; the reader is woken. */
  end(): void;
}

/** Wakes the readers of conversations that change. */
export type Announcements = ReturnType<typeof createAnnouncements>;

/** Dependencies of announcements. */
export interface AnnouncementNeeds {
  readonly db: Database;
  readonly bus: Bus | undefined;
  onError(error: unknown): void;
}

/** Creates the announcements. If no reader follows in this process, they cost one look into a map. */
export function createAnnouncements({ db, bus, onError }: AnnouncementNeeds) {
  const followed = new Map<string, Set<Reader>>();
  const others = createBatchedPublisher(bus, changed);
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const wake = (conversation: string) => {
    for (const reader of followed.get(conversation) ?? []) reader.wake();
  };

  const compare = async (): Promise<void> => {
    if (followed.size === 0) return;
    const versions = await versionsOf(db, [...followed.keys()]);
    for (const [conversation, readers] of followed) {
      const version = versions.get(conversation);
      for (const reader of readers) if (reader.version !== version) reader.wake();
    }
  };

  /** Wakes the readers of conversations that have another version than they know, or are gone. */
  const poll = pollOf(compare, onError);

  bus?.subscribe(changed, (ids) => {
    if (ids === undefined) poll();
    else for (const id of ids.split(' ')) wake(id);
  });

  return {
    /** Follows a conversation from now on; the caller must end it. */
    follow: (conversation: string): Following => {
      const readers = followed.get(conversation) ?? new Set();
      const reader = createReader(() => {
        readers.delete(reader);
        if (readers.size === 0 && followed.get(conversation) === readers) followed.delete(conversation);
        if (followed.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
      });
      if (closed) {
        reader.end();
        return reader;
      }
      followed.set(conversation, readers.add(reader));
      const shares = db.engine === 'postgres' && bus === undefined;
      timer ??= setInterval(poll, shares ? pollInterval.alone : pollInterval.told).unref();
      return reader;
    },
    /** Tells the readers of a conversation, here and in other processes, that it has changed or is gone. */
    changed: (conversation: string): void => {
      wake(conversation);
      others.publish(conversation);
    },
    /** Compares all followed conversations now: some of them may be gone. */
    poll,
    /** Ends everything that is followed, and accepts nothing further. */
    close: (): void => {
      closed = true;
      others.close();
      for (const readers of [...followed.values()]) for (const reader of [...readers]) reader.end();
    },
  };
}

interface Reader extends Following {
  /** The version that the reader knows; undefined before it has read. */
  readonly version: number | undefined;
  wake(): void;
}

function createReader(leave: () => void): Reader {
  let version: number | undefined;
  let isNew = false;
  let stirred = false;
  let over = false;
  let resume: (() => void) | undefined;
  const stir = () => {
    stirred = true;
    resume?.();
    resume = undefined;
  };
  return {
    get version() {
      return version;
    },
    woken: async () => {
      if (!stirred && !over) {
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      }
      stirred = false;
    },
    news: () => {
      const was = isNew;
      isNew = false;
      return was;
    },
    saw: (seen) => {
      version = seen;
    },
    stir,
    wake: () => {
      isNew = true;
      stir();
    },
    ended: () => over,
    end: () => {
      over = true;
      leave();
      stir();
    },
  };
}

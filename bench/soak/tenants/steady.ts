import { setTimeout as sleep } from 'node:timers/promises';

/** Something that is read again and again, and how long it takes. */
export interface SteadyReads {
  /** Starts to note the times of the reads, in ms. */
  record(): void;
  /** Stops to note them; resolves with the times of all reads that were due meanwhile, when the last one has ended. */
  recorded(): Promise<readonly number[]>;
  /** Stops to read; resolves when the last read has ended. */
  stop(): Promise<void>;
}

/** Interval between reads, in ms. */
const interval = 20;

/** Starts to read every 20 ms, however long the earlier reads take. A rejected read counts like any other. */
export function readSteadily(read: () => Promise<unknown>): SteadyReads {
  const open = new Set<Promise<void>>();
  let times: number[] | undefined;
  let stopping = false;

  const reading = (async () => {
    for (let due = performance.now(); !stopping; due += interval) {
      await sleep(Math.max(0, due - performance.now()));
      const into = times;
      // A time counts from when the read was due, so that a stall shows in each read that it delays.
      const note = () => void into?.push(performance.now() - due);
      const one = read()
        .then(note, note)
        .finally(() => open.delete(one));
      open.add(one);
    }
  })();
  const ended = async () => void (await Promise.all(open));

  return {
    record: () => {
      times = [];
    },
    recorded: async () => {
      const noted = times ?? [];
      times = undefined;
      await ended();
      return noted;
    },
    stop: async () => {
      stopping = true;
      await reading;
      await ended();
    },
  };
}

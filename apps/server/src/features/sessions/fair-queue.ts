import type { AppError } from '../../errors.ts';

/** The bounds of a queue, in pieces of work. */
interface Bounds {
  readonly concurrent: number;
  /** Max waiting of all networks together, and of one. */
  readonly waiting: number;
  readonly waitingOfOne: number;
  readonly onBusy: () => AppError;
}

interface Waiting {
  start(): void;
  refuse(): void;
}

/** Runs work that many networks ask for; rejects with `onBusy` beyond its bounds. */
export type FairQueue = <Result>(network: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Creates a queue in which networks take turns: one that asks for much waits for itself. If the queue is full, a
 * network with less in it takes the place of the newest of the network that has most, so that no network can fill it.
 */
export function createFairQueue({ concurrent, waiting, waitingOfOne, onBusy }: Bounds): FairQueue {
  /** What waits by network, in the order of their turns. */
  const lanes = new Map<string, Waiting[]>();
  let running = 0;
  let queued = 0;

  const startNext = () => {
    const [first] = lanes;
    if (first === undefined || running >= concurrent) return;
    const [network, lane] = first;
    const turn = lane.shift();
    // The network's next turn comes after those of all others.
    lanes.delete(network);
    if (lane.length > 0) lanes.set(network, lane);
    queued -= 1;
    turn?.start();
  };

  /** Refuses the newest of the longest lane, if that is longer than this one will be; returns whether it did. */
  const makeRoom = (length: number): boolean => {
    const [longest] = [...lanes].sort(([, one], [, other]) => other.length - one.length);
    if (longest === undefined || longest[1].length <= length + 1) return false;
    longest[1].pop()?.refuse();
    queued -= 1;
    return true;
  };

  const mayWait = (network: string): boolean => {
    const length = lanes.get(network)?.length ?? 0;
    return length < waitingOfOne && (queued < waiting || makeRoom(length));
  };

  return (network, work) =>
    new Promise((resolve, reject) => {
      const start = () => {
        running += 1;
        work()
          .then(resolve, reject)
          .finally(() => {
            running -= 1;
            startNext();
          });
      };
      if (running < concurrent) return start();
      if (!mayWait(network)) return reject(onBusy());
      const lane = lanes.get(network);
      const turn = { start, refuse: () => reject(onBusy()) };
      if (lane === undefined) lanes.set(network, [turn]);
      else lane.push(turn);
      queued += 1;
    });
}

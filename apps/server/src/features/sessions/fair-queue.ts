import type { AppError } from '../../errors.ts';
import { createLanes } from '../../scheduling/lanes.ts';

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
  const lanes = createLanes<Waiting>();
  let running = 0;

  /** Refuses the newest of the longest lane, if that is longer than this one will be; returns whether it did. */
  const makeRoom = (length: number): boolean => {
    const newest = lanes.takeNewest(length + 1);
    newest?.refuse();
    return newest !== undefined;
  };

  const mayWait = (network: string): boolean => {
    const length = lanes.lengthOf(network);
    return length < waitingOfOne && (lanes.size() < waiting || makeRoom(length));
  };

  return (network, work) =>
    new Promise((resolve, reject) => {
      const start = () => {
        running += 1;
        work()
          .then(resolve, reject)
          .finally(() => {
            running -= 1;
            lanes.next()?.start();
          });
      };
      if (running < concurrent) return start();
      if (!mayWait(network)) return reject(onBusy());
      lanes.add(network, { start, refuse: () => reject(onBusy()) });
    });
}

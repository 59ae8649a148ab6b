import { workerData } from 'node:worker_threads';
import { outOfTime } from './protocol.ts';

/** What the watchdog is told when it starts. */
export interface Watched {
  readonly parent: number;
  readonly residentBytes: number;
  /** The CPU time of the process, in ms, at which its piece of work must be done; 0 if it has none. */
  readonly end: Int32Array;
}

/** The CPU time of this process, of all its threads, in ms. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return Math.ceil((user + system) / 1_000);
}

/** How often it looks, in ms. Memory may exceed its cap by what is allocated meanwhile. */
const interval = 50;

/** Kills this process if its parent is gone, or if it takes more memory or CPU time than its cap. */
export function watch(): void {
  const { parent, residentBytes, end } = workerData as Watched;
  setInterval(() => {
    if (process.ppid !== parent || process.memoryUsage.rss() > residentBytes) process.kill(process.pid, 'SIGKILL');
    const last = Atomics.load(end, 0);
    if (last > 0 && cpuTime() > last) process.kill(process.pid, outOfTime);
  }, interval);
}

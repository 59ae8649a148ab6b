import { workerData } from 'node:worker_threads';

/** What the watchdog is told when it starts. */
export interface Watched {
  readonly parent: number;
  readonly residentBytes: number;
}

/** How often it looks, in ms. Memory may exceed its cap by what is allocated meanwhile. */
const interval = 50;

/** Kills this process if its parent is gone, or if it takes more memory than its cap. */
export function watch(): void {
  const { parent, residentBytes } = workerData as Watched;
  setInterval(() => {
    if (process.ppid !== parent || process.memoryUsage.rss() > residentBytes) process.kill(process.pid, 'SIGKILL');
  }, interval);
}

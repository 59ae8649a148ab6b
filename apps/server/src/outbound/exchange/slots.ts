import { OutboundError } from '../error.ts';
import type { OutboundLimits } from '../limits.ts';

/** Grants a limited number of simultaneous requests, in all and for each host. */
export interface Slots {
  /** Resolves to a function that frees the slot. Rejects with `busy`, or with the signal's reason while it waits. */
  take(host: string, signal: AbortSignal): Promise<() => void>;
}

interface Waiter {
  readonly host: string;
  start(): void;
}

/** Creates the slots. They are granted in order, but a host that is at its limit doesn't hold up the others. */
export function createSlots({
  atOnce,
  atOncePerHost,
  waiting: maxWaiting,
}: Pick<OutboundLimits, 'atOnce' | 'atOncePerHost' | 'waiting'>): Slots {
  const active = new Map<string, number>();
  const waiting = new Set<Waiter>();
  let total = 0;

  const isFree = (host: string) => total < atOnce && (active.get(host) ?? 0) < atOncePerHost;
  const startWaiting = () => {
    for (const waiter of waiting) {
      if (total >= atOnce) return;
      if (isFree(waiter.host)) waiter.start();
    }
  };
  const free = (host: string) => {
    total -= 1;
    const left = (active.get(host) ?? 1) - 1;
    if (left === 0) active.delete(host);
    else active.set(host, left);
    startWaiting();
  };
  const occupy = (host: string) => {
    total += 1;
    active.set(host, (active.get(host) ?? 0) + 1);
    let isFreed = false;
    return () => {
      if (!isFreed) free(host);
      isFreed = true;
    };
  };

  return {
    take: async (host, signal) => {
      signal.throwIfAborted();
      if (isFree(host)) return occupy(host);
      if (waiting.size >= maxWaiting)
        throw new OutboundError('busy', 'Too many requests to other servers are waiting.');
      return new Promise((resolve, reject) => {
        const waiter: Waiter = {
          host,
          start: () => {
            waiting.delete(waiter);
            signal.removeEventListener('abort', stop);
            resolve(occupy(host));
          },
        };
        const stop = () => {
          waiting.delete(waiter);
          reject(signal.reason);
        };
        waiting.add(waiter);
        signal.addEventListener('abort', stop, { once: true });
      });
    },
  };
}

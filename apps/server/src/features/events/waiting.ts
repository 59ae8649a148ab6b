import type { Appended } from './appended.ts';

/** A reader that waits for a log to grow. */
export interface Waiting {
  /** Resolves when the log may have grown, at the latest after the time, or when it is stopped. */
  readonly grown: Promise<void>;
  /** Ends the wait. Call it in any case. */
  stop(): void;
}

/** Dependencies of readers that wait. */
interface WaitingNeeds {
  readonly appended: Pick<Appended, 'listen' | 'lookEvery'>;
  accountOf(workspace: string): Promise<string | undefined>;
}

/** Creates the function with which readers wait. A notice costs the same, however many wait for other accounts. */
export function createWaiting({ appended, accountOf }: WaitingNeeds) {
  const waiting = new Map<string, Set<() => void>>();

  const wake = (account: string): void => {
    for (const stop of [...(waiting.get(account) ?? [])]) stop();
  };
  const wakeAll = (): void => [...waiting.keys()].forEach(wake);
  appended.listen((of) => {
    if (waiting.size === 0) return;
    if (of === '') wakeAll();
    else if (of.startsWith('ws_')) accountOf(of).then((account) => account !== undefined && wake(account), wakeAll);
    else wake(of);
  });

  return (account: string, ms: number, signal?: AbortSignal): Waiting => {
    let resolve = () => {};
    const grown = new Promise<void>((done) => {
      resolve = done;
    });
    const readers = waiting.get(account) ?? new Set();
    waiting.set(account, readers);
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      readers.delete(stop);
      if (readers.size === 0 && waiting.get(account) === readers) waiting.delete(account);
      resolve();
    };
    readers.add(stop);
    const timer = setTimeout(stop, Math.min(ms, appended.lookEvery ?? ms));
    timer.unref();
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop);
    return { grown, stop };
  };
}

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Frees the statements of closed connections, so that the driver closes the file. Another process would notice the
 * close at once, this one only after garbage collection. Memory that a finalizer releases takes another round. A round
 * costs up to 0.2 s of processor time, since the files of a worker share its heap.
 */
export async function collectGarbage(rounds = 1): Promise<void> {
  collect ??= exposeGc();
  for (let round = 0; round < rounds; round += 1) {
    collect();
    // Finalizers run before the next immediate.
    await setImmediate();
  }
}

function exposeGc(): () => void {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  if (typeof found !== 'function') throw new Error('This Node can not be told to collect garbage.');
  return () => found();
}

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Frees the statements of closed connections, so that the driver closes the file. Another process would notice the
 * close at once, this one only after garbage collection.
 */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('This Node can not be told to collect garbage.');
  for (let round = 0; round < 3; round += 1) {
    collect();
    await setImmediate();
  }
}

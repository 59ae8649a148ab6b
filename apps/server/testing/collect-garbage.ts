import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Frees the statements of closed connections, with which the driver really closes the file: what another process
 * would find at once, this one finds only then.
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

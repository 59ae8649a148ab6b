import type { Logger } from 'pino';
import type { Limit } from './connections.ts';

/** A warning is written at most so often, in ms. */
const interval = 60_000;

/**
 * Creates the function that warns of refused connections: immediately, then at most once a minute with their number.
 */
export function warnOfRefused(logger: Pick<Logger, 'warn'>): (address: string, limit: Limit) => void {
  const next = { address: 0, total: 0 };
  const since = { address: 0, total: 0 };
  return (address, limit) => {
    since[limit] += 1;
    const now = performance.now();
    if (now < next[limit]) return;
    const hint =
      limit === 'address'
        ? 'an address has too many connections: if it is a proxy, add it to PARLEY_TRUSTED_PROXIES'
        : 'there are too many connections in use';
    logger.warn({ address, refused: since[limit] }, `refused connections: ${hint}`);
    next[limit] = now + interval;
    since[limit] = 0;
  };
}

import { lookup } from 'node:dns/promises';
import pLimit from 'p-limit';

/** Looks up the addresses of a name, unless the signal has fired. Rejects with the `code` of `node:dns`. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Codes for a name that doesn't exist, or has no address. */
const absent = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME', 'EAI_NONAME', 'EAI_NODATA', 'NXDOMAIN']);

/** Whether a lookup failed because the name has no address, so that repeating it helps only after a change. */
export const isAbsent = (code: string | undefined): boolean => code !== undefined && absent.has(code);

/**
 * Creates the system's resolver (getaddrinfo), which also reads `/etc/hosts`. It looks up one name at a time: Node has
 * two threads for lookups, and a name whose server is slow must leave one to the model providers and the database.
 */
export function createSystemResolver(): Resolve {
  const oneAtATime = pLimit(1);
  return (name, signal) =>
    oneAtATime(async () => {
      // A lookup can't be cancelled, but one that has waited too long need not start.
      signal.throwIfAborted();
      return (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);
    });
}

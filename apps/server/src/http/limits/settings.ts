import { readFileSync } from 'node:fs';

/** Bounds of open connections. */
export interface ConnectionLimits {
  /** Max connections in all. */
  readonly total: number;
  /** Max connections of one address: an IPv4 address, or the /64 of an IPv6 one. */
  readonly perAddress: number;
  /** Time for which a new connection may be silent before it counts as idle, in ms. */
  readonly silence: number;
}

/** Max connections of one address if the operator doesn't set another number. */
const defaultPerAddress = 100;

/** Max connections in all, if the process may open enough files. */
const maxTotal = 10_000;

/** The share of the files that a process may open, for connections; the rest is for the database and other servers. */
const shareOfFiles = 0.8;

type Environment = Readonly<Record<string, string | undefined>>;

const setting = 'PARLEY_CONNECTIONS_PER_ADDRESS';

/** Reads the max number of connections of one address. Adds a sentence to `problems` if it is wrong. */
export function readConnectionsPerAddress(environment: Environment, problems: string[]): number {
  const text = environment[setting] || String(defaultPerAddress);
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number < 1 || number > maxTotal) {
    problems.push(`${setting}: must be a number from 1 to ${maxTotal}`);
  }
  return number;
}

/** Returns the limits of this process: the system's limit on open files bounds the connections in all. */
export function connectionLimits(perAddress: number): ConnectionLimits {
  return { total: Math.min(maxTotal, Math.floor(maxOpenFiles() * shareOfFiles)), perAddress, silence: 1_000 };
}

/** The files that this process may open; Linux alone tells. */
function maxOpenFiles(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

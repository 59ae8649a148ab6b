import { createHash } from 'node:crypto';

/** Row count and order-independent checksum of a table, to compare it with its copy. */
export interface Checksum {
  readonly rows: number;
  /** 128 bits in hex. */
  readonly digest: string;
}

/** Creates a checksum that counts rows and adds up their digests, so the row order doesn't matter. */
export function createChecksum(columns: readonly string[]) {
  const sorted = [...columns].sort();
  const modulus = 1n << 128n;
  let rows = 0;
  let sum = 0n;
  return {
    add: (row: Readonly<Record<string, unknown>>): void => {
      const text = JSON.stringify(sorted.map((column) => row[column]));
      const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
      rows += 1;
      sum = (sum + BigInt(`0x${digest}`)) % modulus;
    },
    result: (): Checksum => ({ rows, digest: sum.toString(16).padStart(32, '0') }),
  };
}

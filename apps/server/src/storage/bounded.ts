/** Rows that were read up to a bound, in order. */
export interface Bounded<Row> {
  readonly rows: Row[];
  /** True if more rows follow, which would have exceeded the bound. */
  readonly cut: boolean;
}

/** The column whose text, or its bytes, are counted. */
interface Counted {
  readonly json?: unknown;
}

/**
 * Takes rows until the UTF-8 bytes of their `json` exceed `maxBytes`, without the row that exceeds it. The first row is
 * always taken: otherwise a page could never get past it.
 */
export function takeUpTo<Row extends Counted>(rows: Iterable<Row>, maxBytes: number): Bounded<Row> {
  const taking = takingUpTo(rows, maxBytes);
  for (;;) {
    const { done, value } = taking.next();
    if (done === true) return value;
  }
}

/** Max UTF-8 bytes of a UTF-16 code unit. */
const mostBytes = 3;

/** Like `takeUpTo` for rows that are few: counts no bytes if they can't exceed the bound. */
export function cutAt<Row extends Counted>(rows: Row[], maxBytes: number): Bounded<Row> {
  let length = 0;
  for (const { json } of rows) if (typeof json === 'string') length += json.length;
  return length * mostBytes <= maxBytes ? { rows, cut: false } : takeUpTo(rows, maxBytes);
}

/** True if a text has more UTF-8 bytes than `maxBytes`; counts them only if it may. */
export const isOver = (text: string, maxBytes: number): boolean =>
  text.length * mostBytes > maxBytes && Buffer.byteLength(text) > maxBytes;

/** The UTF-8 bytes of the `json` of rows. */
export function bytesOf(rows: Iterable<Counted>): number {
  let bytes = 0;
  for (const row of rows) bytes += bytesIn(row);
  return bytes;
}

const bytesIn = ({ json }: Counted): number =>
  typeof json === 'string' || json instanceof Uint8Array ? Buffer.byteLength(json) : 0;

/** Takes rows like `takeUpTo`, one at each step. */
export function* takingUpTo<Row extends Counted>(
  rows: Iterable<Row>,
  maxBytes: number,
): Generator<undefined, Bounded<Row>> {
  const taken: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += bytesIn(row);
    if (bytes > maxBytes && taken.length > 0) return { rows: taken, cut: true };
    taken.push(row);
    yield;
  }
  return { rows: taken, cut: false };
}

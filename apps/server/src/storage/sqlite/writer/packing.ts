import type { Statement } from '../../unit.ts';

/**
 * Max SQL texts that both threads know by number. They are prepared as long as the database is open, so others are sent
 * as text, and the writer thread keeps those that it used last.
 */
const maxNumbered = 250;

/** Max texts remembered as sent once. A text gets its number at the second time, since many are never sent again. */
const maxSeen = 1_000;

/**
 * A unit as one flat array, which threads copy several times faster than objects. Each statement takes its SQL (a
 * number or the text), the expected number of rows or -1, the number of its parameters, and the parameters.
 */
export type PackedUnit = readonly unknown[];

/**
 * Units for the writer thread, and the SQL texts that it knows by number from now on, in the order of their numbers.
 */
export interface PackedBatch {
  readonly units: readonly PackedUnit[];
  readonly texts: readonly string[];
}

/** Creates the function that packs units for one writer thread. It must get every batch, in order. */
export function createPacking(): (units: readonly (readonly Statement[])[]) => PackedBatch {
  const numbers = new Map<string, number>();
  const seen = new Set<string>();

  function numberOf(sql: string, texts: string[]): number | string {
    const known = numbers.get(sql);
    if (known !== undefined) return known;
    if (numbers.size >= maxNumbered) return sql;
    if (!seen.delete(sql)) {
      if (seen.size >= maxSeen) seen.clear();
      seen.add(sql);
      return sql;
    }
    const number = numbers.size;
    numbers.set(sql, number);
    texts.push(sql);
    return number;
  }

  function pack(unit: readonly Statement[], texts: string[]): PackedUnit {
    const packed: unknown[] = [];
    for (const { sql, parameters, rows } of unit) {
      packed.push(numberOf(sql, texts), rows ?? -1, parameters.length);
      for (const parameter of parameters) packed.push(parameter);
    }
    return packed;
  }

  return (units) => {
    const texts: string[] = [];
    return { units: units.map((unit) => pack(unit, texts)), texts };
  };
}

/** One statement of a packed unit. */
export interface PackedStatement {
  readonly sql: number | string;
  /** The expected number of rows, if any. */
  readonly rows: number | undefined;
  readonly parameters: readonly unknown[];
}

/** Yields the statements of a packed unit, in order. */
export function* unpack(unit: PackedUnit): Generator<PackedStatement> {
  let next = 0;
  while (next < unit.length) {
    const from = next + 3;
    const rows = unit[next + 1] as number;
    const until = from + (unit[next + 2] as number);
    yield {
      sql: unit[next] as number | string,
      rows: rows === -1 ? undefined : rows,
      parameters: unit.slice(from, until),
    };
    next = until;
  }
}

import type { Statement } from './unit.ts';

/** At which of its statements a unit failed, and why. */
interface FailedStatement {
  readonly index: number;
  readonly message: string;
}

/**
 * What the failed statement says to throw: `rows`, it did not touch the rows that it must; `conflict` and `missing`, it
 * broke a constraint. Where it says nothing, that is a mistake in the program.
 */
export function expectedError(
  unit: readonly Statement[],
  failed: 'rows' | 'conflict' | 'missing',
  failure: FailedStatement,
): Error {
  const { orElse, onConflict, onMissing } = unit[failure.index] ?? {};
  const said = { rows: orElse, conflict: onConflict, missing: onMissing }[failed];
  return said?.() ?? mistake(unit, failure);
}

/** The error of a statement that should not have failed: it names the SQL, and never the parameters, which may be secret. */
export function mistake(unit: readonly Statement[], { index, message }: FailedStatement): Error {
  return new Error(`Statement ${index + 1} of ${unit.length} failed: ${message}. SQL: ${unit[index]?.sql}`);
}

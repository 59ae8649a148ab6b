import type { Statement } from './unit.ts';

/** The 0-based index of the statement at which a unit failed, and the reason. */
interface FailedStatement {
  readonly index: number;
  readonly message: string;
}

/**
 * Returns the error that the failed statement asks for. `rows`: it touched an unexpected number of rows; `conflict` and
 * `missing`: it broke a constraint. If the statement names no error, the failure is a bug.
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

/** Returns the error for a failure that is a bug. It names the SQL, never the parameters, which may be secret. */
export function mistake(unit: readonly Statement[], { index, message }: FailedStatement): Error {
  return new Error(`Statement ${index + 1} of ${unit.length} failed: ${message}. SQL: ${unit[index]?.sql}`);
}

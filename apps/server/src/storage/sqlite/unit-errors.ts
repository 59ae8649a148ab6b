import type { Statement } from '../unit.ts';
import { unavailableError } from './failures.ts';
import type { UnitFailure } from './protocol.ts';

/**
 * The error with which a unit that was rolled back rejects: what its failing statement says to throw, `unavailable`
 * where the disk or a lock is to blame, and for everything else a plain error, because it is a mistake in the program.
 */
export function unitError(unit: readonly Statement[], failure: UnitFailure): Error {
  const statement = unit[failure.index];
  switch (failure.failed) {
    case 'rows':
      return statement?.orElse?.() ?? mistake(unit, failure);
    case 'conflict':
      return statement?.onConflict?.() ?? mistake(unit, failure);
    case 'missing':
      return statement?.onMissing?.() ?? mistake(unit, failure);
    case 'unavailable':
      return unavailableError(failure.code ?? 0, new Error(`SQLite: ${failure.message} (${failure.code})`));
    case 'damaged':
    case 'bug':
      return mistake(unit, failure);
  }
}

/** Names the statement and never its parameters: they may be secret. */
function mistake(unit: readonly Statement[], { index, message }: UnitFailure): Error {
  return new Error(`Statement ${index + 1} of ${unit.length} failed: ${message}. SQL: ${unit[index]?.sql}`);
}

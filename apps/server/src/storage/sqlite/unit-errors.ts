import type { Statement } from '../unit.ts';
import { expectedError, mistake } from '../unit-errors.ts';
import { unavailableError } from './failures.ts';
import type { UnitFailure } from './protocol.ts';

/**
 * The error with which a unit that was rolled back rejects: what its failing statement says to throw, `unavailable`
 * where the disk or a lock is to blame, and for everything else a plain error, because it is a mistake in the program.
 */
export function unitError(unit: readonly Statement[], failure: UnitFailure): Error {
  switch (failure.failed) {
    case 'rows':
    case 'conflict':
    case 'missing':
      return expectedError(unit, failure.failed, failure);
    case 'unavailable':
      return unavailableError(failure.code ?? 0, new Error(`SQLite: ${failure.message} (${failure.code})`));
    case 'damaged':
    case 'bug':
      return mistake(unit, failure);
  }
}

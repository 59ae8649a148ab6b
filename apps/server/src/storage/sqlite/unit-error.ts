import { expectedError, mistake } from '../expected-error.ts';
import type { Statement } from '../unit.ts';
import { unavailableError } from './failures.ts';
import type { UnitFailure } from './writer/protocol.ts';

/**
 * Returns the error of a unit that was rolled back: the one that its failing statement names, or `unavailable` for disk
 * and lock errors. Everything else is a bug and becomes a plain error.
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

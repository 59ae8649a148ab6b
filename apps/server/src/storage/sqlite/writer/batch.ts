import type { Connection } from '../driver.ts';
import { failureKind, messageOf } from '../failures.ts';
import { resultCode } from '../result-codes.ts';
import type { NumberedStatements } from '../statements.ts';
import { type PackedStatement, type PackedUnit, unpack } from './packing.ts';
import { isFailure, type OutcomeReply, type UnitFailure, type UnitReply } from './protocol.ts';

/** A unit must not end the transaction that it runs in. */
const transactionControl = /^\s*(?:begin|commit|end|rollback|savepoint|release)\b/i;

/** Batches that run with savepoints after a failed unit. One in so many runs twice, whatever a caller sends. */
export const waryBatches = 64;

/** The results of the units of a batch, in order. */
export interface BatchResult {
  readonly replies: readonly UnitReply[];
  /** Committed transactions: one, unless no unit succeeded or the units had to run separately. */
  readonly commits: number;
}

/** Runs units of work, each of them all or none. */
export interface BatchRunner {
  /**
   * Runs the units in order as one transaction and returns once the successful ones are durable. Throws if an fsync
   * failed or the transaction can't be ended; the connection must not be used again.
   */
  run(units: readonly PackedUnit[]): BatchResult;
}

/**
 * Creates the batch runner of the writing connection. Calls `onSchemaChange` after each statement that touches no rows,
 * whether or not its unit succeeds.
 */
export function createBatchRunner(
  connection: Connection,
  statements: NumberedStatements,
  onSchemaChange: () => void,
): BatchRunner {
  const begin = command(connection, 'begin immediate');
  const commit = command(connection, 'commit');
  const rollback = command(connection, 'rollback');
  const savepoint = command(connection, 'savepoint unit');
  const rollbackToSavepoint = command(connection, 'rollback to unit');
  const release = command(connection, 'release unit');
  const runUnit = createUnitRunner(statements, onSchemaChange);

  /** Rolls back only the failed unit, unless SQLite has rolled back the whole transaction itself. */
  function runInSavepoint(unit: PackedUnit): UnitReply {
    savepoint();
    const reply = runUnit(unit);
    if (!connection.inTransaction) return reply;
    if (isFailure(reply)) rollbackToSavepoint();
    release();
    return reply;
  }

  /** Batches that still run with savepoints, because a unit has failed lately. */
  let wary = 0;

  /**
   * Runs the units without savepoints, which cost a third of an insert. Returns undefined if one failed: then nothing
   * is stored, and the batch and those after it run with savepoints.
   */
  function runTrusting(units: readonly PackedUnit[]): BatchResult | undefined {
    begin();
    const replies: UnitReply[] = [];
    for (const unit of units) {
      const reply = runUnit(unit);
      if (isFailure(reply)) {
        wary = waryBatches;
        if (connection.inTransaction) rollback();
        return undefined;
      }
      replies.push(reply);
    }
    commit();
    return { replies, commits: 1 };
  }

  function runTogether(units: readonly PackedUnit[]): BatchResult {
    if (units.length > 1 && wary === 0) {
      const result = runTrusting(units);
      if (result !== undefined) return result;
    }
    wary = Math.max(0, wary - 1);
    begin();
    const runOne = units.length === 1 ? runUnit : runInSavepoint;
    const replies: UnitReply[] = [];
    for (const unit of units) {
      const reply = runOne(unit);
      replies.push(reply);
      if (!connection.inTransaction) return { replies: lost(units, replies.length - 1, reply), commits: 0 };
    }
    if (replies.every(isFailure)) {
      rollback();
      return { replies, commits: 0 };
    }
    commit();
    return { replies, commits: 1 };
  }

  function run(units: readonly PackedUnit[]): BatchResult {
    try {
      return runTogether(units);
    } catch (error) {
      if (connection.inTransaction) rollback();
      const failure = failureAt(0, error);
      // A broken deferred foreign key doesn't tell at COMMIT which unit broke it, so run each unit separately.
      if (failure.failed === 'missing' && units.length > 1) return runSeparately(units);
      return { replies: units.map(() => failure), commits: 0 };
    }
  }

  function runSeparately(units: readonly PackedUnit[]): BatchResult {
    const results = units.map((unit) => run([unit]));
    return {
      replies: results.flatMap((result) => result.replies),
      commits: results.reduce((sum, result) => sum + result.commits, 0),
    };
  }

  return { run };
}

/** Creates the function that runs one unit inside an open transaction, up to its first failure. */
function createUnitRunner(statements: NumberedStatements, onSchemaChange: () => void): (unit: PackedUnit) => UnitReply {
  function runStatement({ sql, parameters }: PackedStatement): OutcomeReply {
    const prepared = statements.get(sql);
    if (prepared.returnsRows) return prepared.all(parameters);
    if (!prepared.touchesRows) {
      if (transactionControl.test(statements.textOf(sql))) {
        throw new Error('a unit of work must not begin or end a transaction');
      }
      statements.clear();
      onSchemaChange();
    }
    return prepared.run(parameters);
  }

  return (unit) => {
    const outcomes: OutcomeReply[] = [];
    for (const statement of unpack(unit)) {
      try {
        const outcome = runStatement(statement);
        const touched = typeof outcome === 'number' ? outcome : outcome.length;
        if (statement.rows !== undefined && statement.rows !== touched) {
          const message = `it touched ${touched} rows instead of ${statement.rows}`;
          return { failed: 'rows', index: outcomes.length, message, code: undefined };
        }
        outcomes.push(outcome);
      } catch (error) {
        return failureAt(outcomes.length, error);
      }
    }
    return outcomes;
  };
}

function command(connection: Connection, sql: string): () => void {
  const prepared = connection.prepare(sql);
  return () => {
    prepared.run([]);
  };
}

/** Returns the failure of a statement, or rethrows its error if it is fatal. */
function failureAt(index: number, error: unknown): UnitFailure {
  const failed = failureKind(error);
  if (failed === 'fatal') throw error;
  return { failed, index, message: messageOf(error), code: resultCode(error) };
}

/**
 * SQLite rolled back the whole transaction itself (disk full, I/O error), so no unit is stored. A unit that failed
 * earlier may have conflicted with a row that is now gone. So only the last unit gets its own error; all others get
 * `unavailable`.
 */
function lost(units: readonly PackedUnit[], failedIndex: number, reply: UnitReply): readonly UnitReply[] {
  const { message, code } = isFailure(reply) ? reply : { message: 'the transaction ended early', code: undefined };
  const failure: UnitFailure = { failed: 'unavailable', index: 0, message, code };
  return units.map((_, index) => (index === failedIndex && isFailure(reply) ? reply : failure));
}

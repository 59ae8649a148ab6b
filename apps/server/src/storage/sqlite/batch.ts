import type { Connection } from './driver.ts';
import { failureKind, messageOf } from './failures.ts';
import {
  isFailure,
  type OutcomeReply,
  type StatementRequest,
  type UnitFailure,
  type UnitReply,
  type UnitRequest,
} from './protocol.ts';
import { resultCode } from './result-codes.ts';
import type { Statements } from './statements.ts';

/** A unit runs inside a transaction that is not its own, so it must not end it. */
const transactionControl = /^\s*(?:begin|commit|end|rollback|savepoint|release)\b/i;

/** What became of the units of a batch, in order. */
export interface BatchResult {
  readonly replies: readonly UnitReply[];
  /** Transactions that were committed: one, unless no unit succeeded or they had to be told apart. */
  readonly commits: number;
}

/** Runs units of work, each of them all or none. */
export interface BatchRunner {
  /**
   * Runs the units in order as one transaction and returns when what succeeded is durable.
   * Throws where an fsync failed or the transaction can't be ended: the connection must not be used again.
   */
  run(units: readonly UnitRequest[]): BatchResult;
}

/**
 * Makes the runner of a writing connection. `onSchemaChange` is called when a statement that touches no rows has run,
 * whether its unit succeeds or not.
 */
export function createBatchRunner(
  connection: Connection,
  statements: Statements,
  onSchemaChange: () => void,
): BatchRunner {
  const begin = command(connection, 'begin immediate');
  const commit = command(connection, 'commit');
  const rollback = command(connection, 'rollback');
  const savepoint = command(connection, 'savepoint unit');
  const rollbackToSavepoint = command(connection, 'rollback to unit');
  const release = command(connection, 'release unit');
  const runUnit = createUnitRunner(statements, onSchemaChange);

  /** Undoes a failed unit alone, unless SQLite has undone the whole transaction by itself. */
  function runInSavepoint(unit: UnitRequest): UnitReply {
    savepoint();
    const reply = runUnit(unit);
    if (!connection.inTransaction) return reply;
    if (isFailure(reply)) rollbackToSavepoint();
    release();
    return reply;
  }

  function runTogether(units: readonly UnitRequest[]): BatchResult {
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

  function run(units: readonly UnitRequest[]): BatchResult {
    try {
      return runTogether(units);
    } catch (error) {
      if (connection.inTransaction) rollback();
      const failure = failureAt(0, error);
      // A foreign key that was deferred to the COMMIT does not say whose it is: each unit finds out by itself.
      if (failure.failed === 'missing' && units.length > 1) return runEachAlone(units);
      return { replies: units.map(() => failure), commits: 0 };
    }
  }

  function runEachAlone(units: readonly UnitRequest[]): BatchResult {
    const results = units.map((unit) => run([unit]));
    return {
      replies: results.flatMap((result) => result.replies),
      commits: results.reduce((sum, result) => sum + result.commits, 0),
    };
  }

  return { run };
}

/** Makes the function that runs one unit inside an open transaction, up to its first failure. */
function createUnitRunner(statements: Statements, onSchemaChange: () => void): (unit: UnitRequest) => UnitReply {
  function runStatement({ sql, parameters }: StatementRequest): OutcomeReply {
    const prepared = statements.get(sql);
    if (prepared.returnsRows) {
      const rows = prepared.all(parameters);
      return { rows, changed: rows.length };
    }
    if (!prepared.touchesRows) {
      if (transactionControl.test(sql)) throw new Error('a unit of work must not begin or end a transaction');
      statements.clear();
      onSchemaChange();
    }
    return { rows: [], changed: prepared.run(parameters) };
  }

  return (unit) => {
    const outcomes: OutcomeReply[] = [];
    for (const [index, statement] of unit.entries()) {
      try {
        const outcome = runStatement(statement);
        if (statement.rows !== undefined && statement.rows !== outcome.changed) {
          const message = `it touched ${outcome.changed} rows instead of ${statement.rows}`;
          return { failed: 'rows', index, message, code: undefined };
        }
        outcomes.push(outcome);
      } catch (error) {
        return failureAt(index, error);
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

/** Describes the failure of a statement, or throws its error on where it ends everything. */
function failureAt(index: number, error: unknown): UnitFailure {
  const failed = failureKind(error);
  if (failed === 'fatal') throw error;
  return { failed, index, message: messageOf(error), code: resultCode(error) };
}

/**
 * SQLite rolled the whole transaction back by itself (a full disk, an I/O error): nobody's work is left. Even a unit
 * that had failed before may have failed over a neighbour's row that is gone now, so all but the culprit try again.
 */
function lost(units: readonly UnitRequest[], culprit: number, reply: UnitReply): readonly UnitReply[] {
  const { message, code } = isFailure(reply) ? reply : { message: 'the transaction ended early', code: undefined };
  const failure: UnitFailure = { failed: 'unavailable', index: 0, message, code };
  return units.map((_, index) => (index === culprit && isFailure(reply) ? reply : failure));
}

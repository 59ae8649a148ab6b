import type { StorageCounters } from '../../database.ts';
import type { Row } from '../driver.ts';
import type { FailureKind } from '../failures.ts';
import type { Synchronous } from '../pragmas.ts';
import type { PackedBatch } from './packing.ts';

/** The settings of the writer thread. */
export interface WorkerSettings {
  readonly file: string;
  readonly synchronous: Synchronous;
}

/** A message to the writer thread: units that share one transaction, or the request to restart the log or to close. */
export type WriterRequest = ({ readonly type: 'batch' } & PackedBatch) | { readonly type: 'restart-log' | 'close' };

/**
 * Why a unit was rolled back, and the index of the failed statement. `rows`: it touched an unexpected number of rows.
 */
export interface UnitFailure {
  readonly failed: Exclude<FailureKind, 'fatal'> | 'rows';
  readonly index: number;
  readonly message: string;
  /** SQLite's extended result code, if SQLite reported the failure. */
  readonly code: number | undefined;
}

/** The outcome of a statement: the rows that it returned, or the number of rows that it changed. */
export type OutcomeReply = Row[] | number;

/** A unit's outcomes, statement by statement, or its failure. */
export type UnitReply = readonly OutcomeReply[] | UnitFailure;

/** Counts of the writer thread since it started. */
export interface WriterCounters extends Omit<StorageCounters, 'scans'> {
  /** Checkpoints that were run. */
  readonly checkpoints: number;
}

/** The results of a batch, sent only once the acknowledged units are durable. */
export interface WriterAnswer {
  readonly type: 'answer';
  readonly replies: readonly UnitReply[];
  readonly schemaChanged: boolean;
  readonly counters: WriterCounters;
}

/** A message from the writer thread. The first one is `ready` or `refused`. */
export type WriterReply =
  | WriterAnswer
  | { readonly type: 'ready' }
  | { readonly type: 'refused'; readonly message: string }
  /** Start no reads until this message arrives with `hold: false`; `blocked` if the log couldn't be restarted. */
  | { readonly type: 'hold-reads'; readonly hold: boolean; readonly blocked?: boolean }
  /** A problem that loses no data, such as a failed checkpoint. */
  | { readonly type: 'notice'; readonly message: string }
  /** The disk may not have stored acknowledged data: no more writes are allowed. */
  | { readonly type: 'fatal'; readonly message: string };

/** True if a unit was rolled back. */
export function isFailure(reply: UnitReply): reply is UnitFailure {
  return 'failed' in reply;
}

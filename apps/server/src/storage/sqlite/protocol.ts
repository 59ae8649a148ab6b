import type { StorageCounters } from '../database.ts';
import type { Row } from './driver.ts';
import type { FailureKind } from './failures.ts';
import type { Synchronous } from './pragmas.ts';

/** What the writer thread is started with. */
export interface WorkerSettings {
  readonly file: string;
  readonly synchronous: Synchronous;
}

/** One statement of a unit as it travels: what to run, and the number of rows that it must touch, if that is fixed. */
export interface StatementRequest {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly rows: number | undefined;
}

/** A unit of work as it travels. */
export type UnitRequest = readonly StatementRequest[];

/** To the writer thread: units that share one transaction, or the wish to end. */
export type WriterRequest =
  | { readonly type: 'batch'; readonly units: readonly UnitRequest[] }
  | { readonly type: 'close' };

/** Why a unit was rolled back, and at which of its statements. `rows`: one did not touch the rows that it must. */
export interface UnitFailure {
  readonly failed: Exclude<FailureKind, 'fatal'> | 'rows';
  readonly index: number;
  readonly message: string;
  /** SQLite's extended result code, where the failure is SQLite's. */
  readonly code: number | undefined;
}

/** What a statement did, as `Outcome` in `unit.ts`. */
export interface OutcomeReply {
  readonly rows: Row[];
  readonly changed: number;
}

/** A unit's outcomes, statement by statement, or its failure. */
export type UnitReply = readonly OutcomeReply[] | UnitFailure;

/** What the writer thread has done since it started. */
export interface WriterCounters extends StorageCounters {
  /** Times that the write-ahead log was moved into the database file. */
  readonly checkpoints: number;
}

/** What became of a batch. It is sent only when the units that it acknowledges are durable. */
export interface WriterAnswer {
  readonly type: 'answer';
  readonly replies: readonly UnitReply[];
  readonly schemaChanged: boolean;
  readonly counters: WriterCounters;
}

/** From the writer thread. `ready` or `refused` comes first. */
export type WriterReply =
  | WriterAnswer
  | { readonly type: 'ready' }
  | { readonly type: 'refused'; readonly message: string }
  /** No reading is to begin, until this comes once more with false. */
  | { readonly type: 'hold-reads'; readonly hold: boolean }
  /** Something went wrong that loses nothing: a checkpoint that could not be finished. */
  | { readonly type: 'notice'; readonly message: string }
  /** The disk failed to store what it took: nothing may be written again. */
  | { readonly type: 'fatal'; readonly message: string };

/** Whether a unit was rolled back. */
export function isFailure(reply: UnitReply): reply is UnitFailure {
  return 'failed' in reply;
}

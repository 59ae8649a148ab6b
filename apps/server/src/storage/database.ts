import type { Kysely } from 'kysely';
import type { Bounded } from './bounded.ts';
import type { Asker, ScanCounters, ScanOf } from './scans/scan-queue.ts';
import type { Tables } from './tables.ts';
import type { Outcomes, Query, UnitOfWork } from './unit.ts';

/** The supported database engines. */
export type Engine = 'sqlite' | 'postgres';

/** Counts of this process's writes. */
export interface StorageCounters {
  /**
   * Committed transactions, each with one fsync. On the embedded database one transaction serves many units (group
   * commit).
   */
  readonly commits: number;
  /** Units of work acknowledged as durable. */
  readonly units: number;
  /** Units of work rolled back. */
  readonly failedUnits: number;
  readonly scans: ScanCounters;
}

/**
 * The only interface between the service and its database: read a query, write a unit of work. Kysely builds the SQL
 * for both engines and is used for nothing else.
 */
export interface Database {
  readonly engine: Engine;
  /** Builds queries but never runs them. Pass one to `read`, or inside a unit to `write`. */
  readonly query: Kysely<Tables>;
  /**
   * Runs one short query outside any unit and returns its rows. Sees every write that was acknowledged before the call.
   */
  read<Row>(query: Query<Row>): Promise<Row[]>;
  /**
   * Like `read`, but ends before the row whose `json` would exceed `maxBytes` together with those before it. The first
   * row is always returned. At most one of the rows that follow is built and transferred. Accounts take turns.
   */
  readUpTo<Row>(query: Query<Row>, maxBytes: number, of: Asker): Promise<Bounded<Row>>;
  /**
   * Like `read`, or `readUpTo` if `maxBytes` is set, for a query that may take long. It runs beside all other reads,
   * and accounts take turns. Throws `AppError('query_timeout')` if it takes too long. `withScans` makes store functions
   * use it.
   */
  scan<Row>(query: Query<Row>, of: ScanOf, maxBytes?: number): Promise<Bounded<Row>>;
  /**
   * Runs the statements as one unit of work, in order: all or none. Resolves only when the unit is durable on disk.
   * Throws the error that the failing statement names (`orElse`, `onConflict`, `onMissing`). Throws
   * `AppError('unavailable')` if the disk is full or the database can't be reached. A rejected unit was rolled back,
   * unless the connection or the disk failed during COMMIT: then its outcome is unknown.
   */
  write<const Unit extends UnitOfWork>(unit: Unit): Promise<Outcomes<Unit>>;
  /**
   * Calls `heard` for every message that any process sends on the channel. Also calls it after each interruption, which
   * may have lost messages. Only defined if several processes can share the database.
   */
  listen?(channel: string, heard: () => void): { close(): Promise<void> };
  /** Counts since the process started. */
  counters(): StorageCounters;
  /** Completes the accepted reads and writes, then closes every connection. */
  close(): Promise<void>;
}

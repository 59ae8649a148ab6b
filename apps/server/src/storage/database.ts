import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';
import type { Outcomes, Query, UnitOfWork } from './unit.ts';

/** The engines that the service runs on. */
export type Engine = 'sqlite' | 'postgres';

/** What a process has written. */
export interface StorageCounters {
  /** Transactions committed, each with one wait for the disk; on the embedded database one serves many units. */
  readonly commits: number;
  /** Units of work acknowledged. */
  readonly units: number;
  /** Units of work rolled back. */
  readonly failedUnits: number;
}

/**
 * The one seam between the service and its database: read a query, write a unit of work.
 * Kysely makes the SQL for every engine; nothing else of it is used.
 */
export interface Database {
  readonly engine: Engine;
  /** Builds queries and never runs them: compile one and hand it to `read`, or to `write` inside a unit. */
  readonly query: Kysely<Tables>;
  /** Runs one query outside any unit and gives its rows. Sees every write that was acknowledged before the call. */
  read<Row>(query: Query<Row>): Promise<Row[]>;
  /**
   * Runs the statements as one unit of work, in order: all or none. Resolves only when the unit is durable on disk.
   * Throws what the failing statement says (`orElse`, `onConflict`, `onMissing`), or `unavailable` (an AppError)
   * if the disk is full or the database can't be reached; after a throw nothing of the unit is left.
   */
  write<const Unit extends UnitOfWork>(unit: Unit): Promise<Outcomes<Unit>>;
  /**
   * Calls back for every message that any process sends on the channel, and after each interruption, in which one may
   * have been missed. Only where several processes share the database.
   */
  listen?(channel: string, heard: () => void): { close(): Promise<void> };
  /** What has been written since the start. */
  counters(): StorageCounters;
  /** Finishes what was accepted, then closes every connection. */
  close(): Promise<void>;
}

import type { Plan } from '../../../apps/server/src/plans.ts';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import type { NewRow, Tables } from '../../../apps/server/src/storage/tables.ts';
import type { FakeProvider } from '../../../apps/server/testing/servers/fake-provider.ts';
import type { Tally } from '../judging/tally.ts';
import type { Client, From } from '../tenants/client.ts';

/** The size of the attacks: `small` fits into seconds on a busy machine, `full` has the sizes of real attacks. */
export type Size = 'small' | 'full';

/** Access to the database for a neighbour, before the server starts. */
export interface Ground {
  readonly db: Database;
  readonly account: string;
  readonly user: string;
  readonly workspace: string;
  readonly size: Size;
  /** Writes rows, in as many units of work as they need. */
  insert<Table extends keyof Tables>(table: Table, rows: Iterable<NewRow<Table>>): Promise<void>;
}

/** Facts about the prepared rows, such as the ID of an agent. */
export type Facts = Readonly<Record<string, string>>;

/** The surroundings of an attack. */
export interface Site {
  /** The server, the neighbour's own address, and its API key. */
  readonly from: From;
  /** The same with the session of its owner, whose requests have a limit of their own. */
  readonly session: From;
  readonly size: Size;
  readonly facts: Facts;
  /** Sends as the neighbour does, by its key. */
  readonly client: Client;
  /** The model provider that the neighbours play. */
  readonly provider: FakeProvider;
  /** The URL of a server that keeps its clients waiting. */
  readonly tarpit: string;
  readonly tally: Tally;
  /** Ends the attack. */
  readonly signal: AbortSignal;
  /** The email of the tenant's owner. */
  readonly victim: string;
}

/** A hostile neighbour: one kind of use that must not starve the others. */
export interface Neighbour {
  readonly name: string;
  /** Description of the attack, for a person. */
  readonly what: string;
  readonly plan: Plan;
  /** The least number of each of its counts in a run: below it, it was not hostile. */
  readonly least: Readonly<Record<Size, Readonly<Record<string, number>>>>;
  /** The statuses beside 2xx that it may get; the usual refusals unless set. */
  readonly refusals?: readonly number[];
  /** Answers that it must have got in full size, such as `409 quota_exceeded`. */
  readonly meets?: readonly string[];
  /** True if it deletes the rows that were prepared for it, so that its workspace is empty in the end. */
  readonly empties?: boolean;
  prepare?(ground: Ground): Promise<Facts>;
  /** Attacks until the signal; resolves when it has closed what it opened. */
  attack(site: Site): Promise<void>;
  /** Deletes what the attack has stored. */
  tidy?(site: Site): Promise<void>;
}

/** The statuses with which the service may refuse excessive use. */
export const usualRefusals = [408, 413, 429, 503] as const;

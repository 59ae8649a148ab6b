import { type Deletable, portionOf } from './portion.ts';
import type { ScanOf } from './scans/scan-queue.ts';
import type { Statement } from './unit.ts';

/** The kinds of things that a workspace has, as a deletion counts them. */
export interface Counts {
  readonly agents: number;
  readonly conversations: number;
  readonly messages: number;
  readonly channels: number;
  readonly knowledgeSources: number;
  readonly apiKeys: number;
  readonly members: number;
  readonly invitations: number;
  readonly files: number;
  /** The bytes of the files. */
  readonly bytes: number;
}

/** A portion of rows to delete. */
export interface Portion {
  readonly statements: readonly Statement[];
  /** The ID at which the next step begins, in a table that is walked because no index finds the rows. */
  readonly from?: string | undefined;
}

/**
 * The data of a workspace or of a person (the owner) in a feature, or in a part of the storage. Each deletes its own
 * rows, in portions, by a job: see decision 0036.
 */
export interface Belongings {
  /** Counts the objects that the owner would lose. */
  count?(owner: string, scan: ScanOf): Promise<Partial<Counts>>;
  /** Returns the next portion to delete; undefined if nothing is left. `from` is that of the last portion. */
  next(owner: string, from?: string): Promise<Portion | undefined>;
}

/** Max rows that one step of a walk looks at. */
export const scanBatchSize = 1_000;

/** A row of a table that is walked, and whether it belongs to the owner. */
interface ScannedRow extends Deletable {
  readonly isOwn: boolean;
}

/** The next step of a walk through a table in the order of its primary key. `read` reads rows after an ID. */
export async function scanTable(
  from: string | undefined,
  read: (after: string, limit: number) => Promise<readonly ScannedRow[]>,
  remove: (ids: readonly string[]) => Statement,
): Promise<Portion | undefined> {
  const rows = await read(from ?? '', scanBatchSize);
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const own = rows.filter(({ isOwn }) => isOwn);
  const ids = portionOf(own);
  return { statements: ids.length === 0 ? [] : [remove(ids)], from: ids.length < own.length ? ids.at(-1) : last.id };
}

import type { Actor } from '../../../access/actor.ts';
import type { Database } from '../../../storage/database.ts';
import type { AwaitedAnswer } from '../../../storage/scans/scan-queue.ts';
import { withScans } from '../../../storage/scans/with-scans.ts';
import type { KeptFilters } from './list-schema.ts';
import { list } from './list-store.ts';
import { select } from './selection.ts';

/** The conversations to count: of one workspace, by filters that were kept, and at most this many. */
interface Counted {
  readonly workspaceId: string;
  readonly filters: KeptFilters;
  readonly most: number;
}

/**
 * Creates the function that counts conversations for an actor and stops at `most`. It reads what a page of that size
 * reads, as a scan, so it may throw `query_timeout`.
 */
export const countUpTo =
  (db: Database) =>
  async (actor: Actor, { workspaceId, filters, most }: Counted, awaited?: AwaitedAnswer): Promise<number> => {
    const { sort: _, ...query } = filters;
    const selection = select(db, actor, { ...query, workspaceId });
    const scan = { ...selection.asker, awaited, narrow: 'Leave out includeCounts.' };
    const wanted = { sort: '-createdAt', limit: most - 1, after: undefined, isScan: true, fields: ['_id'] } as const;
    const rows = await list.rows(withScans(db, scan), { ...selection, asker: scan }, wanted);
    return rows.filter(({ json }) => json !== null).length;
  };

import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import { prepared } from '../../sql/prepared.ts';

const twinOf = prepared((db, { id }: { id: string }) =>
  db.query
    .selectFrom('jobs as own')
    .innerJoin('jobs as twin', (on) =>
      on
        .onRef('twin.kind', '=', 'own.kind')
        .onRef('twin.workspace_id', '=', 'own.workspace_id')
        .onRef('twin.dedupe_key', '=', 'own.dedupe_key')
        .onRef('twin.id', '<>', 'own.id'),
    )
    .select('twin.id')
    .where('own.id', '=', id)
    .where('twin.state', '=', sql.lit('running'))
    .limit(1),
);

/**
 * True if another job with the key of this one runs: the key only keeps a second one from being queued. For an attempt
 * that begins, because the later one of two always sees the earlier one.
 */
export const hasRunningTwin = async (db: Database, id: string): Promise<boolean> =>
  (await db.read(twinOf(db, { id }))).length > 0;

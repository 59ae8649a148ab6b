import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { isoTime, jsonObject, jsonText } from '../../../storage/sql/json.ts';
import { pageOfQuery } from '../../../storage/sql/keyset.ts';
import { countOfQuery } from '../../../storage/sql/list.ts';
import { monotonicTime } from '../../../storage/sql/monotonic-time.ts';
import type { Page, Row } from '../../../storage/sql/page.ts';
import { one, type Query, type Statement } from '../../../storage/unit.ts';

/** The syncs of a source, newest first, as pages and as a number. */
export function listed(db: Database, workspace: string, source: string) {
  const rows = db.query
    .selectFrom('knowledge_syncs')
    .where('source_id', '=', source)
    .where('workspace_id', '=', workspace);
  return {
    rows: (page: Pick<Page, 'limit' | 'after'>): Query<Row> =>
      pageOfQuery(rows, { key: 'created_at', id: 'id', direction: 'desc' }, page).select((of) => [
        jsonObject(db, {
          _id: of.ref('id'),
          source: of.ref('source_id'),
          version: of.ref('version'),
          cause: of.ref('cause'),
          outcome: of.ref('outcome'),
          facts: jsonText(db, of.ref('facts')),
          error: jsonText(db, of.ref('error')),
          replay: jsonText(db, of.ref('replay')),
          createdAt: isoTime(db, of.ref('created_at')),
          endedAt: isoTime(db, of.ref('ended_at')),
        }).as('json'),
        sql<number>`created_at`.as('key'),
        'id',
      ]),
    count: () => countOfQuery(db, rows),
  };
}

/** A version of a source that waits for a review. */
interface Waiting {
  readonly source: string;
  readonly version: number;
}

/** Finds what a version that waits was made of; undefined if it no longer waits. */
export async function findWaiting(db: Database, workspace: string, { source, version }: Waiting) {
  const [row] = await db.read(
    db.query
      .selectFrom('knowledge_sources')
      .select(['requests', 'status', 'warnings', 'settings', 'review'])
      .where('id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('next_version', '=', version)
      .where('review', 'is not', null),
  );
  if (row === undefined) return undefined;
  const requests = Number(row.requests);
  // A sync that was asked for and has not begun leaves the source queued.
  return { requests: row.status === 'queued' ? requests - 1 : requests, warnings: row.warnings, builtOf: row.settings };
}

/** Ends the wait of a version: its sync is approved or rejected. Throws `orElse` if it no longer waits. */
export const settle = (
  db: Database,
  workspace: string,
  { source, version, approve, now }: Waiting & { readonly approve: boolean; readonly now: number },
  orElse: () => Error,
): Statement[] => [
  one(
    db.query
      .updateTable('knowledge_sources')
      .set((of) => ({ review: null, updated_at: monotonicTime(of.ref('updated_at'), now) }))
      .where('id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('next_version', '=', version)
      .where('review', 'is not', null),
    orElse,
  ),
  one(
    db.query
      .updateTable('knowledge_syncs')
      .set({ outcome: approve ? 'approved' : 'rejected', ended_at: now })
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('version', '=', version)
      .where('outcome', '=', 'review'),
    orElse,
  ),
];

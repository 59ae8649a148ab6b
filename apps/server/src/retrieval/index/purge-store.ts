import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import { type Statement, statement } from '../../storage/unit.ts';

/** The segments to delete besides those that were dropped. */
export interface PurgedSegments {
  readonly source: string;
  /** Deletes the segments staged since this version, for a sync that is discarded; 0 for all. */
  readonly since?: number | undefined;
  /** Of those, the ones from this number on; all by default. */
  readonly from?: number | undefined;
}

/** Max rows of the index that one unit of work deletes. */
const portion = 256;

/**
 * Returns the statements that delete the next portion of segments that were dropped or are `since` a version. They are
 * dropped first, so no search begins with them. Returns none if nothing is left.
 */
export async function purgeSegments(
  db: Database,
  workspace: string,
  { source, since, from: first = 0 }: PurgedSegments,
): Promise<readonly Statement[]> {
  if (since !== undefined) {
    const staged = await db.read(stagedSince(db, { workspace, source, since, first }));
    if (staged.length > 0) return [statement(dropSince(db, { workspace, source, since, first }))];
  }
  const [next] = await db.read(dropped(db, { workspace, source }));
  if (next === undefined) return [];
  const segment = Number(next.segment);
  const from = Math.max(0, Number(next.slots) - portion);
  const rows = deleteRows(db, { workspace, source, segment, from, until: Number(next.slots) });
  const of = { workspace, source, segment };
  const rest = from === 0 ? statement(deleteSegment(db, of)) : statement(keepSlots(db, { ...of, from }));
  return [statement(rows), rest];
}

interface OfSource {
  readonly workspace: string;
  readonly source: string;
}

interface Staged extends OfSource {
  readonly since: number;
  readonly first: number;
}

const stagedSince = prepared((db, { workspace, source, since, first }: Staged) =>
  db.query
    .selectFrom('knowledge_segments')
    .select('segment')
    .where('source_id', '=', source)
    .where('workspace_id', '=', workspace)
    .where('since', '>=', since)
    .where('segment', '>=', first)
    .where('state', '<>', 'dropped')
    .limit(1),
);

const dropSince = prepared((db, { workspace, source, since, first }: Staged) =>
  db.query
    .updateTable('knowledge_segments')
    .set({ state: 'dropped' })
    .where('source_id', '=', source)
    .where('workspace_id', '=', workspace)
    .where('since', '>=', since)
    .where('segment', '>=', first),
);

const dropped = prepared((db, { workspace, source }: OfSource) =>
  db.query
    .selectFrom('knowledge_segments')
    .select(['segment', 'slots'])
    .where('source_id', '=', source)
    .where('workspace_id', '=', workspace)
    .where('state', '=', 'dropped')
    .orderBy('segment')
    .limit(1),
);

interface Rows extends OfSource {
  readonly segment: number;
  readonly from: number;
  readonly until: number;
}

/** Deletes the rows of a segment by their full key: those of a slot are among those of all other segments. */
const deleteRows = prepared((db, { workspace, source, segment, from, until }: Rows) => {
  const slots =
    db.engine === 'sqlite'
      ? sql`with recursive slots (slot) as (
          select cast(${from} as integer) union all select slot + 1 from slots where slot + 1 < ${until}
        ) select slot from slots`
      : sql`select generate_series(cast(${from} as bigint), cast(${until} as bigint) - 1)`;
  const remove = sql`delete from knowledge_terms where source_id = ${source} and segment = ${segment}
    and workspace_id = ${workspace} and slot in (${slots})`;
  return { compile: () => remove.compile(db.query) };
});

const keepSlots = prepared((db, { workspace, source, segment, from }: Omit<Rows, 'until'>) =>
  db.query
    .updateTable('knowledge_segments')
    .set({ slots: from })
    .where('source_id', '=', source)
    .where('segment', '=', segment)
    .where('workspace_id', '=', workspace),
);

const deleteSegment = prepared((db, { workspace, source, segment }: Omit<Rows, 'from' | 'until'>) =>
  db.query
    .deleteFrom('knowledge_segments')
    .where('source_id', '=', source)
    .where('segment', '=', segment)
    .where('workspace_id', '=', workspace),
);

import { sql } from 'kysely';
import type { Database } from '../../../../storage/database.ts';
import { type Condition, type Statement, statement } from '../../../../storage/unit.ts';
import { intervalMs } from '../../draft-schema.ts';
import type { SourceType, SyncInterval } from '../../schema.ts';

/** Finds which documents of a source may be deleted; undefined if none, or if a sync sees to them. */
export async function findCleanable(db: Database, workspace: string, source: string) {
  const [row] = await db.read(
    db.query
      .selectFrom('knowledge_sources')
      .select(['version', 'next_version', 'status', 'review', 'crawl'])
      .where('id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('deleted_at', 'is', null),
  );
  if (row === undefined) return undefined;
  const version = Number(row.version);
  const isWanted = row.review !== null || row.crawl !== null || row.status === 'processing';
  return { version, upTo: isWanted ? version : Number(row.next_version) };
}

/** Finds sources whose scheduled sync is due. */
export async function findDue(db: Database, now: number, limit: number) {
  const rows = await db.read(
    db.query
      .selectFrom('knowledge_sources')
      .select(['id', 'workspace_id as workspace', 'type', 'sync_interval as interval'])
      .where('next_sync_at', 'is not', null)
      .where('next_sync_at', '<=', now)
      .where('deleted_at', 'is', null)
      .orderBy('next_sync_at')
      .orderBy('id')
      .limit(limit),
  );
  return rows.map(({ type, interval, ...row }) => ({
    ...{ ...row, type: type as SourceType, interval: interval as SyncInterval | null },
  }));
}

/**
 * Asks for a scheduled sync, and schedules the next one: up to a twentieth earlier, so that they don't all run at the
 * same time.
 */
export const scheduleNext = (
  db: Database,
  workspace: string,
  { source, interval, now, random }: { source: string; interval: SyncInterval | null; now: number; random: number },
): Statement =>
  statement(
    db.query
      .updateTable('knowledge_sources')
      .set({
        next_sync_at: interval === null ? null : now + Math.floor(intervalMs[interval] * (1 - random / 20)),
        requests: sql<number>`requests + 1`,
        status: sql<string>`case when status = 'processing' then status else 'queued' end`,
      })
      .where('id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('next_sync_at', '<=', now)
      .where('deleted_at', 'is', null),
  );

/** Problem of a source whose job is gone. */
export const stuckProblem = {
  code: 'internal_error',
  message: 'The sync ended without a result.',
  hint: 'Sync the source again. If that fails, too, tell the operator.',
};

/** A condition: the source says that a sync waits or runs, and no job does. The jobs' table says which ones there are. */
export const isStuck = (source: string): Condition =>
  sql`exists (select 1 from knowledge_sources where knowledge_sources.id = ${source} and ${stuck})`;

const stuck = sql<boolean>`status in ('queued', 'processing') and deleted_at is null and not exists (
  select 1 from jobs where jobs.kind in ('knowledge.sync', 'knowledge.crawl', 'knowledge.edit')
    and jobs.workspace_id = knowledge_sources.workspace_id and jobs.dedupe_key = knowledge_sources.id
    and jobs.state in ('ready', 'waiting', 'running'))`;

/** Finds sources that say that a sync waits or runs although no job does. */
export const findStuck = (db: Database, limit: number) =>
  db.read(
    db.query
      .selectFrom('knowledge_sources')
      .select(['id', 'workspace_id as workspace'])
      .where(stuck)
      .orderBy('id')
      .limit(limit),
  );

/** Marks such a source as failed. */
export const failStuck = (
  db: Database,
  workspace: string,
  { source, now }: { readonly source: string; readonly now: number },
): Statement[] => [
  statement(
    db.query
      .updateTable('knowledge_syncs')
      .set({ outcome: 'failed', ended_at: now, error: JSON.stringify(stuckProblem) })
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('outcome', '=', 'running')
      .where(isStuck(source)),
  ),
  statement(
    db.query
      .updateTable('knowledge_sources')
      .set({ status: 'failed', progress: null, crawl: null, error: JSON.stringify(stuckProblem) })
      .where('id', '=', source)
      .where('workspace_id', '=', workspace)
      .where(stuck),
  ),
];

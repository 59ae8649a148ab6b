import { sql } from 'kysely';
import type { Database } from '../../../../storage/database.ts';
import { monotonicTime } from '../../../../storage/sql/monotonic-time.ts';
import { one, type Statement, statement } from '../../../../storage/unit.ts';
import type { SyncOutcome } from '../schema.ts';
import { type OfVersion, readOf, statusAfter } from './swap-store.ts';

/** The end of a sync. */
interface Ending extends OfVersion {
  readonly now: number;
  readonly requests: number;
}

/** A problem in words. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** Stores how a sync ended. */
export const endSync = (
  db: Database,
  workspace: string,
  of: OfVersion & {
    readonly now: number;
    readonly outcome: SyncOutcome;
    readonly facts: object;
    readonly replay?: object | null;
    readonly error?: Problem;
  },
): Statement =>
  statement(
    db.query
      .updateTable('knowledge_syncs')
      .set({
        ...{ outcome: of.outcome, facts: JSON.stringify(of.facts) },
        ended_at: of.outcome === 'review' ? null : of.now,
        replay: of.replay === undefined || of.replay === null ? null : JSON.stringify(of.replay),
        error: of.error === undefined ? null : JSON.stringify({ code: of.error.code, message: of.error.message }),
      })
      .where('source_id', '=', of.source)
      .where('workspace_id', '=', workspace)
      .where('version', '=', of.version)
      .where('outcome', '=', 'running'),
  );

const making = (db: Database, workspace: string, { source, version }: OfVersion) =>
  db.query
    .updateTable('knowledge_sources')
    .where('id', '=', source)
    .where('workspace_id', '=', workspace)
    .where('next_version', '=', version)
    .where('deleted_at', 'is', null);

/** The outcome of the sync before this one. */
const outcomeBefore = ({ source, version }: OfVersion) =>
  sql`select outcome from knowledge_syncs where source_id = ${source} and version < ${version}
    order by version desc limit 1`;

/** Ends a sync that has found nothing new. Throws `orElse` if the source was deleted. */
export const endUnchanged = (
  db: Database,
  workspace: string,
  given: Ending & { readonly warnings: string; readonly builtOf: string; readonly isEdit: boolean },
  orElse: () => Error,
): Statement =>
  one(
    making(db, workspace, given).set((of) => ({
      ...{
        progress: null,
        crawl: null,
        error: null,
        ...readOf(given),
      },
      status: statusAfter('ready', given.requests),
      // A sync without news is a change only if a failure or a review is gone with it.
      updated_at: sql<number>`case when (${outcomeBefore(given)}) in ('failed', 'rejected')
        then ${monotonicTime(of.ref('updated_at'), given.now)} else updated_at end`,
    })),
    orElse,
  );

/** Lets a version wait for a review; the one before it serves. Throws `orElse` if the source was deleted. */
export const endInReview = (
  db: Database,
  workspace: string,
  given: Ending & { readonly warnings: string; readonly review: object },
  orElse: () => Error,
): Statement =>
  one(
    making(db, workspace, given).set((of) => ({
      ...{ progress: null, crawl: null, error: null, warnings: given.warnings, review: JSON.stringify(given.review) },
      status: statusAfter('ready', given.requests),
      updated_at: monotonicTime(of.ref('updated_at'), given.now),
    })),
    orElse,
  );

/**
 * Ends a sync that has failed; with `waits`, it is tried again, and with `isKept`, its crawl is continued then. No error
 * if the source was deleted.
 */
export const endFailed = (
  db: Database,
  workspace: string,
  given: Ending & { readonly error: Problem; readonly waits: boolean; readonly isKept: boolean },
): Statement =>
  statement(
    making(db, workspace, given).set((of) => ({
      ...(!given.isKept && { progress: null, crawl: null }),
      status: given.waits ? 'queued' : statusAfter('failed', given.requests),
      error: sql<string | null>`case when requests > ${given.requests} then null
        else cast(${JSON.stringify(given.error)} as text) end`,
      updated_at: monotonicTime(of.ref('updated_at'), given.now),
    })),
  );

/** Notes until when a crawl waits because its host asks for it. */
export const noteWait = (
  db: Database,
  workspace: string,
  { until, ...of }: OfVersion & { readonly until: number },
): Statement => {
  const waits = JSON.stringify(new Date(until).toISOString());
  const progress =
    db.engine === 'sqlite'
      ? sql<string>`json_set(progress, '$.waitsUntil', json(${waits}))`
      : sql<string>`cast(jsonb_set(cast(progress as jsonb), '{waitsUntil}', cast(${waits} as jsonb)) as text)`;
  return statement(making(db, workspace, of).set({ progress }));
};

/** Ends a sync without an outcome, because another one is queued. */
export const giveWay = (db: Database, workspace: string, source: string): Statement[] => [
  statement(
    db.query
      .deleteFrom('knowledge_syncs')
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('outcome', '=', 'running'),
  ),
  statement(
    db.query
      .updateTable('knowledge_sources')
      .set({ status: 'queued', progress: null, crawl: null })
      .where('id', '=', source)
      .where('workspace_id', '=', workspace),
  ),
];

/** Number of syncs kept for each source. */
const keptSyncs = 50;

/** Deletes the oldest syncs of a source, beyond those that are kept. */
export const trimSyncs = (db: Database, workspace: string, source: string): Statement => {
  const kept = db.query
    .selectFrom('knowledge_syncs')
    .select('id')
    .where('source_id', '=', source)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(keptSyncs);
  return statement(
    db.query
      .deleteFrom('knowledge_syncs')
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('id', 'not in', kept),
  );
};

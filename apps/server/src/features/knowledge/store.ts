import { type ExpressionBuilder, sql } from 'kysely';
import type { Reach } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import { liveWorkspace } from '../../storage/sql/alive.ts';
import { facetsOf } from '../../storage/sql/facets.ts';
import { isoTime, jsonField, jsonObject, jsonText, membersOf } from '../../storage/sql/json.ts';
import { holdRow } from '../../storage/sql/lock-rows.ts';
import { monotonicTime } from '../../storage/sql/monotonic-time.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import type { Tables } from '../../storage/tables.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';
import type { SourceType } from './schema.ts';
import type { Settings } from './settings-schema.ts';

/** A source as the database returns it: the JSON of the response, and the columns that services check. */
export interface StoredSource {
  readonly json: string;
  readonly workspace: string;
}

/** The columns of a source in a query. */
export type SourceColumns = ExpressionBuilder<Tables, 'knowledge_sources'>;

/**
 * The number of agents that use a source. It joins the agents' table, because an agent that is being deleted still has
 * its rows.
 */
const agentCount = sql<number>`(select count(*) from agent_sources as used join agents on agents.id = used.agent_id
  where used.source_id = knowledge_sources.id and agents.deleted_at is null)`;

/** The source as JSON; whole without `fields`. */
export function sourceJson(db: Database, of: SourceColumns, fields?: readonly string[]) {
  const settings = of.ref('knowledge_sources.settings');
  const whole = {
    _id: of.ref('knowledge_sources.id'),
    workspace: of.ref('knowledge_sources.workspace_id'),
    type: of.ref('knowledge_sources.type'),
    name: of.ref('knowledge_sources.name'),
    externalId: of.ref('knowledge_sources.external_id'),
    metadata: jsonText(db, of.ref('knowledge_sources.metadata')),
    status: of.ref('knowledge_sources.status'),
    progress: jsonText(db, of.ref('knowledge_sources.progress')),
    error: jsonText(db, of.ref('knowledge_sources.error')),
    warnings: jsonText(db, of.ref('knowledge_sources.warnings')),
    review: jsonText(db, of.ref('knowledge_sources.review')),
    version: of.ref('knowledge_sources.version'),
    documentCount: of.ref('knowledge_sources.document_count'),
    chunkCount: of.ref('knowledge_sources.chunk_count'),
    bytes: of.ref('knowledge_sources.bytes'),
    contentHash: of.ref('knowledge_sources.content_hash'),
    url: jsonField(db, settings, { name: 'url' }),
    include: jsonField(db, settings, { name: 'include', absent: '[]' }),
    exclude: jsonField(db, settings, { name: 'exclude', absent: '[]' }),
    maxPages: jsonField(db, settings, { name: 'maxPages' }),
    maxDepth: jsonField(db, settings, { name: 'maxDepth' }),
    file: jsonField(db, settings, { name: 'file' }),
    connection: jsonField(db, settings, { name: 'connection' }),
    syncInterval: of.ref('knowledge_sources.sync_interval'),
    nextSyncAt: isoTime(db, of.ref('knowledge_sources.next_sync_at')),
    lastSyncedAt: isoTime(db, of.ref('knowledge_sources.last_synced_at')),
    agentCount,
    embedding: jsonText(db, of.ref('knowledge_sources.embedding')),
    createdAt: isoTime(db, of.ref('knowledge_sources.created_at')),
    updatedAt: isoTime(db, of.ref('knowledge_sources.updated_at')),
  };
  return jsonObject(db, membersOf(whole, fields));
}

const stored = (db: Database) => (of: SourceColumns) =>
  [sourceJson(db, of).as('json'), 'knowledge_sources.workspace_id as workspace'] as const;

const findById = prepared((db, args: { id: string; reach: Reach }) =>
  db.query
    .selectFrom('knowledge_sources')
    .select(stored(db))
    .where('id', '=', args.id)
    .where('workspace_id', 'in', args.reach)
    .where('deleted_at', 'is', null),
);

/** Finds a source in the workspaces within reach. */
export async function find(db: Database, reach: Reach, id: string): Promise<StoredSource | undefined> {
  if (reach.length === 0) return undefined;
  const [source] = await db.read(findById(db, { id, reach }));
  return source;
}

/** Columns of a source that services check. Times in milliseconds since 1970. */
export interface SourceFacts {
  readonly id: string;
  readonly workspace: string;
  readonly type: SourceType;
  readonly name: string;
  readonly status: string;
  /** The version that serves; 0 if none does. */
  readonly version: number;
  readonly settings: Settings;
  /** The settings as they are stored, for a condition. */
  readonly settingsText: string;
  readonly syncInterval: string | null;
  readonly externalId: string | null;
  /** As JSON. */
  readonly metadata: string;
  /** Credentials of a connection, sealed; empty for none. */
  readonly credentials: string;
  /** The version that waits for a review. */
  readonly review: { readonly version: number } | undefined;
}

const factsById = prepared((db, args: { id: string; reach: Reach }) =>
  db.query
    .selectFrom('knowledge_sources')
    .select(['id', 'workspace_id', 'type', 'name', 'status', 'version', 'settings', 'sync_interval', 'review'])
    .select(['credentials', 'external_id', 'metadata'])
    .where('id', '=', args.id)
    .where('workspace_id', 'in', args.reach)
    .where('deleted_at', 'is', null),
);

/** Finds what services check of a source in the workspaces within reach. */
export async function findFacts(db: Database, reach: Reach, id: string): Promise<SourceFacts | undefined> {
  if (reach.length === 0) return undefined;
  const [row] = await db.read(factsById(db, { id, reach }));
  return (
    row && {
      ...{ id: row.id, workspace: row.workspace_id, type: row.type as SourceType, name: row.name },
      ...{ status: row.status, version: Number(row.version), syncInterval: row.sync_interval },
      ...{ settings: JSON.parse(row.settings), settingsText: row.settings },
      ...{ externalId: row.external_id, metadata: row.metadata },
      ...{ credentials: row.credentials, review: row.review === null ? undefined : JSON.parse(row.review) },
    }
  );
}

/** A source to insert; it waits for its first sync. Times in milliseconds since 1970. */
export interface NewSource {
  readonly id: string;
  readonly type: SourceType;
  readonly name: string;
  readonly settings: Settings;
  /** Sealed; empty for none. */
  readonly credentials?: string;
  readonly syncInterval: string | null;
  readonly nextSyncAt: number | null;
  readonly externalId: string | null;
  readonly metadata: Record<string, unknown>;
  readonly now: number;
}

/** Folds case for searching and sorting, identically on every engine. */
export const fold = (text: string) => text.toLowerCase();

/** Inserts a source. Throws `onMissing` if the workspace was deleted meanwhile, `onConflict` if its ID is taken. */
export const insert = (
  db: Database,
  workspace: string,
  source: NewSource,
  { onMissing, onConflict }: { readonly onMissing: () => Error; readonly onConflict: () => Error },
): Statement =>
  statement(
    db.query.insertInto('knowledge_sources').values({
      ...{ id: source.id, workspace_id: liveWorkspace(workspace), type: source.type, name: source.name },
      ...{ name_folded: fold(source.name), settings: JSON.stringify(source.settings), status: 'queued', requests: 1 },
      credentials: source.credentials ?? '',
      ...{ sync_interval: source.syncInterval, next_sync_at: source.nextSyncAt },
      ...{ external_id: source.externalId, metadata: JSON.stringify(source.metadata) },
      facets: facetsOf(source.metadata),
      ...{ created_at: source.now, updated_at: source.now },
    }),
    { onMissing, onConflict },
  );

/** Sets that a sync was asked for: a running one is followed by another. */
const asked = {
  requests: sql<number>`requests + 1`,
  status: sql<string>`case when status = 'processing' then status else 'queued' end`,
  error: sql<string | null>`case when status = 'processing' then error end`,
};

/** Asks for a sync of a source. */
export const request = (db: Database, workspace: string, id: string, orElse: () => Error): Statement =>
  one(
    db.query
      .updateTable('knowledge_sources')
      .set(asked)
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('deleted_at', 'is', null),
    orElse,
  );

/** A change of a source. */
export interface SourceUpdate {
  readonly id: string;
  readonly now: number;
  readonly name?: string | undefined;
  readonly externalId?: string | null | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
  readonly settings?: Settings | undefined;
  /** Sealed; empty for none. */
  readonly credentials?: string | undefined;
  /** The source that the change was made of: other settings, or other values of what it sets, are a stale read. */
  readonly before: SourceFacts;
  readonly schedule?: { readonly interval: string | null; readonly next: number | null } | undefined;
  /** True to request a sync. */
  readonly syncs: boolean;
}

/** Changes a source and returns it. Throws `stale` if it isn't as it was, `taken` for the external ID of another. */
export function update(
  db: Database,
  workspace: string,
  { id, now, name, externalId, metadata, settings, credentials, before, schedule, syncs }: SourceUpdate,
  { stale, taken }: { readonly stale: () => Error; readonly taken: () => Error },
): Statement<StoredSource> {
  const query = db.query
    .updateTable('knowledge_sources')
    .set((of) => ({
      ...(name !== undefined && { name, name_folded: fold(name) }),
      ...(externalId !== undefined && { external_id: externalId }),
      ...(metadata !== undefined && { metadata: JSON.stringify(metadata), facets: facetsOf(metadata) }),
      ...(settings !== undefined && { settings: JSON.stringify(settings) }),
      ...(credentials !== undefined && { credentials }),
      ...(schedule !== undefined && { sync_interval: schedule.interval, next_sync_at: schedule.next }),
      ...(syncs && asked),
      updated_at: monotonicTime(of.ref('updated_at'), now),
    }))
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null);
  const guarded = query
    .where('settings', '=', before.settingsText)
    .$if(name !== undefined, (of) => of.where('name', '=', before.name))
    .$if(externalId !== undefined, (of) => of.where('external_id', 'is not distinct from', before.externalId))
    .$if(metadata !== undefined, (of) => of.where('metadata', '=', before.metadata))
    .$if(credentials !== undefined, (of) => of.where('credentials', '=', before.credentials))
    .$if(schedule !== undefined, (of) => of.where('sync_interval', 'is not distinct from', before.syncInterval));
  return { ...one(guarded.returning(stored(db)), stale), onConflict: taken };
}

/** Locks a source until the unit ends, for one that looks at it before it changes it. */
export const hold = (db: Database, workspace: string, id: string): Statement[] =>
  holdRow(db, 'knowledge_sources', { id, workspace_id: workspace });

import { sql } from 'kysely';
import type { Portion } from '../../../storage/belongings.ts';
import type { Database } from '../../../storage/database.ts';
import { portion, portionOf } from '../../../storage/portion.ts';
import { countOfQuery } from '../../../storage/sql/list.ts';
import { octets } from '../../../storage/sql/octets.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';
import type { SourceDependents } from '../schema.ts';
import { blobsOf, type Settings } from '../settings-schema.ts';
import { nextItems } from './item-store.ts';

/** Counts what goes with a source. */
export async function count(db: Database, workspace: string, source: string): Promise<SourceDependents> {
  const of = (table: 'knowledge_documents' | 'knowledge_chunks' | 'knowledge_pairs') =>
    countOfQuery(db, db.query.selectFrom(table).where('source_id', '=', source).where('workspace_id', '=', workspace));
  const [row] = await db.read(
    db.query
      .selectFrom('agent_sources')
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      // An agent that is being deleted still has its rows.
      .where(
        sql<boolean>`exists (select 1 from agents where agents.id = agent_sources.agent_id and deleted_at is null)`,
      )
      .select(sql<number>`count(*)`.as('total')),
  );
  return {
    agents: Number(row?.total ?? 0),
    documents: await of('knowledge_documents'),
    chunks: await of('knowledge_chunks'),
    pairs: await of('knowledge_pairs'),
  };
}

/** Counts the sources of a workspace. */
export const countOfWorkspace = (db: Database, workspace: string): Promise<number> =>
  countOfQuery(
    db,
    db.query.selectFrom('knowledge_sources').where('workspace_id', '=', workspace).where('deleted_at', 'is', null),
  );

/** Hides a source from every read. */
export const hide = (
  db: Database,
  workspace: string,
  { id, now }: { readonly id: string; readonly now: number },
  orElse: () => Error,
): Statement =>
  one(
    db.query
      .updateTable('knowledge_sources')
      .set({ deleted_at: now, next_sync_at: null, external_id: null })
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('deleted_at', 'is', null),
    orElse,
  );

/** Reads hidden sources of all workspaces. */
export const findHidden = (db: Database, limit: number) =>
  db.read(
    db.query
      .selectFrom('knowledge_sources')
      .select(['id', 'workspace_id as workspace'])
      .where('deleted_at', 'is not', null)
      .limit(limit),
  );

/** Reads a source of a workspace, whether it is hidden or not. */
export async function some(db: Database, workspace: string): Promise<string | undefined> {
  const [row] = await db.read(
    db.query.selectFrom('knowledge_sources').select('id').where('workspace_id', '=', workspace).limit(1),
  );
  return row?.id;
}

/** The tables whose rows belong to a source, with the columns of their key and of their texts. */
const tables = [
  { table: 'knowledge_vectors', key: 'number', texts: ['vector'] },
  { table: 'knowledge_chunks', key: 'number', texts: ['text', 'headings'] },
  { table: 'knowledge_documents', key: 'id', texts: ['title', 'url', 'key'] },
  { table: 'knowledge_pairs', key: 'id', texts: ['question', 'answer'] },
  { table: 'knowledge_questions', key: 'message_id', texts: ['question', 'cited'] },
  { table: 'knowledge_syncs', key: 'id', texts: ['facts', 'replay'] },
  // A part of one version or another: both go.
  { table: 'knowledge_checkpoints', key: 'part', texts: ['content'] },
] as const;

/** The next portion of a table's rows of a source. */
async function portionIn(db: Database, source: string, of: (typeof tables)[number]): Promise<Statement | undefined> {
  const { table, key, texts } = of;
  const rows = db.query
    .selectFrom(table as 'knowledge_syncs')
    .select([sql<string>`${sql.ref(key)}`.as('id'), octets(...texts.map((text) => sql.ref<string>(text))).as('bytes')])
    .where('source_id', '=', source)
    .limit(portion.rows);
  const ids = portionOf(await db.read(rows));
  if (ids.length === 0) return undefined;
  return statement(
    db.query
      .deleteFrom(table as 'knowledge_syncs')
      .where('source_id', '=', source)
      .where(sql.ref(key), 'in', ids),
  );
}

/**
 * The next portion of what belongs to a source, and last the source itself, which releases its files. Undefined if
 * there is no such source. `segments` returns the next portion of its index.
 */
export async function next(
  db: Database,
  { workspace, source }: { readonly workspace: string; readonly source: string },
  { segments, release }: PurgeParts,
): Promise<Portion | undefined> {
  const index = await segments(workspace, source);
  if (index.length > 0) return { statements: index };
  const items = await nextItems(db, { workspace, source }, release);
  if (items.length > 0) return { statements: items };
  for (const of of tables) {
    const part = await portionIn(db, source, of);
    if (part !== undefined) return { statements: [part] };
  }
  const of = (table: 'knowledge_sources') =>
    db.query.selectFrom(table).select('settings').where('id', '=', source).where('workspace_id', '=', workspace);
  const [row] = await db.read(of('knowledge_sources'));
  if (row === undefined) return undefined;
  const gone = () => new Error('The source was changed or deleted while its rows were deleted.');
  const removed = db.query
    .deleteFrom('knowledge_sources')
    .where('id', '=', source)
    .where('workspace_id', '=', workspace)
    .where('settings', '=', row.settings);
  const hashes = blobsOf(JSON.parse(row.settings) as Settings);
  return { statements: [one(removed, gone), ...hashes.flatMap((hash) => release({ workspaceId: workspace, hash }))] };
}

/** Functions of other features that a purge needs. */
export interface PurgeParts {
  /** Returns the next portion of the index of a source; none if nothing is left. */
  segments(workspace: string, source: string): Promise<readonly Statement[]>;
  release(name: { readonly workspaceId: string; readonly hash: string }): readonly Statement[];
}

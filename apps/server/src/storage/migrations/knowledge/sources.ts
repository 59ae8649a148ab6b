import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import type { Compilable } from '../../unit.ts';
import { longType, textType } from '../columns.ts';
import { stamps, table } from '../foundation/table.ts';

/** A foreign key: its name, its columns, and the table and columns that they refer to. */
interface Owner {
  readonly name: string;
  readonly columns: string[];
  readonly table: keyof Tables;
  readonly keys?: string[];
}

/** Adds a foreign key that deletes the row with the row that it refers to. */
export const owned = (
  builder: CreateTableBuilder<string, string>,
  { name, columns, table: of, keys = ['id'] }: Owner,
): CreateTableBuilder<string, string> =>
  builder.addForeignKeyConstraint(name, columns, of, keys, (key) => key.onDelete('cascade'));

/** The columns that sources get besides those of the foundation. */
const added = {
  name_folded: ['text', ''],
  settings: ['text', '{"url":null,"include":[],"exclude":[],"maxPages":null,"maxDepth":null,"file":null}'],
  version: ['long', 0],
  next_version: ['long', 0],
  next_chunk: ['long', 0],
  requests: ['long', 0],
  index_version: ['long', 0],
  document_count: ['long', 0],
  chunk_count: ['long', 0],
  bytes: ['long', 0],
  warnings: ['text', '[]'],
  content_hash: 'text',
  sync_job: 'text',
  crawl: 'text',
  built_of: 'text',
  progress: 'text',
  error: 'text',
  review: 'text',
  embedding: 'text',
  sync_interval: 'text',
  next_sync_at: 'long',
  last_synced_at: 'long',
  deleted_at: 'long',
} as const;

/** The content of knowledge sources by version: documents with their chunks; pairs; and the syncs that made them. */
export function sourceTables(query: Kysely<Tables>, engine: Engine): Compilable[] {
  const typeOf = (kind: 'text' | 'long') => (kind === 'long' ? longType(engine) : textType(engine));
  return [
    ...Object.entries(added).map(([name, given]) => {
      const alter = query.schema.alterTable('knowledge_sources');
      if (typeof given === 'string') return alter.addColumn(name, typeOf(given));
      const [kind, value] = given;
      return alter.addColumn(name, typeOf(kind), (column) => column.notNull().defaultTo(value));
    }),
    query.schema
      .createIndex('knowledge_sources_by_update')
      .on('knowledge_sources')
      .columns(['workspace_id', 'updated_at', 'id']),
    query.schema
      .createIndex('knowledge_sources_by_name')
      .on('knowledge_sources')
      .columns(['workspace_id', 'name_folded', 'id']),
    query.schema
      .createIndex('knowledge_sources_by_next_sync')
      .on('knowledge_sources')
      .columns(['next_sync_at', 'id'])
      .where('next_sync_at', 'is not', null),
    query.schema
      .createIndex('knowledge_sources_by_work')
      .on('knowledge_sources')
      .columns(['id'])
      .where(sql<boolean>`status in ('queued', 'processing')`),
    query.schema
      .createIndex('knowledge_sources_by_deletion')
      .on('knowledge_sources')
      .columns(['id'])
      .where(sql<boolean>`deleted_at is not null`),
    ...documentTables(query, engine),
    ...pairTables(query, engine),
  ];
}

/** The documents of all versions, and their chunks. */
function documentTables(query: Kysely<Tables>, engine: Engine): Compilable[] {
  const make = table(query, engine);
  return [
    owned(
      make('knowledge_documents', {
        ...{ id: 'id', workspace_id: 'text', source_id: 'text', key: 'text', position: 'long' },
        ...{ url: 'text?', title: 'text', status: 'text', problem: 'text?' },
        ...{ hash: 'text', etag: 'text?', last_modified: 'text?', links: 'text?' },
        ...{ bytes: 'long', chunk_count: 'long', since: 'long', until: 'long?', created_at: 'long' },
      }),
      { name: 'knowledge_documents_source', columns: ['source_id'], table: 'knowledge_sources' },
    ),
    query.schema
      .createIndex('knowledge_documents_by_key')
      .unique()
      .on('knowledge_documents')
      .columns(['source_id', 'key', 'since']),
    query.schema
      .createIndex('knowledge_documents_by_end')
      .on('knowledge_documents')
      .columns(['source_id', 'until'])
      .where('until', 'is not', null),
    query.schema
      .createIndex('knowledge_documents_by_position')
      .on('knowledge_documents')
      .columns(['source_id', 'position', 'id']),
    owned(
      make('knowledge_chunks', {
        ...{ source_id: 'text', number: 'long', workspace_id: 'text', document_id: 'text' },
        ...{ text: 'text', headings: 'text', page: 'long?', start_at: 'long', end_at: 'long' },
        ...{ hash: 'text', enabled: ['long', 1] },
      }).addPrimaryKeyConstraint('knowledge_chunks_key', ['source_id', 'number']),
      { name: 'knowledge_chunks_document', columns: ['document_id'], table: 'knowledge_documents' },
    ),
    query.schema.createIndex('knowledge_chunks_by_document').on('knowledge_chunks').columns(['document_id', 'number']),
    query.schema
      .createIndex('knowledge_chunks_off')
      .on('knowledge_chunks')
      .columns(['source_id', 'document_id'])
      .where(sql<boolean>`enabled = 0`),
  ];
}

/** Pairs of question and answer, the syncs of all sources, and the checkpoints of crawls. */
function pairTables(query: Kysely<Tables>, engine: Engine): Compilable[] {
  const make = table(query, engine);
  return [
    owned(
      make('knowledge_pairs', {
        ...{ id: 'id', workspace_id: 'text', source_id: 'text', question: 'text', answer: 'text' },
        ...stamps,
      }),
      { name: 'knowledge_pairs_source', columns: ['source_id'], table: 'knowledge_sources' },
    ),
    query.schema
      .createIndex('knowledge_pairs_by_creation')
      .on('knowledge_pairs')
      .columns(['source_id', 'created_at', 'id']),
    owned(
      make('knowledge_syncs', {
        ...{ id: 'id', workspace_id: 'text', source_id: 'text', version: 'long', cause: 'text', outcome: 'text' },
        ...{ facts: 'text', error: 'text?', replay: 'text?', created_at: 'long', ended_at: 'long?' },
      }),
      { name: 'knowledge_syncs_source', columns: ['source_id'], table: 'knowledge_sources' },
    ),
    owned(
      make('knowledge_checkpoints', {
        ...{ source_id: 'text', version: 'long', part: 'long', workspace_id: 'text', content: 'text' },
      }).addPrimaryKeyConstraint('knowledge_checkpoints_key', ['source_id', 'version', 'part']),
      { name: 'knowledge_checkpoints_source', columns: ['source_id'], table: 'knowledge_sources' },
    ),
    query.schema
      .createIndex('knowledge_syncs_by_creation')
      .on('knowledge_syncs')
      .columns(['source_id', 'created_at', 'id']),
  ];
}

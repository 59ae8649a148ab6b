import { sql } from 'kysely';
import { textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** Texts of chunks that were edited by hand: decision 0071. */
export const editedChunks: Migration = {
  name: '0032-edited-chunks',
  up: (query, engine) => [
    ...['original', 'origin_hash', 'pending'].map((column) =>
      query.schema.alterTable('knowledge_chunks').addColumn(column, textType(engine)),
    ),
    query.schema
      .createIndex('knowledge_chunks_edited')
      .on('knowledge_chunks')
      .columns(['source_id', 'document_id'])
      .where(sql<boolean>`origin_hash is not null or pending is not null`),
  ],
};

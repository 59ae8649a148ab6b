import type { Kysely } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import type { Compilable } from '../../unit.ts';
import { table } from '../foundation/table.ts';
import { owned } from './sources.ts';

/** The inverted index of chunks in segments, and their vectors. */
export function searchTables(query: Kysely<Tables>, engine: Engine): Compilable[] {
  const make = table(query, engine);
  return [
    owned(
      make('knowledge_segments', {
        ...{ source_id: 'text', segment: 'long', workspace_id: 'text', since: 'long' },
        ...{ state: 'text', rules: 'long', first: 'long', chunks: 'long', slots: 'long', lengths: 'text' },
      }).addPrimaryKeyConstraint('knowledge_segments_key', ['source_id', 'segment']),
      { name: 'knowledge_segments_source', columns: ['source_id'], table: 'knowledge_sources' },
    ),
    // A release with other rules finds the rows to rebuild.
    query.schema.createIndex('knowledge_segments_by_rules').on('knowledge_segments').columns(['rules', 'source_id']),
    // Without a foreign key, which would cost each row a look; rows go with their segment, in portions.
    make('knowledge_terms', {
      ...{ source_id: 'text', slot: 'long', segment: 'long', workspace_id: 'text', postings: 'text' },
    }).addPrimaryKeyConstraint('knowledge_terms_key', ['source_id', 'slot', 'segment']),
    owned(
      make('knowledge_vectors', {
        ...{ source_id: 'text', number: 'long', workspace_id: 'text', model: 'text', hash: 'text', vector: 'text' },
      }).addPrimaryKeyConstraint('knowledge_vectors_key', ['source_id', 'number']),
      {
        ...{ name: 'knowledge_vectors_chunk', table: 'knowledge_chunks' },
        ...{ columns: ['source_id', 'number'], keys: ['source_id', 'number'] },
      },
    ),
    query.schema.createIndex('knowledge_vectors_by_hash').on('knowledge_vectors').columns(['source_id', 'hash']),
  ];
}

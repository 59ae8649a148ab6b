import { promptsLast } from '../0001-0010/0007-covering-indexes.ts';
import { textType } from '../columns.ts';
import { stamps, table } from '../foundation/table.ts';
import { owned } from '../knowledge/sources.ts';
import type { Migration } from '../migration.ts';

/**
 * Sources of many documents: the items that they are made of, and which item a document was read from. Metadata and
 * external IDs of sources, and the filter of an agent: decision 0069.
 */
export const documentSources: Migration = {
  name: '0029-document-sources',
  up: (query, engine) => {
    const text = textType(engine);
    const make = table(query, engine);
    const sources = () => query.schema.alterTable('knowledge_sources');
    return [
      owned(
        make('knowledge_items', {
          ...{ id: 'id', workspace_id: 'text', source_id: 'text', external_id: 'text?' },
          ...{ title: 'text?', url: 'text?', metadata: ['text', '{}'], facets: ['text', '[]'] },
          ...{ file_name: 'text?', content_type: 'text', hash: 'text', bytes: 'long' },
          ...{ revision: 'long', problem: 'text?', problem_revision: 'long?' },
          ...stamps,
        }),
        { name: 'knowledge_items_source', columns: ['source_id'], table: 'knowledge_sources' },
      ),
      query.schema
        .createIndex('knowledge_items_by_creation')
        .on('knowledge_items')
        .columns(['source_id', 'created_at', 'id']),
      query.schema
        .createIndex('knowledge_items_by_external_id')
        .unique()
        .on('knowledge_items')
        .columns(['source_id', 'external_id'])
        .where('external_id', 'is not', null),
      query.schema.alterTable('knowledge_documents').addColumn('item_id', text),
      query.schema
        .createIndex('knowledge_documents_by_item')
        .on('knowledge_documents')
        .columns(['item_id', 'since'])
        .where('item_id', 'is not', null),
      sources().addColumn('external_id', text),
      sources().addColumn('metadata', text, (column) => column.notNull().defaultTo('{}')),
      sources().addColumn('facets', text, (column) => column.notNull().defaultTo('[]')),
      query.schema
        .createIndex('knowledge_sources_by_external_id')
        .unique()
        .on('knowledge_sources')
        .columns(['workspace_id', 'external_id'])
        .where('external_id', 'is not', null),
      query.schema.alterTable('agents').addColumn('knowledge_filter', text),
      ...(engine === 'sqlite' ? promptsLast(query, engine) : []),
    ];
  },
};

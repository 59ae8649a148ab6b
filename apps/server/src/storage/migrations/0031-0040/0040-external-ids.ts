import { promptsLast } from '../0001-0010/0007-covering-indexes.ts';
import { textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** External IDs and metadata of agents and channels; those of sources came with 0029. */
export const externalIds: Migration = {
  name: '0040-external-ids',
  up: (query, engine) => {
    const text = textType(engine);
    const columnsOf = (table: 'agents' | 'channels') => {
      const altered = () => query.schema.alterTable(table);
      return [
        altered().addColumn('external_id', text),
        altered().addColumn('metadata', text, (column) => column.notNull().defaultTo('{}')),
        altered().addColumn('facets', text, (column) => column.notNull().defaultTo('[]')),
        query.schema
          .createIndex(`${table}_by_external_id`)
          .unique()
          .on(table)
          .columns(['workspace_id', 'external_id'])
          .where('external_id', 'is not', null),
      ];
    };
    return [
      ...columnsOf('agents'),
      ...(engine === 'sqlite' ? promptsLast(query, engine) : []),
      ...columnsOf('channels'),
    ];
  },
};

import { textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** Credentials of knowledge sources that are connected to other services: decision 0070. */
export const connectedSources: Migration = {
  name: '0031-connected-sources',
  up: (query, engine) => [
    query.schema
      .alterTable('knowledge_sources')
      .addColumn('credentials', textType(engine), (column) => column.notNull().defaultTo('')),
  ],
};

import { promptsLast } from '../0001-0010/0007-covering-indexes.ts';
import { textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/**
 * The models that answer if an agent's own fails, and those that failed before a reply's first token: decision 0091. And
 * the schema of a reply, which it needs after a pause.
 */
export const fallbackModels: Migration = {
  name: '0044-fallback-models',
  up: (query, engine) => [
    query.schema
      .alterTable('agents')
      .addColumn('fallback_models', textType(engine), (column) => column.notNull().defaultTo('[]')),
    ...(engine === 'sqlite' ? promptsLast(query, engine) : []),
    query.schema.alterTable('messages').addColumn('fallbacks', textType(engine)),
    query.schema.alterTable('messages').addColumn('response_schema', textType(engine)),
  ],
};

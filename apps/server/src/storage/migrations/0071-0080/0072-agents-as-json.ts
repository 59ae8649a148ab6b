import { promptsLast } from '../0001-0010/0007-covering-indexes.ts';
import { longType, textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** The JSON of an agent before its prompt and after it, and its version; null until its next change. Decision 0116. */
export const agentsAsJson: Migration = {
  name: '0072-agents-as-json',
  up: (query, engine) => [
    query.schema.alterTable('agents').addColumn('json_version', longType(engine)),
    query.schema.alterTable('agents').addColumn('json_head', textType(engine)),
    query.schema.alterTable('agents').addColumn('json_tail', textType(engine)),
    ...(engine === 'sqlite' ? promptsLast(query, engine) : []),
  ],
};

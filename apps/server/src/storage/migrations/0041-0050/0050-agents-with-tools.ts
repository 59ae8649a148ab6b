import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The agents that have tools: the deletion of a tool looks for those that have it. */
export const agentsWithTools: Migration = {
  name: '0050-agents-with-tools',
  up: (query) => [
    query.schema
      .createIndex('agents_with_tools')
      .on('agents')
      .column('workspace_id')
      .where(sql.ref('tools'), '<>', sql.lit('[]')),
  ],
};

import { longType, textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** The satisfaction of the visitors of closed conversations: decision 0110. */
export const satisfaction: Migration = {
  name: '0066-satisfaction',
  up: (query, engine) => {
    const altered = () => query.schema.alterTable('conversations');
    return [
      altered().addColumn('satisfaction_score', longType(engine)),
      altered().addColumn('satisfaction_comment', textType(engine)),
      altered().addColumn('satisfaction_at', longType(engine)),
      query.schema
        .createIndex('conversations_by_satisfaction')
        .on('conversations')
        .columns(['workspace_id', 'satisfaction_score'])
        .where('satisfaction_score', 'is not', null),
      // With all that the statistics read.
      query.schema
        .createIndex('conversations_satisfied')
        .on('conversations')
        .columns(['workspace_id', 'satisfaction_at', 'satisfaction_score', 'agent_id', 'playground'])
        .where('satisfaction_at', 'is not', null),
    ];
  },
};

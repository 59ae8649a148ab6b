import { longType, textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** Questions after closing in messengers, and the person of each answer: decision 0114. */
export const askedInMessengers: Migration = {
  name: '0070-asked-in-messengers',
  up: (query, engine) => {
    const threads = () => query.schema.alterTable('channel_threads');
    return [
      threads().addColumn('asked_conversation', textType(engine)),
      threads().addColumn('asked_version', longType(engine)),
      threads().addColumn('asked_until', longType(engine)),
      query.schema.alterTable('conversations').addColumn('satisfaction_user', textType(engine)),
      query.schema.dropIndex('conversations_satisfied'),
      // With all that the statistics read.
      query.schema
        .createIndex('conversations_satisfied')
        .on('conversations')
        .columns(['workspace_id', 'satisfaction_at', 'satisfaction_score', 'agent_id', 'playground'])
        .columns(['channel_id', 'satisfaction_user'])
        .where('satisfaction_at', 'is not', null),
    ];
  },
};

import type { Tables } from '../../tables.ts';
import { longType, textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** The person and team of a conversation, its urgency, and the end of its rest: decision 0103. */
export const conversationAssignment: Migration = {
  name: '0057-conversation-assignment',
  up: (query, engine) => {
    const altered = () => query.schema.alterTable('conversations');
    const index = (name: string, column: keyof Tables['conversations'] & string) =>
      query.schema
        .createIndex(`conversations_${name}`)
        .on('conversations')
        .columns(['workspace_id', column])
        .where(column, 'is not', null);
    return [
      altered().addColumn('assignee_id', textType(engine)),
      altered().addColumn('team_id', textType(engine)),
      altered().addColumn('priority', textType(engine), (column) => column.notNull().defaultTo('normal')),
      altered().addColumn('snoozed_until', longType(engine)),
      index('assigned', 'assignee_id'),
      index('of_team', 'team_id'),
      index('snoozed', 'snoozed_until'),
    ];
  },
};

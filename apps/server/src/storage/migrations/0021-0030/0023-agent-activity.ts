import type { Migration } from '../migration.ts';

/** The conversations of an agent by their latest message: a list of agents reads the end of it, a page the last rows. */
export const agentActivity: Migration = {
  name: '0023-agent-activity',
  up: (query) => [
    query.schema
      .createIndex('conversations_active_by_agent')
      .ifNotExists()
      .on('conversations')
      .columns(['agent_id', 'workspace_id', 'last_message_at', 'id']),
  ],
};

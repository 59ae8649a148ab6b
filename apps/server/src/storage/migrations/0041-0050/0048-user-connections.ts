import { longType, textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** Accounts of end users at the servers of tools: whose they are, and what they are deleted with. Decision 0096. */
export const userConnections: Migration = {
  name: '0048-user-connections',
  up: (query, engine) => {
    const altered = () => query.schema.alterTable('tool_connections');
    const index = (name: string) => query.schema.createIndex(`tool_connections_${name}`).on('tool_connections');
    return [
      altered().addColumn('end_user', textType(engine)),
      altered().addColumn('conversation_id', textType(engine), (column) =>
        column.references('conversations.id').onDelete('cascade'),
      ),
      altered().addColumn('channel_id', textType(engine), (column) =>
        column.references('channels.id').onDelete('cascade'),
      ),
      altered().addColumn('agent_id', textType(engine)),
      altered().addColumn('connected_at', longType(engine)),
      index('by_user').columns(['workspace_id', 'end_user']),
      index('by_conversation').column('conversation_id').where('conversation_id', 'is not', null),
      index('by_channel').column('channel_id').where('channel_id', 'is not', null),
    ];
  },
};

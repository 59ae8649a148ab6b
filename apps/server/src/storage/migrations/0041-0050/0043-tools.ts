import { CompiledQuery, sql } from 'kysely';
import type { Compilable } from '../../unit.ts';
import { promptsLast } from '../0001-0010/0007-covering-indexes.ts';
import { textType } from '../columns.ts';
import { stamps, table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';
import { morePostgresTriggers } from '../quotas/postgres.ts';
import { toolSources } from '../quotas/sources.ts';
import { moreSqliteTriggers } from '../quotas/sqlite.ts';

const raw = (text: string): Compilable => ({ compile: () => CompiledQuery.raw(text) });

/**
 * Tools of workspaces, which of them an agent has, and the calls of them: decision 0089. A reply that waits for a
 * decision has the status `requires_action`: it hasn't ended, so it is neither delivered nor indexed.
 */
export const tools: Migration = {
  name: '0043-tools',
  up: (query, engine) => {
    const make = table(query, engine);
    const index = (name: string, on: 'tools' | 'tool_calls' | 'messages', columns: string[]) =>
      query.schema.createIndex(name).on(on).columns(columns);
    return [
      make('tools', {
        ...{ id: 'id', workspace_id: 'text', name: 'text', description: 'text', type: 'text', auth: 'text' },
        ...{ input_schema: 'text?', settings: 'text', secrets: 'text?', secret_names: 'text', timeout_ms: 'long' },
        ...{ idempotent: 'long', approvers: 'text', approval_ms: 'long', version: 'long', ...stamps },
      }).addForeignKeyConstraint('tools_workspace', ['workspace_id'], 'workspaces', ['id']),
      index('tools_by_name', 'tools', ['workspace_id', 'name']).unique(),
      index('tools_by_creation', 'tools', ['workspace_id', 'created_at', 'id']),
      query.schema.alterTable('agents').addColumn('tools', textType(engine)),
      make('tool_calls', {
        ...{ id: 'id', workspace_id: 'text', conversation_id: 'text', message_id: 'text', agent_id: 'text' },
        ...{ agent_version: 'long', tool_id: 'text', name: 'text', call_id: 'text', step: 'long', user_id: 'text?' },
        ...{ arguments: 'text', digest: 'text', status: 'text', waits_for: 'text?', deadline: 'long?' },
        ...{ approvers: 'text', idempotent: 'long', attempts: 'long', recoveries: 'long' },
        ...{ decided_by: 'text?', decided_at: 'long?', reason: 'text?', result: 'text?', latency_ms: 'long?' },
        ...{ started_at: 'long?', ended_at: 'long?', ...stamps },
      }).addForeignKeyConstraint('tool_calls_message', ['message_id'], 'messages', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
      index('tool_calls_by_message', 'tool_calls', ['message_id']),
      index('tool_calls_by_creation', 'tool_calls', ['workspace_id', 'created_at', 'id']),
      index('tool_calls_waiting', 'tool_calls', ['workspace_id', 'created_at', 'id']).where(
        sql.ref('status'),
        '=',
        sql.lit('waiting'),
      ),
      index('messages_waiting', 'messages', ['conversation_id']).where(
        sql.ref('status'),
        '=',
        sql.lit('requires_action'),
      ),
      ...(engine === 'sqlite' ? promptsLast(query, engine) : []),
      ...(engine === 'sqlite' ? sqlite : postgres).map(raw),
      ...(engine === 'postgres' ? morePostgresTriggers : moreSqliteTriggers)(toolSources).map(raw),
    ];
  },
};

const hasEnded = (condition: string) =>
  `old.status in ('streaming', 'requires_action') and new.status not in ('streaming', 'requires_action') and ${condition}`;

const queueDelivery = `insert into channel_outbox
    (id, workspace_id, channel_id, conversation_id, state, queued, attempts, created_at, updated_at, claimed_until,
      context, last_event_at)
  select new.id, new.workspace_id, channels.id, new.conversation_id, 'pending', 0, 0, new.created_at, new.created_at, 0,
    channel_threads.context, channel_threads.last_event_at
  from conversations join channels on channels.id = conversations.channel_id
  left join channel_threads on channel_threads.channel_id = conversations.channel_id
    and channel_threads.user_id = conversations.user_id
    and channel_threads.thread = coalesce(conversations.thread, '')
  where conversations.id = new.conversation_id and channels.type not in ('widget', 'page');`;

const drops = ['drop trigger channel_outbox_ended', 'drop trigger messages_to_index_ended'];

const sqlite = [
  ...drops,
  `create trigger channel_outbox_ended after update of status on messages
    when ${hasEnded("new.role <> 'user'")} begin ${queueDelivery} end`,
  `create trigger messages_to_index_ended after update of status on messages
    when ${hasEnded("new.content <> ''")} begin insert into messages_to_index (message_id) values (new.id); end`,
];

const postgres = [
  ...drops.map((drop) => `${drop} on messages`),
  `create trigger channel_outbox_ended after update of status on messages
    for each row when (${hasEnded("new.role <> 'user'")}) execute function channel_outbox_add()`,
  `create trigger messages_to_index_ended after update of status on messages
    for each row when (${hasEnded("new.content <> ''")}) execute function messages_to_index_add()`,
];

import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import type { Compilable } from '../../unit.ts';
import { table } from '../foundation/table.ts';

const raw = (text: string): Compilable => ({ compile: () => CompiledQuery.raw(text) });

/**
 * The facts that a reply needs about the message that it replies to, and the ledger of the parts in which messages are
 * sent. The triggers that fill the outbox copy the first: a later message of the user doesn't change the recipient of
 * an earlier reply.
 */
export function platformMessages(query: Kysely<Tables>, engine: Engine): Compilable[] {
  const make = table(query, engine);
  const index = (of: keyof Tables, name: string, columns: string[]) =>
    query.schema.createIndex(name).on(of).columns(columns);
  return [
    make('channel_threads', {
      ...{ id: 'id', workspace_id: 'text', channel_id: 'text', user_id: 'text', thread: 'text' },
      ...{ context: 'text?', last_event_at: 'long' },
    }).addForeignKeyConstraint('channel_threads_channel', ['channel_id'], 'channels', ['id'], (key) =>
      key.onDelete('cascade'),
    ),
    index('channel_threads', 'channel_threads_by_user', ['channel_id', 'user_id', 'thread']),
    make('channel_parts', {
      ...{ id: 'id', workspace_id: 'text', channel_id: 'text', message_id: 'text', part: 'long', state: 'text' },
      ...{ remote_id: 'text?', error: 'text?', updated_at: 'long' },
    })
      .addForeignKeyConstraint('channel_parts_outbox', ['message_id'], 'channel_outbox', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .addForeignKeyConstraint('channel_parts_channel', ['channel_id'], 'channels', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
    index('channel_parts', 'channel_parts_by_message', ['message_id', 'part']),
    index('channel_parts', 'channel_parts_by_remote', ['channel_id', 'remote_id']).where(
      sql<boolean>`remote_id is not null`,
    ),
    index('channel_outbox', 'channel_outbox_listed', ['conversation_id', 'created_at', 'id']),
    ...(engine === 'sqlite' ? sqlite : postgres).map(raw),
  ];
}

const isNew = "when new.status <> 'streaming' and new.role <> 'user'";
const hasEnded = "when old.status = 'streaming' and new.status <> 'streaming' and new.role <> 'user'";

const queueRow = `insert into channel_outbox
    (id, workspace_id, channel_id, conversation_id, state, queued, attempts, created_at, updated_at, claimed_until,
      context, last_event_at)
  select new.id, new.workspace_id, channels.id, new.conversation_id, 'pending', 0, 0, new.created_at, new.created_at, 0,
    channel_threads.context, channel_threads.last_event_at
  from conversations join channels on channels.id = conversations.channel_id
  left join channel_threads on channel_threads.channel_id = conversations.channel_id
    and channel_threads.user_id = conversations.user_id
    and channel_threads.thread = coalesce(conversations.thread, '')
  where conversations.id = new.conversation_id and channels.type not in ('widget', 'page');`;

const sqlite = [
  'drop trigger channel_outbox_added',
  'drop trigger channel_outbox_ended',
  `create trigger channel_outbox_added after insert on messages ${isNew} begin ${queueRow} end`,
  `create trigger channel_outbox_ended after update of status on messages ${hasEnded} begin ${queueRow} end`,
];

const postgres = [
  `create or replace function channel_outbox_add() returns trigger language plpgsql as $$
begin
  ${queueRow}
  return null;
end $$`,
];

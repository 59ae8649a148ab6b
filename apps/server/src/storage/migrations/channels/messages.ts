import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import type { Compilable } from '../../unit.ts';
import { table } from '../foundation/table.ts';

const raw = (text: string): Compilable => ({ compile: () => CompiledQuery.raw(text) });

/**
 * Incoming messages of channels, by the ID of the platform's event, and outgoing ones. Triggers put each message that
 * has ended into the outbox, in its own unit of work. Visitors of chats on the web read messages themselves.
 */
export function channelMessages(query: Kysely<Tables>, engine: Engine): Compilable[] {
  const make = table(query, engine);
  const index = (of: keyof Tables, name: string, columns: string[]) =>
    query.schema.createIndex(name).on(of).columns(columns);
  const isPending = sql<boolean>`state = 'pending'`;
  return [
    make('channel_events', {
      ...{ id: 'id', workspace_id: 'text', channel_id: 'text', event_id: 'text', thread: 'text', state: 'text' },
      ...{ payload: 'text', error: 'text?', claimed_by: 'text?', claimed_until: ['long', 0] },
      ...{ received_at: 'long', expires_at: 'long' },
    }).addForeignKeyConstraint('channel_events_channel', ['channel_id'], 'channels', ['id'], (key) =>
      key.onDelete('cascade'),
    ),
    index('channel_events', 'channel_events_by_event', ['channel_id', 'event_id']).unique(),
    index('channel_events', 'channel_events_by_expiry', ['expires_at', 'id']),
    index('channel_events', 'channel_events_pending', ['channel_id', 'thread', 'received_at', 'id']).where(isPending),
    make('channel_outbox', {
      ...{ id: 'id', workspace_id: 'text', channel_id: 'text', conversation_id: 'text', state: 'text' },
      ...{ queued: ['long', 0], attempts: ['long', 0], error: 'text?', created_at: 'long', updated_at: 'long' },
      ...{ claimed_by: 'text?', claimed_until: ['long', 0] },
    })
      .addForeignKeyConstraint('channel_outbox_message', ['id'], 'messages', ['id'], (key) => key.onDelete('cascade'))
      .addForeignKeyConstraint('channel_outbox_channel', ['channel_id'], 'channels', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
    index('channel_outbox', 'channel_outbox_by_channel', ['channel_id']),
    index('channel_outbox', 'channel_outbox_pending', ['conversation_id', 'created_at', 'id']).where(isPending),
    index('channel_outbox', 'channel_outbox_new', ['id']).where(sql<boolean>`queued = 0`),
    ...(engine === 'sqlite' ? sqlite : postgres).map(raw),
  ];
}

const isNew = "when new.status <> 'streaming' and new.role <> 'user'";
const hasEnded = "when old.status = 'streaming' and new.status <> 'streaming' and new.role <> 'user'";

const queueRow = `insert into channel_outbox
    (id, workspace_id, channel_id, conversation_id, state, queued, attempts, created_at, updated_at, claimed_until)
  select new.id, new.workspace_id, channels.id, new.conversation_id, 'pending', 0, 0, new.created_at, new.created_at, 0
  from conversations join channels on channels.id = conversations.channel_id
  where conversations.id = new.conversation_id and channels.type not in ('widget', 'page');`;

const sqlite = [
  `create trigger channel_outbox_added after insert on messages ${isNew} begin ${queueRow} end`,
  `create trigger channel_outbox_ended after update of status on messages ${hasEnded} begin ${queueRow} end`,
];

const when = (condition: string) => condition.replace('when ', 'when (');

const postgres = [
  `create function channel_outbox_add() returns trigger language plpgsql as $$
begin
  ${queueRow}
  return null;
end $$`,
  `create trigger channel_outbox_added after insert on messages
    for each row ${when(isNew)}) execute function channel_outbox_add()`,
  `create trigger channel_outbox_ended after update of status on messages
    for each row ${when(hasEnded)}) execute function channel_outbox_add()`,
];

import type { Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import type { Tables } from '../tables.ts';
import type { Compilable } from '../unit.ts';
import { longType, textType } from './columns.ts';
import type { Migration } from './migration.ts';

/** What a conversation and its messages are more than their text: turns, usage, feedback, search and order. */
export const conversations: Migration = {
  name: '0003-conversations',
  up: (query, engine) => [
    ...columns(query, engine),
    query.updateTable('conversations').set((of) => ({ last_message_at: of.ref('created_at') })),
    query.updateTable('messages').set((of) => ({ updated_at: of.ref('created_at') })),
    ...indexes(query),
  ],
};

/** `text` and `long` may be null; what stands after a column's kind is its default, and then it may not. */
type Column = 'text' | 'long' | readonly ['text' | 'long', string | number];

const ofConversations: Readonly<Record<string, Column>> = {
  user_id: 'text',
  title: ['text', ''],
  tags: ['text', '[]'],
  metadata: ['text', '{}'],
  message_count: ['long', 0],
  last_message_at: ['long', 0],
  input_tokens: ['long', 0],
  output_tokens: ['long', 0],
  rating: 'text',
  version: ['long', 1],
  turn: 'text',
  turn_until: 'long',
  origin: 'text',
  taken_by: 'text',
};

const ofMessages: Readonly<Record<string, Column>> = {
  updated_at: ['long', 0],
  author: 'text',
  client_message_id: 'text',
  reply_to: 'text',
  model: 'text',
  citations: ['text', '[]'],
  input_tokens: 'long',
  output_tokens: 'long',
  first_token_ms: 'long',
  latency_ms: 'long',
  feedback: 'text',
  feedback_comment: 'text',
  finish_reason: 'text',
  error: 'text',
};

/** One statement a column: SQLite adds no more at once. */
function columns(query: Kysely<Tables>, engine: Engine): Compilable[] {
  const types = { text: textType(engine), long: longType(engine) };
  const add = (table: keyof Tables, added: Readonly<Record<string, Column>>) =>
    Object.entries(added).map(([name, column]) => {
      const alter = query.schema.alterTable(table);
      if (typeof column === 'string') return alter.addColumn(name, types[column]);
      return alter.addColumn(name, types[column[0]], (definition) => definition.notNull().defaultTo(column[1]));
    });
  return [...add('conversations', ofConversations), ...add('messages', ofMessages)];
}

function indexes(query: Kysely<Tables>): Compilable[] {
  const index = (name: string, of: string[]) => query.schema.createIndex(name).on('conversations').columns(of);
  return [
    index('conversations_by_creation', ['workspace_id', 'created_at', 'id']),
    index('conversations_by_update', ['workspace_id', 'updated_at', 'id']),
    index('conversations_by_message', ['workspace_id', 'last_message_at', 'id']),
    index('conversations_by_user', ['workspace_id', 'user_id', 'created_at', 'id']),
    index('conversations_by_origin', ['origin']).unique(),
    index('conversations_by_turn', ['turn']).where('turn', 'is not', null),
    query.schema
      .createIndex('messages_by_client_id')
      .on('messages')
      .columns(['conversation_id', 'client_message_id'])
      .unique()
      .where('client_message_id', 'is not', null),
  ];
}

import type { Kysely } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import type { Compilable } from '../../unit.ts';
import { stamps, table } from './table.ts';

/** Channels, conversations and messages. */
export const conversations = (query: Kysely<Tables>, engine: Engine): Compilable[] => [
  ...conversationTables(query, engine),
  ...indexes(query),
];

function conversationTables(query: Kysely<Tables>, engine: Engine): Compilable[] {
  const make = table(query, engine);
  return [
    make('channels', {
      id: 'id',
      workspace_id: 'text',
      agent_id: 'text',
      type: 'text',
      status: 'text',
      ...stamps,
    }).addForeignKeyConstraint('channels_agent', ['agent_id'], 'agents', ['id'], (key) => key.onDelete('cascade')),
    make('conversations', {
      id: 'id',
      workspace_id: 'text',
      agent_id: 'text',
      channel_id: 'text?',
      status: 'text',
      ...stamps,
      user_id: 'text?',
      title: ['text', ''],
      tags: ['text', '[]'],
      metadata: ['text', '{}'],
      message_count: ['long', 0],
      last_message_at: ['long', 0],
      input_tokens: ['long', 0],
      output_tokens: ['long', 0],
      rating: 'text?',
      version: ['long', 1],
      turn: 'text?',
      turn_until: 'long?',
      taken_by: 'text?',
    })
      .addForeignKeyConstraint('conversations_agent', ['agent_id'], 'agents', ['id'], (key) => key.onDelete('cascade'))
      .addForeignKeyConstraint('conversations_channel', ['channel_id'], 'channels', ['id'], (key) =>
        key.onDelete('set null'),
      ),
    make('messages', {
      id: 'id',
      workspace_id: 'text',
      conversation_id: 'text',
      role: 'text',
      content: 'text',
      status: 'text',
      created_at: 'long',
      updated_at: ['long', 0],
      author: 'text?',
      client_message_id: 'text?',
      reply_to: 'text?',
      model: 'text?',
      citations: ['text', '[]'],
      input_tokens: 'long?',
      output_tokens: 'long?',
      first_token_ms: 'long?',
      latency_ms: 'long?',
      feedback: 'text?',
      feedback_comment: 'text?',
      finish_reason: 'text?',
      error: 'text?',
      repeat_key: 'text?',
      repeat_digest: 'text?',
    }).addForeignKeyConstraint('messages_conversation', ['conversation_id'], 'conversations', ['id'], (key) =>
      key.onDelete('cascade'),
    ),
  ];
}

function indexes(query: Kysely<Tables>): Compilable[] {
  const index = (table: keyof Tables, name: string, of: string[]) =>
    query.schema.createIndex(name).on(table).columns(of);
  return [
    index('channels', 'channels_by_agent', ['agent_id', 'created_at', 'id']),
    index('conversations', 'conversations_by_agent', ['agent_id', 'created_at', 'id']),
    index('conversations', 'conversations_by_channel', ['channel_id']),
    index('conversations', 'conversations_by_creation', ['workspace_id', 'created_at', 'id']),
    index('conversations', 'conversations_by_update', ['workspace_id', 'updated_at', 'id']),
    index('conversations', 'conversations_by_message', ['workspace_id', 'last_message_at', 'id']),
    index('conversations', 'conversations_by_user', ['workspace_id', 'user_id', 'created_at', 'id']),
    index('conversations', 'conversations_by_turn', ['turn']).where('turn', 'is not', null),
    index('messages', 'messages_by_conversation', ['conversation_id', 'created_at', 'id']),
    index('messages', 'messages_by_client_id', ['conversation_id', 'client_message_id'])
      .unique()
      .where('client_message_id', 'is not', null),
    // The messages of a day are counted in this index alone.
    index('messages', 'messages_by_creation', [
      ...['workspace_id', 'created_at', 'conversation_id'],
      ...['role', 'status', 'feedback'],
    ]),
    index('messages', 'messages_by_repeat_key', ['repeat_key']).unique().where('repeat_key', 'is not', null),
  ];
}

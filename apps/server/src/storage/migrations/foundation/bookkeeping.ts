import type { Kysely } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import type { Compilable } from '../../unit.ts';
import { textType } from '../columns.ts';
import { table } from './table.ts';

/** Events, answers kept for repeated requests, and the requests of each key by the hour. */
export function bookkeeping(query: Kysely<Tables>, engine: Engine): Compilable[] {
  const make = table(query, engine);
  return [
    make('events', {
      id: 'id',
      account_id: 'text',
      workspace_id: 'text?',
      type: 'text',
      actor: 'text',
      data: 'text',
      created_at: 'long',
    }).addForeignKeyConstraint('events_account', ['account_id'], 'accounts', ['id']),
    query.schema.createIndex('events_by_workspace').on('events').columns(['workspace_id', 'created_at', 'id']),
    make('idempotency_keys', {
      id: 'id',
      fingerprint: 'text',
      status: 'long',
      answer: 'text',
      headers: 'text',
      expires_at: 'long',
      needed_right: 'text?',
      // A stored answer about a conversation is deleted with it.
    }).addColumn('conversation_id', textType(engine), (column) =>
      column.references('conversations.id').onDelete('cascade'),
    ),
    query.schema.createIndex('idempotency_keys_by_expiry').on('idempotency_keys').columns(['expires_at']),
    query.schema
      .createIndex('idempotency_keys_by_conversation')
      .on('idempotency_keys')
      .columns(['conversation_id'])
      .where('conversation_id', 'is not', null),
    make('usage_hours', { key_id: 'text', account_id: 'text', hour: 'long', requests: 'long' }).addPrimaryKeyConstraint(
      'usage_hours_key',
      ['key_id', 'hour'],
    ),
    query.schema.createIndex('usage_hours_account').on('usage_hours').columns(['account_id', 'hour']),
    query.schema.createIndex('usage_hours_hour').on('usage_hours').columns(['hour']),
  ];
}

import type { Kysely } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import type { Compilable } from '../../unit.ts';
import { table } from './table.ts';

/** Sessions, API keys, the authority epoch and the instance's own settings. */
export function access(query: Kysely<Tables>, engine: Engine): Compilable[] {
  const make = table(query, engine);
  return [
    make('sessions', {
      id: 'id',
      user_id: 'text',
      digest: 'text',
      user_agent: 'text',
      address: 'text',
      created_at: 'long',
      last_seen_at: 'long',
      expires_at: 'long',
    })
      .addUniqueConstraint('sessions_digest', ['digest'])
      .addForeignKeyConstraint('sessions_user', ['user_id'], 'users', ['id'], (key) => key.onDelete('cascade')),
    query.schema.createIndex('sessions_by_user').on('sessions').columns(['user_id', 'created_at']),
    make('api_keys', {
      id: 'id',
      account_id: 'text',
      user_id: 'text',
      workspace_id: 'text?',
      name: 'text',
      digest: 'text',
      last_four: 'text',
      scopes: 'text',
      environment: 'text',
      rotated_from: 'text?',
      created_at: 'long',
      expires_at: 'long?',
      last_used_at: 'long?',
      revoked_at: 'long?',
    })
      .addUniqueConstraint('api_keys_digest', ['digest'])
      .addForeignKeyConstraint('api_keys_account', ['account_id'], 'accounts', ['id'])
      .addForeignKeyConstraint('api_keys_user', ['user_id'], 'users', ['id'], (key) => key.onDelete('cascade'))
      .addForeignKeyConstraint('api_keys_workspace', ['workspace_id'], 'workspaces', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
    query.schema.createIndex('api_keys_by_account').on('api_keys').columns(['account_id', 'created_at', 'id']),
    query.schema.createIndex('api_keys_by_user').on('api_keys').columns(['user_id']),
    make('authority', { id: 'long', epoch: 'long' }).addPrimaryKeyConstraint('authority_key', ['id']),
    query.insertInto('authority').values({ id: 1, epoch: 1 }),
    make('settings', { name: 'id', value: 'text' }),
  ];
}

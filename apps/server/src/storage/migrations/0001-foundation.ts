import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import type { Tables } from '../tables.ts';
import type { Compilable } from '../unit.ts';
import { longType, textType } from './columns.ts';
import type { Migration } from './migration.ts';

/** Accounts, people, keys, agents, and what hangs on agents, so that deletion is right from the first day. */
export const foundation: Migration = {
  name: '0001-foundation',
  up: (query, engine) => [
    ...people(query, engine),
    ...access(query, engine),
    ...agents(query, engine),
    ...conversations(query, engine),
    ...bookkeeping(query, engine),
  ],
};

/** A table whose columns are all `not null` but those that `nullable` names. */
function table(query: Kysely<Tables>, engine: Engine) {
  const text = textType(engine);
  const long = longType(engine);
  return (name: keyof Tables, columns: Columns): CreateTableBuilder<string, string> => {
    let builder: CreateTableBuilder<string, string> = query.schema.createTable(name);
    for (const [column, kind] of Object.entries(columns)) {
      const type = kind.startsWith('long') ? long : text;
      builder = builder.addColumn(column, type, (definition) => {
        if (kind === 'id') return definition.primaryKey().notNull();
        return kind.endsWith('?') ? definition : definition.notNull();
      });
    }
    return builder;
  };
}

type Columns = Record<string, 'id' | 'text' | 'text?' | 'long' | 'long?'>;

const stamps = { created_at: 'long', updated_at: 'long' } as const;

function people(query: Kysely<Tables>, engine: Engine): Compilable[] {
  const make = table(query, engine);
  return [
    make('accounts', { id: 'id', plan: 'text', created_at: 'long' }),
    make('users', {
      id: 'id',
      account_id: 'text',
      email: 'text',
      name: 'text',
      password_hash: 'text',
      status: 'text',
      ...stamps,
    })
      .addUniqueConstraint('users_email', ['email'])
      .addForeignKeyConstraint('users_account', ['account_id'], 'accounts', ['id']),
    make('workspaces', {
      id: 'id',
      account_id: 'text',
      name: 'text',
      name_folded: 'text',
      version: 'long',
      ...stamps,
    })
      .addUniqueConstraint('workspaces_name', ['account_id', 'name_folded'])
      .addForeignKeyConstraint('workspaces_account', ['account_id'], 'accounts', ['id']),
    make('members', { workspace_id: 'text', user_id: 'text', role: 'text', created_at: 'long' })
      .addPrimaryKeyConstraint('members_key', ['workspace_id', 'user_id'])
      .addForeignKeyConstraint('members_workspace', ['workspace_id'], 'workspaces', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .addForeignKeyConstraint('members_user', ['user_id'], 'users', ['id'], (key) => key.onDelete('cascade')),
    query.schema.createIndex('members_by_user').on('members').columns(['user_id', 'workspace_id']),
    make('invitations', {
      id: 'id',
      workspace_id: 'text',
      email: 'text',
      role: 'text',
      digest: 'text',
      invited_by: 'text',
      created_at: 'long',
      expires_at: 'long',
    })
      .addUniqueConstraint('invitations_digest', ['digest'])
      .addUniqueConstraint('invitations_email', ['workspace_id', 'email'])
      .addForeignKeyConstraint('invitations_workspace', ['workspace_id'], 'workspaces', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .addForeignKeyConstraint('invitations_inviter', ['invited_by'], 'users', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
  ];
}

function access(query: Kysely<Tables>, engine: Engine): Compilable[] {
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

function agents(query: Kysely<Tables>, engine: Engine): Compilable[] {
  const make = table(query, engine);
  const index = (name: string, columns: string[]) => query.schema.createIndex(name).on('agents').columns(columns);
  return [
    make('agents', {
      id: 'id',
      workspace_id: 'text',
      name: 'text',
      description: 'text',
      system_prompt: 'text',
      model: 'text',
      temperature: 'text',
      status: 'text',
      version: 'long',
      ...stamps,
      name_folded: 'text',
      description_folded: 'text',
    }).addForeignKeyConstraint('agents_workspace', ['workspace_id'], 'workspaces', ['id']),
    index('agents_by_creation', ['workspace_id', 'created_at', 'id']),
    index('agents_by_update', ['workspace_id', 'updated_at', 'id']),
    index('agents_by_name', ['workspace_id', 'name_folded', 'id']),
    make('knowledge_sources', {
      id: 'id',
      workspace_id: 'text',
      type: 'text',
      name: 'text',
      status: 'text',
      ...stamps,
    }).addForeignKeyConstraint('knowledge_sources_workspace', ['workspace_id'], 'workspaces', ['id']),
    query.schema
      .createIndex('knowledge_sources_by_creation')
      .on('knowledge_sources')
      .columns(['workspace_id', 'created_at', 'id']),
    make('agent_sources', { workspace_id: 'text', agent_id: 'text', source_id: 'text', position: 'long' })
      .addPrimaryKeyConstraint('agent_sources_key', ['agent_id', 'source_id'])
      .addForeignKeyConstraint('agent_sources_agent', ['agent_id'], 'agents', ['id'], (key) => key.onDelete('cascade'))
      .addForeignKeyConstraint('agent_sources_source', ['source_id'], 'knowledge_sources', ['id']),
    query.schema.createIndex('agent_sources_by_source').on('agent_sources').columns(['source_id', 'agent_id']),
  ];
}

function conversations(query: Kysely<Tables>, engine: Engine): Compilable[] {
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
    query.schema.createIndex('channels_by_agent').on('channels').columns(['agent_id', 'created_at', 'id']),
    make('conversations', {
      id: 'id',
      workspace_id: 'text',
      agent_id: 'text',
      channel_id: 'text?',
      status: 'text',
      ...stamps,
    })
      .addForeignKeyConstraint('conversations_agent', ['agent_id'], 'agents', ['id'], (key) => key.onDelete('cascade'))
      .addForeignKeyConstraint('conversations_channel', ['channel_id'], 'channels', ['id'], (key) =>
        key.onDelete('set null'),
      ),
    query.schema.createIndex('conversations_by_agent').on('conversations').columns(['agent_id', 'created_at', 'id']),
    query.schema.createIndex('conversations_by_channel').on('conversations').columns(['channel_id']),
    make('messages', {
      id: 'id',
      workspace_id: 'text',
      conversation_id: 'text',
      role: 'text',
      content: 'text',
      status: 'text',
      created_at: 'long',
    }).addForeignKeyConstraint('messages_conversation', ['conversation_id'], 'conversations', ['id'], (key) =>
      key.onDelete('cascade'),
    ),
    query.schema
      .createIndex('messages_by_conversation')
      .on('messages')
      .columns(['conversation_id', 'created_at', 'id']),
  ];
}

function bookkeeping(query: Kysely<Tables>, engine: Engine): Compilable[] {
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
    }),
    query.schema.createIndex('idempotency_keys_by_expiry').on('idempotency_keys').columns(['expires_at']),
  ];
}

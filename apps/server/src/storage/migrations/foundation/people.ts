import type { Kysely } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import type { Compilable } from '../../unit.ts';
import { stamps, table } from './table.ts';

/** Accounts, people, workspaces and who belongs to them. */
export function people(query: Kysely<Tables>, engine: Engine): Compilable[] {
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

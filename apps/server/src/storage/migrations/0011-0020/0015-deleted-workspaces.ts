import { sql } from 'kysely';
import { longType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** Workspaces that are being deleted by a job, and the keys of a workspace by an index: decision 0036. */
export const deletedWorkspaces: Migration = {
  name: '0015-deleted-workspaces',
  up: (query, engine) => [
    query.schema.alterTable('workspaces').addColumn('deleted_at', longType(engine)),
    query.schema
      .createIndex('workspaces_deleted')
      .on('workspaces')
      .columns(['id'])
      .where(sql<boolean>`deleted_at is not null`),
    query.schema
      .createIndex('api_keys_by_workspace')
      .on('api_keys')
      .columns(['workspace_id'])
      .where('workspace_id', 'is not', null),
    query.schema.createIndex('invitations_by_inviter').on('invitations').columns(['invited_by']),
    query.schema.createIndex('users_by_account').on('users').columns(['account_id']),
  ],
};

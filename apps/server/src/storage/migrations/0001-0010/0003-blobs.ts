import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/** Stored files: the inventory of the stores, the files that workspaces hold, and their size. */
export const blobs: Migration = {
  name: '0003-blobs',
  up: (query, engine) => {
    const make = table(query, engine);
    return [
      make('blob_files', {
        id: 'id',
        store: 'text',
        large_object: 'long?',
        remove_after: 'long?',
        created_at: 'long',
      }),
      query.schema
        .createIndex('blob_files_to_remove')
        .on('blob_files')
        .columns(['remove_after', 'id'])
        .where('remove_after', 'is not', null),
      make('blobs', {
        id: 'id',
        workspace_id: 'text',
        hash: 'text',
        bytes: 'long',
        refs: 'long',
        created_at: 'long',
      })
        .addForeignKeyConstraint('blobs_file', ['id'], 'blob_files', ['id'])
        .addForeignKeyConstraint('blobs_workspace', ['workspace_id'], 'workspaces', ['id']),
      query.schema.createIndex('blobs_by_hash').unique().on('blobs').columns(['workspace_id', 'hash']),
      make('blob_usage', { workspace_id: 'id', files: 'long', bytes: 'long' }).addForeignKeyConstraint(
        'blob_usage_workspace',
        ['workspace_id'],
        'workspaces',
        ['id'],
      ),
    ];
  },
};

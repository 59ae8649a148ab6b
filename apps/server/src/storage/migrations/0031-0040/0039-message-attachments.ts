import { textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** The content of messages beside text, and the platforms' IDs of its files: decision 0075. */
export const messageAttachments: Migration = {
  name: '0039-message-attachments',
  up: (query, engine) =>
    ['attachments', 'attachment_files'].map((column) =>
      query.schema.alterTable('messages').addColumn(column, textType(engine)),
    ),
};

import { longType } from '../columns.ts';
import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/**
 * Mailed codes, the number of mails by recipient, and the time when an invitation's link was mailed; null if the link
 * was shown to its author.
 */
export const mail: Migration = {
  name: '0009-mail',
  up: (query, engine) => {
    const make = table(query, engine);
    return [
      make('address_codes', {
        id: 'id',
        email: 'text',
        digest: 'text',
        tries: 'long',
        expires_at: 'long',
      }).addForeignKeyConstraint('address_codes_user', ['id'], 'users', ['id'], (key) => key.onDelete('cascade')),
      make('mail_windows', { id: 'id', count: 'long', expires_at: 'long' }),
      query.schema.alterTable('invitations').addColumn('mailed_at', longType(engine)),
    ];
  },
};

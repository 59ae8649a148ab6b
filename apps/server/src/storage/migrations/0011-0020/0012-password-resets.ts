import { longType, textType } from '../columns.ts';
import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/** Links that set a new password, and the state of an invitation's mail. */
export const passwordResets: Migration = {
  name: '0012-password-resets',
  up: (query, engine) => {
    const make = table(query, engine);
    const invitations = query.schema.alterTable('invitations');
    return [
      make('password_resets', {
        id: 'id',
        user_id: 'text',
        email: 'text',
        mailed: 'long',
        issued_by: 'text?',
        expires_at: 'long',
      })
        .addUniqueConstraint('password_resets_user', ['user_id', 'mailed'])
        .addForeignKeyConstraint('password_resets_of_user', ['user_id'], 'users', ['id'], (key) =>
          key.onDelete('cascade'),
        ),
      invitations.addColumn('mail_state', textType(engine)),
      invitations.addColumn('mail_state_at', longType(engine)),
      invitations.addColumn('mail_error', textType(engine)),
      // Nothing more is known of those that were mailed before. They end within seven days.
      query
        .updateTable('invitations')
        .set((of) => ({ mail_state: 'sent', mail_state_at: of.ref('mailed_at') }))
        .where('mailed_at', 'is not', null),
    ];
  },
};

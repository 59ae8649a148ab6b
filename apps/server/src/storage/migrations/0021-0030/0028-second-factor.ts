import { longType, textType } from '../columns.ts';
import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/**
 * Second factors of people, proofs of sessions, and workspaces that require a second factor: decision 0064. Existing
 * sessions were signed in with a password.
 */
export const secondFactor: Migration = {
  name: '0028-second-factor',
  up: (query, engine) => {
    const make = table(query, engine);
    const sessions = () => query.schema.alterTable('sessions');
    return [
      make('totp_factors', {
        ...{ user_id: 'id', secret: 'text?', created_at: 'long?', last_step: 'long' },
        ...{ pending: 'text?', pending_at: 'long?' },
      }).addForeignKeyConstraint('totp_factors_of_user', ['user_id'], 'users', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
      make('passkeys', {
        ...{ id: 'id', user_id: 'text', credential_id: 'text', rp_id: 'text', public_key: 'text', counter: 'long' },
        ...{ transports: 'text', name: 'text', backed_up: 'long', created_at: 'long', last_used_at: 'long?' },
      })
        .addUniqueConstraint('passkeys_credential', ['credential_id'])
        .addForeignKeyConstraint('passkeys_of_user', ['user_id'], 'users', ['id'], (key) => key.onDelete('cascade')),
      query.schema.createIndex('passkeys_by_user').on('passkeys').columns(['user_id', 'id']),
      make('recovery_codes', { id: 'id', user_id: 'text', created_at: 'long' }).addForeignKeyConstraint(
        'recovery_codes_of_user',
        ['user_id'],
        'users',
        ['id'],
        (key) => key.onDelete('cascade'),
      ),
      query.schema.createIndex('recovery_codes_by_user').on('recovery_codes').columns(['user_id', 'id']),
      make('factor_challenges', {
        ...{ id: 'id', user_id: 'text?', kind: 'text', method: 'text?', challenge: 'text?', tries: 'long' },
        expires_at: 'long',
      }).addForeignKeyConstraint('factor_challenges_of_user', ['user_id'], 'users', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
      query.schema.createIndex('factor_challenges_by_user').on('factor_challenges').columns(['user_id']),
      query.schema.createIndex('factor_challenges_expired').on('factor_challenges').columns(['expires_at']),
      sessions().addColumn('methods', textType(engine), (column) => column.notNull().defaultTo('["password"]')),
      sessions().addColumn('confirmed_at', longType(engine), (column) => column.notNull().defaultTo(0)),
      query.updateTable('sessions').set((of) => ({ confirmed_at: of.ref('created_at') })),
      query.schema
        .alterTable('workspaces')
        .addColumn('require_second_factor', longType(engine), (column) => column.notNull().defaultTo(0)),
    ];
  },
};

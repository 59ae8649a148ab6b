import { longType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/**
 * Adds the time when a person's address was verified. The first person of an account was created by the operator or the
 * set-up link, so that address is verified. All others were created by an invitation.
 */
export const verifiedAddresses: Migration = {
  name: '0006-verified-addresses',
  up: (query, engine) => [
    query.schema.alterTable('users').addColumn('verified_at', longType(engine)),
    query
      .updateTable('users')
      .set((of) => ({ verified_at: of.ref('created_at') }))
      .where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom('users as earlier')
              .select('earlier.id')
              .whereRef('earlier.account_id', '=', 'users.account_id')
              .whereRef('earlier.id', '<', 'users.id'),
          ),
        ),
      ),
  ],
};

import { longType } from '../columns.ts';
import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/**
 * The keys of model providers that the owner of the instance stores, and the owner. In an existing instance, that is
 * the person who opened its set-up link, or else its first person.
 */
export const providerKeys: Migration = {
  name: '0020-provider-keys',
  up: (query, engine) => {
    const people = query.selectFrom('users').where('status', 'not in', ['removed', 'deleted']);
    const bySetup = query.selectFrom('settings').select('value').where('name', '=', 'setup_done');
    return [
      table(query, engine)('provider_keys', {
        provider: 'id',
        sealed: 'text',
        last_four: 'text?',
        set_by: 'text',
        set_at: 'long',
      }),
      query.schema
        .alterTable('users')
        .addColumn('owns_instance', longType(engine), (column) => column.notNull().defaultTo(0)),
      query
        .updateTable('users')
        .set({ owns_instance: 1 })
        .where((of) =>
          of(
            'id',
            '=',
            of.fn.coalesce(
              people.select('id').where('id', 'in', bySetup).limit(1),
              people.select('id').orderBy('created_at').orderBy('id').limit(1),
            ),
          ),
        ),
    ];
  },
};

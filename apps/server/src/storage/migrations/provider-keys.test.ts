// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { unmigratedDatabase } from '../../../testing/databases/unmigrated-database.ts';
import { migrations } from './index.ts';
import { migrate } from './migrate.ts';

const own = migrations.findIndex(({ name }) => name === '0020-provider-keys');

describe.each(engines)('0020, on %s', (engine) => {
  /** Returns the owners of the instance after the migration of these people; `opened` opened its set-up link. */
  const ownersOf = async (people: readonly [id: string, status: string][], opened?: string) => {
    const db = await unmigratedDatabase(engine);
    const now = Date.now;
    await migrate(db, { migrations: migrations.slice(0, own), now });
    await db.write({
      account: [raw("insert into accounts (id, plan, created_at) values ('acc_1', 'free', 1)")],
      people: people.map(([id, status], index) =>
        raw(`insert into users (id, account_id, email, name, password_hash, status, created_at, updated_at)
             values ('${id}', 'acc_1', '${id}@example.com', '', '', '${status}', ${index}, ${index})`),
      ),
      setup: opened === undefined ? [] : [raw(`insert into settings (name, value) values ('setup_done', '${opened}')`)],
    });
    expect(await migrate(db, { migrations: migrations.slice(0, own + 1), now })).toEqual(['0020-provider-keys']);
    const rows = await db.read(db.query.selectFrom('users').select('id').where('owns_instance', '=', 1));
    return rows.map(({ id }) => id);
  };
  const ada: [string, string] = ['user_ada', 'active'];
  const bob: [string, string] = ['user_bob', 'active'];

  test('takes the person who opened the set-up link, or else the first existing person', async () => {
    expect(await ownersOf([ada, bob], 'user_bob')).toEqual(['user_bob']);
    expect(await ownersOf([ada, bob])).toEqual(['user_ada']);
    expect(await ownersOf([['user_gone', 'removed'], bob], 'user_gone')).toEqual(['user_bob']);
    expect(await ownersOf([ada, bob], '')).toEqual(['user_ada']);
    expect(await ownersOf([])).toEqual([]);
  });
});

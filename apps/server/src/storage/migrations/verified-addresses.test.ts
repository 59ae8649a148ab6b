// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { unmigratedDatabase } from '../../../testing/databases/unmigrated-database.ts';
import { migrations } from './index.ts';
import { migrate } from './migrate.ts';

describe.each(engines)('0006, on %s', (engine) => {
  test('takes only the first person of each account as verified', async () => {
    const db = await unmigratedDatabase(engine);
    const now = Date.now;
    await migrate(db, { migrations: migrations.slice(0, 5), now });
    const account = (id: string) => raw(`insert into accounts (id, plan, created_at) values ('${id}', 'free', 1)`);
    const user = (id: string, of: string, time: number) =>
      raw(`insert into users (id, account_id, email, name, password_hash, status, created_at, updated_at)
           values ('${id}', '${of}', '${id}@example.com', '', '', 'active', ${time}, ${time})`);
    await db.write({
      accounts: [account('acc_1'), account('acc_2')],
      first: [user('user_2', 'acc_1', 20), user('user_1', 'acc_1', 10)],
      later: [user('user_3', 'acc_1', 30), user('user_4', 'acc_2', 40)],
    });
    expect(await migrate(db, { migrations: migrations.slice(0, 6), now })).toEqual(['0006-verified-addresses']);
    const rows = await db.read(db.query.selectFrom('users').select(['id', 'verified_at']).orderBy('id'));
    expect(rows.map(({ id, verified_at: at }) => [id, at === null ? null : Number(at)])).toEqual([
      ['user_1', 10],
      ['user_2', null],
      ['user_3', null],
      ['user_4', 40],
    ]);
  });
});

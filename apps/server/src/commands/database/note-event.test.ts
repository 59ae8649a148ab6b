// @module-tag sql
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { emptyDatabase } from '../../../testing/databases/temp-postgres.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';
import { command } from '../../../testing/processes/command.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';
import { migrations } from '../../storage/migrations/index.ts';
import { migrate } from '../../storage/migrations/migrate.ts';
import { openDatabase } from '../../storage/opening/open-database.ts';

describe.each(engines)('the event of migrations, on %s', { timeout: 60_000 }, (engine) => {
  const newest = migrations.at(-1)?.name ?? '';

  /** An empty place for a database, with the environment of commands that use it. */
  const place = async () => {
    const dataDir = join(tempFolder(), 'data');
    if (engine === 'sqlite') return { dataDir, databaseUrl: undefined, env: {} };
    const { url, drop } = await emptyDatabase();
    onTestFinished(drop);
    return { dataDir, databaseUrl: url, env: { DATABASE_URL: url } };
  };
  const open = (at: { readonly dataDir: string; readonly databaseUrl: string | undefined }) => {
    const onFatal = (error: Error) => expect.unreachable(error.message);
    return openDatabase({ ...at, now: Date.now, onFatal, onNotice: () => {} });
  };

  test('names them, in the account of the owner', async () => {
    const { env, ...at } = await place();
    const before = await open(at);
    await migrate(before, { migrations: migrations.slice(0, -1), now: Date.now });
    await before.write([
      raw("insert into accounts (id, plan, created_at) values ('acct_1', 'free', 1), ('acct_2', 'free', 1)"),
      raw(`insert into users (id, account_id, email, name, password_hash, status, created_at, updated_at, owns_instance)
        values ('user_1', 'acct_1', 'a@example.com', 'A', 'x', 'active', 1, 1, 0),
          ('user_2', 'acct_2', 'b@example.com', 'B', 'x', 'active', 1, 1, 1)`),
    ]);
    await before.close();
    const args = ['migrate', '--data-dir', at.dataDir];
    const first = await command(args, { env });
    expect(first).toEqual({ code: 0, stdout: `Applied ${newest}.\n`, stderr: '' });
    expect(await command(args, { env })).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });
    const after = await open(at);
    const told = await loggedEvents(after);
    await after.close();
    const about = { account: 'acct_2', workspace: null, actor: { operator: true }, changes: [] };
    expect(told).toEqual([{ type: 'database.migrated', ...about, data: { migrations: [newest] } }]);
  });

  test('is not written without an owner', async () => {
    const { env, ...at } = await place();
    expect(await command(['migrate', '--data-dir', at.dataDir], { env })).toMatchObject({ code: 0, stderr: '' });
    const db = await open(at);
    const told = await loggedEvents(db);
    await db.close();
    expect(told).toEqual([]);
  });
});

// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { unmigratedDatabase } from '../../../testing/databases/unmigrated-database.ts';
import type { Database, Engine } from '../database.ts';
import { findWrongCounts } from '../quotas/counts.ts';
import { migrations } from './index.ts';
import { migrate } from './migrate.ts';
import { realCounts } from './quotas/sources.ts';

/** Rows of every counted table. Some of them don't count. */
const rows = `
  insert into accounts (id, plan, created_at) values ('acc_1', 'free', 1), ('acc_2', 'free', 1), ('acc_3', 'free', 1);
  insert into users (id, account_id, email, name, password_hash, status, created_at, updated_at) values
    ('u_1', 'acc_1', 'a@b.c', '', '', 'active', 1, 1), ('u_2', 'acc_2', 'd@b.c', '', '', 'active', 1, 1);
  insert into workspaces (id, account_id, name, name_folded, version, created_at, updated_at) values
    ('ws_1', 'acc_1', 'A', 'a', 1, 1, 1), ('ws_2', 'acc_1', 'B', 'b', 1, 1, 1), ('ws_3', 'acc_2', 'A', 'a', 1, 1, 1);
  insert into members (workspace_id, user_id, role, created_at) values
    ('ws_1', 'u_1', 'owner', 1), ('ws_2', 'u_1', 'owner', 1), ('ws_3', 'u_2', 'owner', 1), ('ws_1', 'u_2', 'viewer', 1);
  insert into invitations (id, workspace_id, email, role, digest, invited_by, created_at, expires_at) values
    ('inv_1', 'ws_1', 'e@b.c', 'viewer', 'd', 'u_1', 1, 2);
  insert into api_keys (id, account_id, user_id, name, digest, last_four, scopes, environment, created_at, revoked_at)
    values ('key_1', 'acc_1', 'u_1', 'K', '1', '1', '[]', 'production', 1, null),
      ('key_2', 'acc_1', 'u_1', 'K', '2', '2', '[]', 'production', 1, 5);
  insert into agents (id, workspace_id, name, description, system_prompt, model, temperature, status, version,
    created_at, updated_at, name_folded, description_folded, deleted_at) values
    ('agent_1', 'ws_1', 'A', '', '', 'm', '1', 'active', 1, 1, 1, 'a', '', null),
    ('agent_2', 'ws_2', 'A', '', '', 'm', '1', 'active', 1, 1, 1, 'a', '', 5);
  insert into conversations (id, workspace_id, agent_id, status, created_at, updated_at) values
    ('conv_1', 'ws_1', 'agent_1', 'open', 1, 1), ('conv_2', 'ws_2', 'agent_2', 'open', 1, 1);
  insert into blob_files (id, store, created_at) values ('blob_1', 'folder', 1), ('blob_2', 'folder', 1);
  insert into blobs (id, workspace_id, hash, bytes, refs, created_at) values
    ('blob_1', 'ws_1', 'h', 70, 2, 1), ('blob_2', 'ws_2', 'h', 5, 1, 1)`;

/** A database that had the rows when the migration was applied. Later ones are not applied. */
async function migratedWithRows(engine: Engine, name: string): Promise<Database> {
  const db = await unmigratedDatabase(engine);
  const now = Date.now;
  const before = migrations.findIndex((migration) => migration.name === name);
  await migrate(db, { migrations: migrations.slice(0, before), now });
  await db.write(rows.split(';').map((text) => raw(text)));
  expect(await migrate(db, { migrations: migrations.slice(0, before + 1), now })).toEqual([name]);
  return db;
}

describe.each(engines)('counts of quotas, on %s', (engine) => {
  test('0008: counts what is there, and then what comes and goes', async () => {
    const db = await migratedWithRows(engine, '0008-quota-counts');
    const counted = await db.read(
      db.query.selectFrom('quota_counts').selectAll().orderBy('account_id').orderBy('kind'),
    );
    expect(counted.map(({ account_id: account, kind, used }) => [account, kind, Number(used)])).toEqual([
      ['acc_1', 'agents', 1],
      ['acc_1', 'apiKeys', 1],
      ['acc_1', 'conversations', 2],
      ['acc_1', 'invitations', 1],
      ['acc_1', 'members', 3],
      ['acc_1', 'storedBytes', 75],
      ['acc_1', 'workspaces', 2],
      ['acc_2', 'members', 1],
      ['acc_2', 'workspaces', 1],
    ]);
    expect(await findWrongCounts(db, 10, realCounts)).toEqual([]);
    await db.write([raw("delete from agents where id = 'agent_2'"), raw("delete from workspaces where id = 'ws_3'")]);
    await db.write([raw('update api_keys set revoked_at = 9'), raw("delete from blobs where id = 'blob_1'")]);
    expect(await findWrongCounts(db, 10, realCounts)).toEqual([]);
  });

  test('0010: still counts what goes, by itself or with what it belongs to', async () => {
    const db = await migratedWithRows(engine, '0010-lighter-writes');
    const counts = async () => {
      const found = await db.read(db.query.selectFrom('quota_counts').selectAll().where('account_id', '=', 'acc_1'));
      const used = new Map<string, number>();
      for (const row of found) used.set(row.kind, (used.get(row.kind) ?? 0) + Number(row.used));
      return Object.fromEntries(used);
    };
    const all = { agents: 1, apiKeys: 1, conversations: 2, invitations: 1, members: 3, storedBytes: 75, workspaces: 2 };
    expect(await counts()).toEqual(all);
    // A hidden agent was not counted; its conversation was.
    await db.write([raw("delete from agents where id = 'agent_2'")]);
    await db.write([raw('update api_keys set revoked_at = 9 where revoked_at is null')]);
    await db.write([raw('update agents set deleted_at = 9'), raw("delete from blobs where id = 'blob_1'")]);
    expect(await counts()).toEqual({ ...all, agents: 0, apiKeys: 0, conversations: 1, storedBytes: 5 });
    await db.write([raw('update agents set deleted_at = null'), raw('delete from agents')]);
    await db.write([raw("delete from members where user_id = 'u_1'"), raw('delete from invitations')]);
    expect(await counts()).toEqual({
      ...{ agents: 0, apiKeys: 0, conversations: 0, invitations: 0, members: 1, storedBytes: 5, workspaces: 2 },
    });
    expect(await findWrongCounts(db, 10, realCounts)).toEqual([]);
  });
});

// @module-tag sql
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { connectTo } from '../../../testing/databases/postgres.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { emptyDatabase } from '../../../testing/databases/temp-postgres.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';
import { migrations } from '../migrations/index.ts';
import { migrate } from '../migrations/migrate.ts';
import { openPostgres } from '../postgres/open.ts';
import { findWrongCounts } from '../quotas/counts.ts';
import { openSqlite } from '../sqlite/open.ts';
import type { Statement } from '../unit.ts';
import { createChecksum } from './checksum.ts';
import { moveRows } from './move.ts';
import { openSource, type Table } from './source.ts';
import { openTarget, type Target } from './target.ts';

const none = () => {};
const now = Date.now;

/** Creates a database file with `agents` agents and an empty migrated target, in its own schema if `schema` is set. */
async function setUp(agents: number, schema?: string, also: readonly Statement[] = []) {
  const file = join(tempFolder(), 'parley.db');
  const db = await openSqlite({ file, onFatal: none, onNotice: none });
  await migrate(db, { migrations, now });
  await db.write([
    raw("insert into accounts (id, plan, created_at) values ('acct', 'free', 1)"),
    raw(
      "insert into workspaces (id, account_id, name, name_folded, version, created_at, updated_at) values ('ws', 'acct', 'Home', 'home', 1, 1, 1)",
    ),
    ...Array.from({ length: agents }, (_, index) =>
      raw(
        "insert into agents (id, workspace_id, name, description, system_prompt, model, temperature, status, version, created_at, updated_at, name_folded, description_folded) values (?, 'ws', ?, '', '', 'm', '0.7', 'active', 1, ?, ?, '', '')",
        [`agent_${index}`, `Name '"\\ ${index} ß🙂`, 2 ** 52 + index, index],
      ),
    ),
    ...also,
  ]);
  await db.close();
  const database = await emptyDatabase();
  const url = schema === undefined ? database.url : await withSchema(database.url, schema);
  const postgres = await openPostgres({ url, connections: 2, onNotice: none });
  await migrate(postgres, { migrations, now });
  const source = openSource(file);
  const target = await openTarget(url);
  onTestFinished(async () => {
    source.close();
    await target.close();
    await postgres.close();
    await database.drop();
  });
  const stored = async (table: string) => (await postgres.read(raw(`select 1 from ${table}`))).length;
  return { file, source, target, postgres, stored };
}

/** Creates a schema in a database and returns a URL that selects it. */
async function withSchema(url: string, schema: string): Promise<string> {
  const connection = await connectTo(url);
  await connection.command(`create schema "${schema}"`).finally(connection.close);
  const inside = new URL(url);
  inside.searchParams.set('options', `-csearch_path="${schema}"`);
  return inside.href;
}

describe.runIf(engines.includes('postgres'))('moveRows', () => {
  test('moves every table in batches and keeps the foreign keys', async () => {
    const { source, target, postgres, stored } = await setUp(450);
    const foreignKeys = raw("select conname from pg_constraint where contype = 'f' order by conname");
    const before = await postgres.read(foreignKeys);
    const progress: Record<string, unknown[]> = {};
    const rows = source.tables.reduce((sum, table) => sum + source.count(table), 0);
    const moved = await moveRows(source, target, ({ what, done, of, unit }) => {
      expect({ of, unit }).toEqual(done === undefined ? {} : { of: rows, unit: 'rows' });
      progress[what] = [...(progress[what] ?? []), done];
    });
    const copied = progress['Copying'] ?? [];
    expect(copied.length).toBeGreaterThan(4);
    expect(copied).toEqual([...copied].sort((a, b) => Number(a) - Number(b)));
    expect(copied.at(-1)).toBe(rows);
    expect(progress['Comparing']?.[0]).toBe(0);
    expect(moved.map(({ table }) => table).sort()).toEqual(source.tables.map(({ name }) => name).sort());
    expect(moved.find(({ table }) => table === 'agents')?.rows).toBe(450);
    expect(await stored('agents')).toBe(450);
    expect(await postgres.read(foreignKeys)).toEqual(before);
    expect(await findWrongCounts(postgres, 10)).toEqual([]);
    await postgres.write([raw("delete from agents where id < 'agent_2'")]);
    expect(await findWrongCounts(postgres, 10)).toEqual([]);
    expect(before.length).toBeGreaterThan(10);
    expect(await postgres.read(raw("select name, created_at from agents where id = 'agent_7'"))).toEqual([
      { name: `Name '"\\ 7 ß🙂`, created_at: 2 ** 52 + 7 },
    ]);
  });

  test('queues the messages, whose words the target indexes itself', async () => {
    const { source, target, postgres } = await setUp(1, undefined, [
      raw(
        "insert into conversations (id, workspace_id, agent_id, status, created_at, updated_at) values ('conv', 'ws', 'agent_0', 'open', 1, 1)",
      ),
      raw(
        "insert into messages (id, workspace_id, conversation_id, role, content, status, created_at) values ('msg', 'ws', 'conv', 'user', 'Hi', 'complete', 1)",
      ),
      raw('delete from messages_to_index'),
      raw("insert into message_words (message_id, workspace_id, conversation_id) values ('msg', 'ws', 'conv')"),
    ]);
    await moveRows(source, target, none);
    expect(await postgres.read(raw('select message_id from messages_to_index'))).toEqual([{ message_id: 'msg' }]);
    expect(await postgres.read(raw('select 1 from message_words'))).toEqual([]);
  });

  test('moves into a schema whose name needs quoting', async () => {
    const { source, target, stored } = await setUp(1, 'Own-1');
    await moveRows(source, target, none);
    expect(await stored('agents')).toBe(1);
  });

  test('moves nothing if a stored row differs from its source', async () => {
    const { source, target, stored } = await setUp(5);
    const altering: Target = {
      ...target,
      insert: (table, rows) =>
        target.insert(
          table,
          rows.map((row) => ('model' in row ? { ...row, model: 'other' } : row)),
        ),
    };
    await expect(moveRows(source, altering, none)).rejects.toThrow(
      'The copy of the table agents differs from its source',
    );
    await target.close();
    expect(await stored('accounts')).toBe(0);
  });

  test('moves nothing if a foreign key is broken or a row cannot be stored', async () => {
    const { source, target, stored } = await setUp(5);
    const lossy: Target = {
      ...target,
      insert: async (table, rows) => (table.name === 'accounts' ? undefined : target.insert(table, rows)),
    };
    await expect(moveRows(source, lossy, none)).rejects.toThrow('violates foreign key constraint');
    await target.close();
    expect(await stored('agents')).toBe(0);

    const second = await setUp(1);
    const nul: Target = {
      ...second.target,
      insert: (table, rows) =>
        second.target.insert(
          table,
          rows.map((row) => ({ ...row, id: 'a\0b' })),
        ),
    };
    await expect(moveRows(second.source, nul, none)).rejects.toThrow(
      /^The table \w+ could not be copied, so nothing was moved: /,
    );
  });

  test('locks the source against other writers', async () => {
    const { file } = await setUp(1);
    expect(() => openSource(file)).toThrow('is in use by another command');
  }, 20_000);
});

test('a checksum ignores the order of rows and columns and nothing else', () => {
  const rows = [
    { a: 'x', b: 1 },
    { a: 'y', b: null },
  ];
  const over = (table: Table['columns'], list: readonly Record<string, unknown>[]) => {
    const checksum = createChecksum(table);
    for (const row of list) checksum.add(row);
    return checksum.result();
  };
  const whole = over(['a', 'b'], rows);
  expect(over(['b', 'a'], [...rows].reverse())).toEqual(whole);
  expect(whole.rows).toBe(2);
  for (const other of [
    [rows[0], rows[0]],
    [{ a: 'x', b: '1' }, rows[1]],
    [rows[0], { a: 'y', b: '' }],
    [rows[0], { a: 'y', b: null }, rows[0]],
  ]) {
    expect(over(['a', 'b'], other as Record<string, unknown>[])).not.toEqual(whole);
  }
});

// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { unmigratedDatabase } from '../../../testing/databases/unmigrated-database.ts';
import type { Database } from '../database.ts';
import { migrations } from './index.ts';
import { migrate } from './migrate.ts';

const now = Date.now;
const prompts = ['', 'Answer briefly.', '\u96f6'.repeat(50_000)];

/** A database of the version before, with agents that have a history. */
async function filled(db: Database): Promise<void> {
  await migrate(db, { migrations: migrations.slice(0, 6), now });
  await db.write([
    raw(`insert into accounts (id, plan, created_at) values ('acct_1', 'free', 1)`),
    raw(`insert into workspaces (id, account_id, name, name_folded, version, created_at, updated_at)
         values ('ws_1', 'acct_1', 'Home', 'home', 1, 1, 1)`),
    ...prompts.flatMap((prompt, number) => [
      raw(
        `insert into agents (id, workspace_id, name, description, system_prompt, model, temperature, status, version,
           created_at, updated_at, name_folded, description_folded)
         values ('agent_${number}', 'ws_1', 'A', '', ${db.engine === 'sqlite' ? '?' : '$1'}, 'm', '0.7', 'active', 1,
           ${number}, ${number}, 'a', '')`,
        [prompt],
      ),
      raw(`insert into conversations (id, workspace_id, agent_id, status, created_at, updated_at)
           values ('conv_${number}', 'ws_1', 'agent_${number}', 'open', 1, 1)`),
      raw(`insert into messages (id, workspace_id, conversation_id, role, content, status, created_at)
           values ('msg_${number}', 'ws_1', 'conv_${number}', 'user', 'Hi', 'complete', 1)`),
    ]),
  ]);
}

async function indexesOf(db: Database): Promise<string[]> {
  const sql =
    db.engine === 'sqlite'
      ? "select name from sqlite_schema where type = 'index'"
      : 'select indexname as name from pg_indexes where schemaname = current_schema()';
  return (await db.read<{ name: string }>({ sql, parameters: [] })).map(({ name }) => name);
}

describe.each(engines)('0007, on %s', (engine) => {
  test('keeps every prompt and every row of its agent', async () => {
    const db = await unmigratedDatabase(engine);
    await filled(db);
    expect(await migrate(db, { migrations: migrations.slice(0, 7), now })).toEqual(['0007-covering-indexes']);
    const agents = db.query.selectFrom('agents').select(['id', 'system_prompt', 'model', 'name_folded']).orderBy('id');
    expect(await db.read(agents)).toEqual(
      prompts.map((prompt, number) => ({
        ...{ id: `agent_${number}`, system_prompt: prompt },
        ...{ model: 'm', name_folded: 'a' },
      })),
    );
    const messages = db.query
      .selectFrom('messages')
      .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
      .select(['messages.id', 'agent_id'])
      .orderBy('messages.id');
    expect(await db.read(messages)).toEqual(
      prompts.map((_, number) => ({ id: `msg_${number}`, agent_id: `agent_${number}` })),
    );
    // A foreign key still deletes what belongs to an agent.
    await db.write([raw("delete from agents where id = 'agent_1'")]);
    expect((await db.read(messages)).map(({ id }) => id)).toEqual(['msg_0', 'msg_2']);
  });

  test('replaces indexes, one for one', async () => {
    const db = await unmigratedDatabase(engine);
    await filled(db);
    const before = await indexesOf(db);
    await migrate(db, { migrations: migrations.slice(0, 7), now });
    const after = await indexesOf(db);
    expect(after).toHaveLength(before.length);
    expect(after.filter((name) => !before.includes(name)).every((name) => name.includes('_listed_by_'))).toBe(true);
  });

  test('takes an index that the operator built before', async () => {
    const db = await unmigratedDatabase(engine);
    await filled(db);
    const columns = 'conversation_id, workspace_id, created_at, id';
    await db.write([raw(`create index messages_listed_by_conversation on messages (${columns})`)]);
    expect(await migrate(db, { migrations: migrations.slice(0, 7), now })).toEqual(['0007-covering-indexes']);
    expect(await indexesOf(db)).toContain('messages_listed_by_conversation');
  });

  test.runIf(engine === 'sqlite')('stores prompts behind what is looked at without them', async () => {
    const db = await unmigratedDatabase(engine);
    await migrate(db, { migrations, now });
    const sql = "select name from pragma_table_info('agents') order by cid desc limit 1";
    expect(await db.read({ sql, parameters: [] })).toEqual([{ name: 'system_prompt' }]);
  });
});

// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { fillWorkspace } from '../../../../testing/fixtures/full-workspace.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import type { Database } from '../../../storage/database.ts';

const patient = { timeout: 60_000, interval: 25 };

/** The text columns of all tables, as the database itself lists them. */
async function columnsOf(db: Database): Promise<readonly { readonly table: string; readonly column: string }[]> {
  const sql = {
    sqlite: `select m.name as "table", p.name as "column" from sqlite_schema m, pragma_table_info(m.name) p
      where m.type = 'table' and m.name not like 'sqlite_%'`,
    postgres: `select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = current_schema() and data_type = 'text'`,
  }[db.engine];
  return db.read<{ table: string; column: string }>({ sql, parameters: [] });
}

/** The tables that tell of what is gone, by design: what happened, and answers that were sent. */
const records = new Set(['event_log', 'idempotency_keys']);

describe.each(engines)('what belongs to a source, on %s', (engine) => {
  const parley = service(engine);
  let owner: Person;
  let client: Parley;

  beforeAll(async () => {
    owner = await parley.person();
    client = await owner.session();
  });

  /** The places that name an ID: tables with a column that has it as its value. */
  const placesOf = async (id: string): Promise<string[]> => {
    const { db } = parley;
    const found: string[] = [];
    for (const { table, column } of await columnsOf(db)) {
      if (records.has(table)) continue;
      const sql = `select 1 as found from "${table}" where "${column}" = ${engine === 'sqlite' ? '?' : '$1'} limit 1`;
      const rows = await db.read({ sql, parameters: [id] });
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    return found.toSorted();
  };

  /** The tables that have a source in a column of their own. */
  const tablesOfSources = async () =>
    (await columnsOf(parley.db))
      .filter(({ column }) => column === 'source_id' || column === 'source')
      .map(({ table }) => table);

  /** A workspace with a row in every table, and its source with content. */
  const full = async (name: string) => {
    const workspace = await fillWorkspace(parley, { owner, client, name });
    const { knowledgeSources } = await client.agents.retrieve(workspace.agent);
    return { ...workspace, source: knowledgeSources[0] ?? '' };
  };

  test('fills every table that has a column for it', async () => {
    const { source } = await full('Full');
    const places = new Set((await placesOf(source)).map((place) => place.split('.')[0]));
    expect((await tablesOfSources()).filter((table) => !places.has(table))).toEqual([]);
  });

  test('is gone from every table after its deletion, also if no agent had it', async () => {
    const { source, agent } = await full('Source');
    await client.knowledgeSources.delete(source, { force: true });
    expect((await client.agents.retrieve(agent)).knowledgeSources).toEqual([]);
    await vi.waitFor(async () => expect(await placesOf(source)).toEqual([]), patient);
  });

  test('is gone with its workspace', async () => {
    const { id, source, agent, name } = await full('Workspace');
    await client.workspaces.delete(id, { confirm: name });
    await vi.waitFor(async () => {
      expect(await placesOf(source)).toEqual([]);
      expect(await placesOf(agent)).toEqual([]);
      expect(await placesOf(id)).toEqual([]);
    }, patient);
  });

  test('stays if an agent is deleted; what the agent was asked goes', async () => {
    const { source, agent } = await full('Agent');
    const before = await placesOf(source);
    await client.agents.delete(agent);
    await vi.waitFor(async () => expect(await placesOf(agent)).toEqual([]), patient);
    const gone = new Set(['agent_sources.source_id', 'knowledge_questions.source_id']);
    expect(await placesOf(source)).toEqual(before.filter((place) => !gone.has(place)));
  });
});

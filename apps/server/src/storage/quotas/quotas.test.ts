// @module-tag sql
import { describe, expect, onTestFinished, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { databaseOf } from '../../../testing/databases/migrated-database.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { migratedDatabase } from '../../../testing/databases/temp-postgres.ts';
import { makeInhabitant, makeWorkspace, row } from '../../../testing/fixtures/people.ts';
import { newId } from '../../ids.ts';
import type { Database } from '../database.ts';
import { openPostgres } from '../postgres/open.ts';
import { findWrongCounts, recount } from './counts.ts';
import { createQuotas } from './quotas.ts';
import { readQuotas } from './settings.ts';

const now = Date.now;

const agentRow = (workspace: string, name: string) => ({
  ...{ id: newId('agent'), workspace_id: workspace, name, description: '', system_prompt: '', model: 'm' },
  ...{ temperature: '1', status: 'active', version: 1, created_at: 1, updated_at: 1 },
  ...{ name_folded: name, description_folded: '', deleted_at: null },
  ...{ answer_mode: 'open', grounding_judge: 'rules', rerank: 0 },
});

/** Concurrent units: enough for every connection of both processes. */
const lanes = 20;

/** Creates an account with a workspace. */
async function home(db: Database) {
  const ann = await makeInhabitant({ db }, 'Ann');
  return { account: ann.account, workspace: await makeWorkspace({ db }, ann.account, new Map([[ann, 'owner']])) };
}

/** The quotas of a process with a limit on agents. */
const limited = (db: Database, agents: number) =>
  createQuotas({ db, now, limits: readQuotas({ PARLEY_PLAN_QUOTAS: `business.agents=${agents}` }, []) });

describe.each(engines)('counting, on %s', (engine) => {
  const database = databaseOf(engine);

  /** A database as several processes see it; SQLite has one. */
  const severally = async (): Promise<readonly [Database, ...Database[]]> => {
    if (engine === 'sqlite') return [database()];
    const { url, drop } = await migratedDatabase();
    const open = () => openPostgres({ url, connections: 8, onNotice: () => undefined });
    const [first, second] = await Promise.all([open(), open()]);
    onTestFinished(async () => {
      await Promise.all([first.close(), second.close()]);
      await drop();
    });
    return [first, second];
  };

  // From far below the limit, where units don't wait for each other, to the limit, where each waits for all others.
  test('many units at once, of several processes, fill a quota exactly', async () => {
    const databases = await severally();
    const [db] = databases;
    const { workspace, account } = await home(db);
    const most = 600;
    const processes = databases.map((each) => limited(each, most));
    const refused: unknown[] = [];
    const lane = async (_: unknown, number: number) => {
      const { db: own, room } = processes[number % processes.length] ?? limited(db, most);
      for (let count = 0; count < most / lanes + 5; count += 1) {
        const agent = row(own, 'agents', agentRow(workspace, `${number} ${count}`));
        await own.write([agent, ...room('agents', { workspace })]).catch((error: unknown) => refused.push(error));
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    for (const error of refused) expect(error).toMatchObject({ code: 'quota_exceeded' });
    expect(refused).toHaveLength(lanes * 5);
    const { items = [] } = (await processes[0]?.quotasOf({ account })) ?? {};
    expect(items).toContainEqual({ kind: 'agents', used: most, limit: most });
    expect(await findWrongCounts(db, 10)).toEqual([]);
  });

  test('a wrong counter is found, named and mended', async () => {
    const db = database();
    const { workspace, account } = await home(db);
    await db.write([row(db, 'agents', agentRow(workspace, 'A'))]);
    const of = (kind: string) => `where account_id = '${account}' and kind = '${kind}'`;
    await db.write([raw(`update quota_counts set used = used + 7 ${of('agents')}`)]);
    await db.write([raw(`delete from quota_counts ${of('members')}`)]);
    expect(await findWrongCounts(db, 10)).toEqual([
      { account, kind: 'agents', counted: 8, real: 1 },
      { account, kind: 'members', counted: 0, real: 1 },
    ]);
    await db.write(recount(db));
    expect(await findWrongCounts(db, 10)).toEqual([]);
  });

  test('a recount beside creations and deletions loses none of them', async () => {
    const databases = await severally();
    const [db] = databases;
    const { workspace } = await home(db);
    const changes = Array.from({ length: 120 }, async (_, index) => {
      const agent = agentRow(workspace, `B ${index}`);
      const own = databases[index % databases.length] ?? db;
      await own.write([row(own, 'agents', agent)]);
      if (index % 3 === 0) await own.write([raw(`delete from agents where id = '${agent.id}'`)]);
    });
    for (let time = 0; time < 5; time += 1) await db.write(recount(db));
    await Promise.all(changes);
    expect(await findWrongCounts(db, 10)).toEqual([]);
  });

  test('deletes many rows with one statement, and hides and shows some again', async () => {
    const db = database();
    const { workspace } = await home(db);
    const agents = Array.from({ length: 30 }, (_, index) => row(db, 'agents', agentRow(workspace, `C ${index}`)));
    await db.write(agents);
    const some = `workspace_id = '${workspace}' and name < 'C 2'`;
    await db.write([raw(`update agents set deleted_at = 5 where ${some}`)]);
    await db.write([raw(`update agents set deleted_at = 6 where ${some}`)]);
    expect(await findWrongCounts(db, 10)).toEqual([]);
    await db.write([raw(`update agents set deleted_at = null where ${some} and name < 'C 15'`)]);
    expect(await findWrongCounts(db, 10)).toEqual([]);
    await db.write([raw(`delete from agents where workspace_id = '${workspace}'`)]);
    expect(await findWrongCounts(db, 10)).toEqual([]);
  });
});

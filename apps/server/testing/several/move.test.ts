// @module-tag nightly
// @module-tag sql

import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Agent, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { dataFolder } from '../../src/storage/opening/data-folder.ts';
import { lockDataFolder } from '../../src/storage/sqlite/lock.ts';
import { type Installation, makeInstallation, owner } from '../crash/installation.ts';
import { engines } from '../databases/engines.ts';
import { connectTo } from '../databases/postgres.ts';
import { emptyDatabase } from '../databases/temp-postgres.ts';
import { password, sessionClient } from '../harness.ts';
import { type Environment, type Finished, parley, startServer } from '../processes/program.ts';
import { tempFolder } from '../temp-folder.ts';

const agents = 30;

/** An installation with agents and no server. */
async function makeFilled(): Promise<Installation & { readonly before: readonly Agent[] }> {
  const made = await makeInstallation('sqlite');
  const server = await startServer(made.dataDir, { env: made.env });
  const client = made.client(server.url);
  const ids: string[] = [];
  for (let count = 0; count < agents; count += 1) {
    const agent = await client.agents.create({ name: `Ägent ${count} 🙂`, temperature: 0.1 + 0.2 });
    ids.push(agent._id);
  }
  const before = await Promise.all(ids.map((id) => client.agents.retrieve(id)));
  await server.stop();
  return { ...made, before };
}

let filled: Awaited<ReturnType<typeof makeFilled>>;

/** A copy of it for one test, and an empty target. */
async function installation({ onTestFinished }: TestContext) {
  const dataDir = join(tempFolder(), 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  cpSync(filled.dataDir, dataDir, { recursive: true });
  const target = await emptyDatabase();
  onTestFinished(target.drop);
  return { ...filled, dataDir, target: target.url };
}

const move = (from: string, to: string, env: Environment = {}) =>
  parley(['move', '--from', from, '--to', to, '--json'], { env });

/** The sentence of a move that failed with exit code 1. */
function errorOf({ code, stdout }: Finished): string {
  expect(code).toBe(1);
  return (JSON.parse(stdout) as { error: string }).error;
}

/** Number of rows of a table on the target; undefined if the table doesn't exist. */
async function rowsOf(url: string, table: string): Promise<number | undefined> {
  const connection = await connectTo(url);
  const { rows } = await connection.command(
    `select (xpath('/row/n/text()', query_to_xml('select count(*) as n from ${table}', false, true, '')))[1]::text::int as n
     from information_schema.tables where table_name = '${table}'`,
  );
  await connection.close();
  return rows[0] === undefined ? undefined : Number(rows[0]['n']);
}

// Side by side, because a move waits at its end for commands that began before it.
describe.runIf(engines.includes('postgres')).concurrent('parley move', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    filled = await makeFilled();
  });

  test('copies everything: keys, agents, times and IDs work as before', async (context) => {
    const { dataDir, env, key, before, target } = await installation(context);
    const { code, stdout, stderr } = await move(dataDir, target);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { tables, advice } = JSON.parse(stdout);
    expect(tables).toContainEqual({ table: 'agents', rows: agents, digest: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(advice.join(' ')).toContain(`--data-dir ${dataDir}`);
    expect(stdout + stderr).not.toContain(key);

    const server = await startServer(dataDir, { env: { ...env, DATABASE_URL: target } });
    const client = new Parley({ baseURL: server.url, apiKey: key, maxRetries: 0 });
    expect(await Promise.all(before.map(({ _id }) => client.agents.retrieve(_id)))).toEqual(before);
    const session = sessionClient(server.url);
    await session.sessions.create({ email: owner.email, password });
    const page = await session.agents.list({ limit: 100 });
    expect(page.items).toHaveLength(agents);
    const rows = (tables as { rows: number }[]).reduce((sum, table) => sum + table.rows, 0);
    expect((await session.events.list({ types: 'database.*' })).items).toMatchObject([
      { type: 'database.moved', workspace: null, actor: { kind: 'operator' }, data: { rows } },
    ]);
    await client.agents.delete(before[0]?._id ?? '');
    expect(await server.stop()).toBe(0);
  });

  test('leaves a note, so that no command writes in the folder any more', async (context) => {
    const { dataDir, target } = await installation(context);
    expect((await move(dataDir, target)).code).toBe(0);
    const refused = await parley(['key', 'list', '--data-dir', dataDir]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /^The data of this folder was moved to 127\.0\.0\.1:\d+\/\S+ at \S+Z\. Set DATABASE_URL/,
    );
    rmSync(dataFolder(dataDir).moved);
    expect((await parley(['key', 'list', '--data-dir', dataDir])).code).toBe(0);
  });

  test('refuses a target that isn’t empty, and changes nothing there', async (context) => {
    const { dataDir, target } = await installation(context);
    const other = await connectTo(target);
    await other.command('create table diary (entry text)');
    const foreign = await move(dataDir, target);
    expect(errorOf(foreign)).toContain('it has the table diary');
    expect(await rowsOf(target, 'agents')).toBeUndefined();
    await other.command('drop table diary');
    await other.close();
    expect((await move(dataDir, target)).code).toBe(0);
    rmSync(dataFolder(dataDir).moved);
    const again = await move(dataDir, target);
    expect(errorOf(again)).toMatch(/^The target is not empty: its table \w+ holds rows/);
    expect(await rowsOf(target, 'agents')).toBe(agents);
  });

  test('refuses while a server runs on the folder, and if it has no database', async (context) => {
    const { dataDir, target } = await installation(context);
    const lock = lockDataFolder(dataDir);
    const locked = await move(dataDir, target);
    lock.close();
    expect(errorOf(locked)).toContain('Another Parley server already uses');
    const nothing = await move(join(dataDir, 'nothing'), target);
    expect(errorOf(nothing)).toContain('There is no database in');
    expect(existsSync(dataFolder(dataDir).moved)).toBe(false);
    expect(await rowsOf(target, 'agents')).toBeUndefined();
  });

  const refusals: [args: string[], sentence: string][] = [
    [[], 'Name the target'],
    [['--to', 'mysql://somewhere/else'], 'must begin with postgres://'],
    [
      ['--to', 'postgres://parley:secret@127.0.0.1:1/parley'],
      '127.0.0.1:1/parley could not be opened: the connection was refused',
    ],
  ];
  test.for(refusals)('refuses %j in one sentence', async ([args, sentence], context) => {
    const { dataDir } = await installation(context);
    const { code, stderr } = await parley(['move', '--from', dataDir, ...args]);
    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('secret');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('refuses another pepper than that of the existing keys', async (context) => {
    const { dataDir, target } = await installation(context);
    const refused = await move(dataDir, target, { PARLEY_KEY_PEPPER: 'x'.repeat(40) });
    expect(errorOf(refused)).toContain('The key pepper is not the one');
    expect(await rowsOf(target, 'agents')).toBeUndefined();
  });
});

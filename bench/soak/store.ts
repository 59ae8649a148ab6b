import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../apps/server/src/storage/database.ts';
import { dataFolder } from '../../apps/server/src/storage/opening/data-folder.ts';
import { openConnection } from '../../apps/server/src/storage/sqlite/driver.ts';
import { connectTo, makeDatabase, startCluster } from '../../apps/server/testing/databases/postgres.ts';

/** The data of a run, beside the server. */
export interface Store {
  readonly engine: Engine;
  readonly dataDir: string;
  /** `postgres://…`; undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  /** The sizes of the database and of its write-ahead log, in bytes. */
  sizes(): Promise<{ database: number; wal: number }>;
  /** The number of rows of each table that must not grow, without those of the given workspaces. */
  rows(except: readonly string[]): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/**
 * The tables whose rows a run must give back. Events and hours of usage are kept for 90 days, so they grow with each
 * write, and the database with them.
 */
const ofWorkspaces = [
  'agents',
  'agent_sources',
  'conversations',
  'messages',
  'invitations',
  'jobs',
  'knowledge_sources',
  'channels',
];
const ofInstance = ['sessions', 'api_keys', 'idempotency_keys', 'workspaces', 'users'];

/** Creates an empty place for data; undefined if this machine has no such engine. The caller must close it. */
export async function openStore(engine: Engine, folder: string): Promise<Store | undefined> {
  return engine === 'sqlite' ? embedded(join(folder, 'data')) : onPostgres(join(folder, 'data'));
}

type Ask = (sql: string) => Promise<Record<string, unknown>[]>;

function embedded(dataDir: string): Store {
  const file = dataFolder(dataDir).database;
  const ask: Ask = async (sql) => {
    const connection = openConnection({ file, readOnly: true });
    try {
      return connection.all(sql);
    } finally {
      connection.close();
    }
  };
  return {
    engine: 'sqlite',
    dataDir,
    databaseUrl: undefined,
    sizes: async () => ({ database: fileSize(file), wal: fileSize(`${file}-wal`) }),
    rows: (except) => countRows(ask, except),
    close: async () => {},
  };
}

/** A database on the server of `TEST_DATABASE_URL`, or on a temporary cluster of its own. */
async function onPostgres(dataDir: string): Promise<Store | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  const cluster = given === undefined ? await startCluster() : undefined;
  const admin = given ?? cluster?.url('postgres');
  if (admin === undefined) return undefined;
  const database = await makeDatabase(admin);
  const connection = await connectTo(database.url);
  const ask: Ask = async (sql) => (await connection.ask(sql, [])).rows;
  const number = async (sql: string) => Number((await ask(sql))[0]?.['value']);
  // The size of the log belongs to the whole cluster, and only some users may ask for it.
  const isOwn = cluster !== undefined;
  return {
    engine: 'postgres',
    dataDir,
    databaseUrl: database.url,
    sizes: async () => ({
      database: await number('select pg_database_size(current_database()) as value'),
      wal: isOwn ? await number('select sum(size) as value from pg_ls_waldir()') : 0,
    }),
    rows: (except) => countRows(ask, except),
    close: async () => {
      await connection.close();
      await database.drop();
      await cluster?.close();
    },
  };
}

async function countRows(ask: Ask, except: readonly string[]): Promise<Record<string, number>> {
  const others = except.map((id) => `'${id}'`).join(', ');
  const filter = except.length === 0 ? '' : ` where workspace_id not in (${others})`;
  const counts = [...ofWorkspaces.map((table) => [table, filter]), ...ofInstance.map((table) => [table, ''])].map(
    ([table, where]) => `select '${table}' as name, count(*) as value from ${table}${where}`,
  );
  const rows = await ask(counts.join(' union all '));
  return Object.fromEntries(rows.map((row) => [String(row['name']), Number(row['value'])]));
}

/** The size of a file in bytes; 0 if the file doesn't exist. */
export const fileSize = (file: string): number => (existsSync(file) ? statSync(file).size : 0);

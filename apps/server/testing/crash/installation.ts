import { join } from 'node:path';
import { Parley } from '@parley/sdk';
import { dataFolder } from '../../src/storage/data-folder.ts';
import type { Engine } from '../../src/storage/database.ts';
import { checkIntegrity, withReader } from '../../src/storage/sqlite/backup-format.ts';
import { openConnection } from '../../src/storage/sqlite/driver.ts';
import { command } from '../command.ts';
import { password } from '../harness.ts';
import { connectTo } from '../postgres.ts';
import type { Environment } from '../program.ts';
import { tempFolder } from '../temp-folder.ts';
import { emptyDatabase } from '../temp-postgres.ts';
import type { FoundAgent } from './history.ts';
import { type Ask, agentsIn, brokenUnits } from './whole.ts';

/** A data folder with an owner and a key, on which servers are started and stopped. */
export interface Installation {
  readonly dataDir: string;
  /** Environment variables for its servers. */
  readonly env: Environment;
  /** An API key with every scope. */
  readonly key: string;
  /** A client of one of its servers, without retries. */
  client(url: string): Parley;
  /**
   * Checks the stored data, also beside a running server; returns one sentence per incomplete unit of work. Throws if
   * the database is damaged.
   */
  inspect(): Promise<string[]>;
  /** The stored agents. */
  agents(): Promise<FoundAgent[]>;
  /** The number of stored messages whose words aren't indexed yet. */
  unindexed(): Promise<number>;
  close(): Promise<void>;
}

/** The owner. */
export const owner = { email: 'owner@example.com', password };

/** Creates an installation with the command line, as an operator does. The caller must close it. */
export async function makeInstallation(engine: Engine): Promise<Installation> {
  const dataDir = join(tempFolder(), 'data');
  const database = engine === 'postgres' ? await emptyDatabase() : undefined;
  // Limits that no test reaches.
  const env = {
    PARLEY_PLAN_LIMITS: 'free=9999999',
    PARLEY_PLAN_CONCURRENCY: 'replies:free=1000000;streams:free=1000000;exports:free=1000000',
    ...(database && { DATABASE_URL: database.url }),
  };
  const ask = asker(dataFolder(dataDir).database, database?.url);
  const inspect = () => (database === undefined ? inspectFolder(dataDir) : ask(brokenUnits));
  const call = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await command([...args, '--data-dir', dataDir], { env, input: password });
    if (code !== 0) throw new Error(`parley ${args.join(' ')} ended with ${code}: ${stderr}`);
    return stdout.trim();
  };
  await call('user', 'create', '--email', owner.email, '--password-stdin');
  const key = await call('key', 'create', '--email', owner.email, '--name', 'test', '--scopes', 'workspace:admin');
  return {
    dataDir,
    env,
    key,
    client: (baseURL) => new Parley({ baseURL, apiKey: key, maxRetries: 0 }),
    inspect,
    agents: () => ask(agentsIn),
    unindexed: () => ask(async (query) => (await query('select message_id from messages_to_index')).length),
    close: async () => database?.drop(),
  };
}

/** The checks for any data folder of the embedded database. */
export async function inspectFolder(dataDir: string): Promise<string[]> {
  const { database } = dataFolder(dataDir);
  withReader(database, checkIntegrity);
  return asker(database, undefined)(brokenUnits);
}

/** Returns a function that opens a new connection for each query of the stored data. */
export function asker(file: string, url: string | undefined) {
  return async <Result>(use: (ask: Ask) => Promise<Result>): Promise<Result> => {
    if (url !== undefined) {
      const connection = await connectTo(url);
      return use(async (sql) => (await connection.ask(sql, [])).rows).finally(connection.close);
    }
    const connection = openConnection({ file, readOnly: true });
    return use((sql) => connection.all(sql)).finally(connection.close);
  };
}

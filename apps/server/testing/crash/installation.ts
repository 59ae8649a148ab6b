import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Parley } from '@parley/sdk';
import { pino } from 'pino';
import { createSecrets } from '../../src/access/secrets.ts';
import { createFeatures } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Engine } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { dataFolder } from '../../src/storage/opening/data-folder.ts';
import { openDatabase } from '../../src/storage/opening/open-database.ts';
import { checkPepper } from '../../src/storage/secrets/pepper-check.ts';
import { readOrMakePepper } from '../../src/storage/secrets/secret-file.ts';
import { checkIntegrity, withReader } from '../../src/storage/sqlite/backup/backup-format.ts';
import { openConnection } from '../../src/storage/sqlite/driver.ts';
import { placeMigratedFile } from '../databases/migrated-file.ts';
import { connectTo } from '../databases/postgres.ts';
import { migratedDatabase } from '../databases/temp-postgres.ts';
import { password } from '../harness.ts';
import type { Environment } from '../processes/program.ts';
import { tempFolder } from '../temp-folder.ts';
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

/**
 * Creates an installation as the commands do, but in this process: two processes would take a second of a core each.
 * The caller must close it.
 */
export async function makeInstallation(engine: Engine): Promise<Installation> {
  const dataDir = join(tempFolder(), 'data');
  const database = engine === 'postgres' ? await migratedDatabase() : undefined;
  // Limits that no test reaches.
  const env = {
    PARLEY_PLAN_LIMITS: 'free=9999999',
    PARLEY_PLAN_CONCURRENCY: 'replies:free=1000000;streams:free=1000000;exports:free=1000000',
    ...(database && { DATABASE_URL: database.url }),
  };
  const ask = asker(dataFolder(dataDir).database, database?.url);
  const inspect = () => (database === undefined ? inspectFolder(dataDir) : ask(brokenUnits));
  if (engine === 'sqlite') {
    await mkdir(dataDir, { mode: 0o700 });
    await placeMigratedFile(dataDir);
  }
  const key = await makeOwner(dataDir, env);
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

/** Creates the owner, and returns an API key. */
async function makeOwner(dataDir: string, env: Environment): Promise<string> {
  const config = readConfig(env, dataDir);
  const now = () => Date.now();
  const onFatal = (error: Error) => {
    throw error;
  };
  const db = await openDatabase({ dataDir, databaseUrl: config.databaseUrl, now, onFatal, onNotice: () => {} });
  await migrate(db, { migrations, now });
  const pepper = await readOrMakePepper(dataDir);
  await checkPepper(db, createSecrets(pepper).check);
  const features = createFeatures({ config, db, pepper, logger: pino({ level: 'silent' }), now });
  const draft = { ...owner, name: '' };
  const { user, account } = await features.accounts.create(draft, { plan: 'free', workspaceName: 'My workspace' });
  const draftOfKey = { name: 'test', scopes: ['workspace:admin'], environment: 'development' } as const;
  const { key } = await features.keyOperations.create({ ...draftOfKey, account: account.id, user });
  await features.close();
  await db.close();
  return key;
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

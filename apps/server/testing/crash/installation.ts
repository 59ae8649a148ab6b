import { join } from 'node:path';
import { Parley } from '@parley/sdk';
import { dataFolder } from '../../src/storage/data-folder.ts';
import type { Engine } from '../../src/storage/database.ts';
import { checkIntegrity, withReader } from '../../src/storage/sqlite/backup-format.ts';
import { openConnection } from '../../src/storage/sqlite/driver.ts';
import { password } from '../harness.ts';
import { connectTo } from '../postgres.ts';
import { type Environment, parley } from '../program.ts';
import { tempFolder } from '../temp-folder.ts';
import { emptyDatabase } from '../temp-postgres.ts';
import type { FoundAgent } from './history.ts';
import { type Ask, agentsIn, brokenUnits } from './whole.ts';

/** A data folder with an owner and a key; servers come and go on it. */
export interface Installation {
  readonly dataDir: string;
  /** What a server on it needs in its environment. */
  readonly env: Environment;
  /** An API key that may do everything. */
  readonly key: string;
  /** A client of a server on it that never sends anything twice by itself. */
  client(url: string): Parley;
  /**
   * Looks at what is stored, beside a running server: one sentence for each unit of work that is there in part.
   * Throws where the database is damaged.
   */
  inspect(): Promise<string[]>;
  /** The agents that are stored. */
  agents(): Promise<FoundAgent[]>;
  close(): Promise<void>;
}

/** Who owns it. */
export const owner = { email: 'owner@example.com', password };

/** Makes one with the command line, as an operator does; whoever does so closes it. */
export async function makeInstallation(engine: Engine): Promise<Installation> {
  const dataDir = join(tempFolder(), 'data');
  const database = engine === 'postgres' ? await emptyDatabase() : undefined;
  // Limits that no test reaches.
  const env = { PARLEY_PLAN_LIMITS: 'free=9999999', ...(database && { DATABASE_URL: database.url }) };
  const ask = asker(dataFolder(dataDir).database, database?.url);
  const inspect = () => (database === undefined ? inspectFolder(dataDir) : ask(brokenUnits));
  const call = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await parley([...args, '--data-dir', dataDir], { env, input: password });
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
    close: async () => database?.drop(),
  };
}

/** The same for any data folder of the embedded database. */
export async function inspectFolder(dataDir: string): Promise<string[]> {
  const { database } = dataFolder(dataDir);
  withReader(database, checkIntegrity);
  return asker(database, undefined)(brokenUnits);
}

/** Gives a function that opens a connection of its own for each use of the stored data. */
function asker(file: string, url: string | undefined) {
  return async <Result>(use: (ask: Ask) => Promise<Result>): Promise<Result> => {
    if (url !== undefined) {
      const connection = await connectTo(url);
      return use(async (sql) => (await connection.ask(sql, [])).rows).finally(connection.close);
    }
    const connection = openConnection({ file, readOnly: true });
    return use((sql) => connection.all(sql)).finally(connection.close);
  };
}

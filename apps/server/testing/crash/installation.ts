import { join } from 'node:path';
import { Parley } from '@parley/sdk';
import { dataFolder } from '../../src/storage/data-folder.ts';
import type { Engine } from '../../src/storage/database.ts';
import { checkIntegrity } from '../../src/storage/sqlite/backup-format.ts';
import { openConnection } from '../../src/storage/sqlite/driver.ts';
import { connectTo } from '../postgres.ts';
import { type Environment, parley } from '../program.ts';
import { tempFolder } from '../temp-folder.ts';
import { emptyDatabase } from '../temp-postgres.ts';
import { brokenUnits } from './whole.ts';

/** A data folder with an owner and a key; servers come and go on it. */
export interface Installation {
  readonly dataDir: string;
  /** What a server on it needs in its environment. */
  readonly env: Environment;
  /** A client of a server on it that never sends anything twice by itself. */
  client(url: string): Parley;
  /** Looks at what is stored, beside a running server: one sentence for each thing that is wrong. */
  inspect(): Promise<string[]>;
  close(): Promise<void>;
}

/** Makes one with the command line, as an operator does; whoever does so closes it. */
export async function makeInstallation(engine: Engine): Promise<Installation> {
  const dataDir = join(tempFolder(), 'data');
  const database = engine === 'postgres' ? await emptyDatabase() : undefined;
  // Limits that no test reaches.
  const env = { PARLEY_PLAN_LIMITS: 'free=9999999', ...(database && { DATABASE_URL: database.url }) };
  const email = 'owner@example.com';
  const call = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await parley([...args, '--data-dir', dataDir], { env });
    if (code !== 0) throw new Error(`parley ${args.join(' ')} ended with ${code}: ${stderr}`);
    return stdout.trim();
  };
  await call('user', 'create', '--email', email);
  const apiKey = await call('key', 'create', '--email', email, '--name', 'test', '--scopes', 'workspace:admin');
  return {
    dataDir,
    env,
    client: (baseURL) => new Parley({ baseURL, apiKey, maxRetries: 0 }),
    inspect: () => (database ? inspectServer(database.url) : inspectFile(dataFolder(dataDir).database)),
    close: async () => database?.drop(),
  };
}

/** What is wrong in a database file: its integrity, its foreign keys, and units of work that are there in part. */
async function inspectFile(file: string): Promise<string[]> {
  const connection = openConnection({ file, readOnly: true });
  try {
    checkIntegrity(connection);
    return await brokenUnits((sql) => connection.all(sql));
  } catch (error) {
    return [`The database ${String(error)}`];
  } finally {
    connection.close();
  }
}

/** The same of a database on a server, which looks after its integrity itself. */
async function inspectServer(url: string): Promise<string[]> {
  const connection = await connectTo(url);
  try {
    return await brokenUnits(async (sql) => (await connection.ask(sql, [])).rows);
  } finally {
    await connection.close();
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Database, Engine } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { dataFolder } from '../../src/storage/opening/data-folder.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { placeMigratedFile } from './migrated-file.ts';
import { migratedDatabase } from './temp-postgres.ts';

/** Opens a database with the program's tables for the tests of a block, without a server; returns its accessor. */
export function databaseOf(engine: Engine): () => Database {
  let opened: { readonly db: Database; close(): Promise<void> } | undefined;
  beforeAll(async () => {
    opened = engine === 'sqlite' ? await sqlite() : await postgres();
  });
  afterAll(() => opened?.close());
  return () => {
    if (opened === undefined) throw new Error('The database opens before the tests, not while they are collected.');
    return opened.db;
  };
}

async function sqlite() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-'));
  await placeMigratedFile(folder);
  const db = await openSqlite({ file: dataFolder(folder).database, onFatal: unexpected, onNotice: unexpected });
  await migrate(db, { migrations, now: Date.now });
  const close = async () => {
    await db.close();
    await rm(folder, { recursive: true });
  };
  return { db, close };
}

async function postgres() {
  const database = await migratedDatabase();
  const db = await openPostgres({ url: database.url, connections: 4, onNotice: unexpected });
  const close = async () => {
    await db.close();
    await database.drop();
  };
  return { db, close };
}

function unexpected(what: unknown): never {
  throw new Error('The database reported an unexpected problem.', { cause: what });
}

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import type { Engine } from '../src/storage/database.ts';
import { migrations } from '../src/storage/migrations/index.ts';
import { migrate } from '../src/storage/migrations/migrate.ts';
import { openPostgres } from '../src/storage/postgres/open.ts';
import { openSqlite } from '../src/storage/sqlite/open.ts';
import { makeDatabase, startCluster } from './databases/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The engines of the tests. */
    engines: readonly Engine[] | undefined;
    /** The embedded database with the program's tables, to be copied. */
    migratedFile: string | undefined;
    /** The PostgreSQL server of the tests, and its template database. */
    postgres: { readonly admin: string; readonly template: string } | undefined;
  }
}

const buildScript = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url));

/**
 * Runs once before the tests. Builds the programs of other threads and processes, because those can't load
 * TypeScript, and finds or starts PostgreSQL. Returns the function that cleans up.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = 'sqlite-worker,sqlite-scanner,knowledge-extractor,vectors-worker';
  execFileSync(process.execPath, [buildScript, '--only', programs], { stdio: ['ignore', 'inherit', 'inherit'] });
  const wanted = readEngines(process.env['ENGINES']);
  const postgres = wanted?.includes('postgres') === false ? undefined : await preparePostgres();
  if (postgres === undefined && wanted?.includes('postgres')) {
    throw new Error('ENGINES names postgres: install PostgreSQL, or name a server in TEST_DATABASE_URL.');
  }
  project.provide('engines', wanted ?? (postgres === undefined ? ['sqlite'] : ['sqlite', 'postgres']));
  project.provide('postgres', postgres && { admin: postgres.admin, template: postgres.template });
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-'));
  project.provide('migratedFile', await migratedFile(folder));
  return async () => {
    await rm(folder, { recursive: true });
    await postgres?.close();
  };
}

/** Creates the embedded database that tests copy; returns its path. */
async function migratedFile(folder: string): Promise<string> {
  const file = join(folder, 'migrated.db');
  const onFatal = (error: Error) => {
    throw error;
  };
  const db = await openSqlite({ file, onFatal, onNotice: () => {} });
  await migrate(db, { migrations, now: Date.now });
  await db.close();
  return file;
}

function readEngines(names: string | undefined): Engine[] | undefined {
  return names?.split(',').map((name) => {
    if (name !== 'sqlite' && name !== 'postgres') throw new Error(`ENGINES names ${name}, which is no engine.`);
    return name;
  });
}

/** The server of `TEST_DATABASE_URL`, or else a temporary local one; undefined if neither is available. */
async function preparePostgres() {
  const given = process.env['TEST_DATABASE_URL'];
  const cluster = given === undefined ? await startCluster() : undefined;
  const admin = given ?? cluster?.url('postgres');
  if (admin === undefined) return undefined;
  const template = await makeDatabase(admin);
  const db = await openPostgres({ url: template.url, connections: 2, onNotice: () => {} });
  await migrate(db, { migrations, now: Date.now });
  await db.close();
  return {
    admin,
    template: template.name,
    close: async () => {
      await template.drop();
      await cluster?.close();
    },
  };
}

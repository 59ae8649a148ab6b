import { once } from 'node:events';
import { newId } from '../../src/ids.ts';
import { createRandom } from '../../src/random.ts';
import { openBlobs } from '../../src/storage/blobs/open-stores.ts';
import { createJobs } from '../../src/storage/jobs/jobs.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import type { Migration } from '../../src/storage/migrations/migration.ts';
import { openDatabase } from '../../src/storage/opening/open-database.ts';
import { backup } from '../../src/storage/sqlite/backup/backup.ts';
import { restore } from '../../src/storage/sqlite/backup/restore.ts';
import { lockDataFolder } from '../../src/storage/sqlite/lock.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { useBlobs } from '../fixtures/blob-owners.ts';
import { countingJob } from '../jobs/counting-job.ts';

/**
 * A separate process for the storage tests, which kill it or make its disk fail:
 *
 *   storage-child lock DIR            holds the lock of the data folder until it ends
 *   storage-child write DIR           writes rows 1, 2, 3 … four at a time, until it ends
 *   storage-child migrate DIR SIZE    applies one migration of SIZE statements
 *   storage-child backup DIR FILE     backs the data folder up
 *   storage-child restore DIR FILE    restores a backup whose only migration is 0001-notes
 *   storage-child open FILE           opens a database, and closes it
 *   storage-child jobs DIR [URL]      runs counting jobs, until it ends
 *   storage-child blobs DIR SEED AHEAD [URL]
 *                                     stores, holds, releases and sweeps files, with a clock so many ms ahead
 *
 * They print one line for each thing that happened: `ready`, `stored 7`, `refused 7 unavailable`, `fatal …`.
 */
const [command = '', dataDir = '', argument = '', ahead = '', url] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

const open = (databaseUrl?: string) =>
  openDatabase({
    dataDir,
    databaseUrl,
    now: Date.now,
    onNotice: (message) => say(`notice ${message}`),
    onFatal: (error) => {
      say(`fatal ${error.message}`);
      process.exit(70);
    },
  });

/** Another row, whose text makes it as large as a message. */
async function writeRows(): Promise<void> {
  const db = await open();
  await db.write([{ sql: 'create table if not exists rows (id integer primary key, text text)', parameters: [] }]);
  say('ready');
  let id = 0;
  async function writer(): Promise<void> {
    for (;;) {
      id += 1;
      const mine = id;
      try {
        await db.write([{ sql: 'insert into rows values (?, ?)', parameters: [mine, 'x'.repeat(500)] }]);
        say(`stored ${mine}`);
      } catch (error) {
        say(`refused ${mine} ${error instanceof Error && 'code' in error ? String(error.code) : String(error)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }
  await Promise.all(Array.from({ length: 4 }, writer));
}

async function runMigration(): Promise<void> {
  const steps = Array.from({ length: Number(argument) }, (_, index) => `step_${index}`);
  const large: Migration = {
    name: '0001-large',
    up: (query) => steps.map((name) => query.schema.createTable(name).addColumn('id', 'integer')),
  };
  const db = await open();
  say('ready');
  await migrate(db, { migrations: [large], now: Date.now });
  say('migrated');
  await db.close();
}

/** Uses files in several ways at the same time, and sweeps all the time. */
async function runBlobs(): Promise<void> {
  const db = await open(url);
  const now = () => Date.now() + Number(ahead);
  const blobs = openBlobs({ dataDir, s3: undefined }, { db, now, newId });
  const random = createRandom(Number(argument));
  const forever = async (work: () => Promise<void>) => {
    for (;;) await work().catch((error: unknown) => say(`error ${String(error)}`));
  };
  const using = { db, blobs, random, onHeld: () => say('held') };
  say('ready');
  await Promise.all([forever(blobs.sweep), ...Array.from({ length: 4 }, () => forever(() => useBlobs(using)))]);
}

if (command === 'lock') {
  lockDataFolder(dataDir);
  say('ready');
  await once(process.stdin.resume(), 'end');
} else if (command === 'write') {
  await writeRows();
} else if (command === 'migrate') {
  await runMigration();
} else if (command === 'backup') {
  await backup({ dataDir, file: argument, replace: true, program: '1.2.3', now: Date.now });
} else if (command === 'restore') {
  await restore({ dataDir, file: argument, migrations: [{ name: '0001-notes' }], now: Date.now });
} else if (command === 'open') {
  const none = () => {};
  const opened = openSqlite({ file: dataDir, onFatal: none, onNotice: none });
  const refused = (error: Error) => say(`refused ${error.message}`);
  await opened.then((db) => db.close().then(() => say('opened')), refused);
} else if (command === 'jobs') {
  const db = await open(argument === '' ? undefined : argument);
  const jobs = createJobs({
    db,
    now: Date.now,
    leaseMs: 3_000,
    newId,
    onError: (error) => say(`error ${String(error)}`),
  });
  jobs.define([countingJob(jobs.db, () => say('batch'))]);
  jobs.start();
  say('ready');
} else if (command === 'blobs') {
  await runBlobs();
} else {
  throw new Error(`There is no command ${command}.`);
}

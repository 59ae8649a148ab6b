import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import type { Migration } from '../../src/storage/migrations/migration.ts';
import { dataFolder } from '../../src/storage/opening/data-folder.ts';
import { openDatabase } from '../../src/storage/opening/open-database.ts';
import type { SqliteDatabase } from '../../src/storage/sqlite/open.ts';
import { raw } from '../databases/temp-database.ts';
import { collectGarbage } from '../memory/collect-garbage.ts';
import { tempFolder } from '../temp-folder.ts';

/** Data folders with one table, `notes`, for the tests of backup and restore. */
export const now = () => Date.UTC(2026, 0, 31, 12, 0, 0, 5);
export const program = '1.2.3';
export const secrets = '{"pepper":"a very secret pepper that must not stay in the database"}';

const notes: Migration = {
  name: '0001-notes',
  up: (query) => [query.schema.createTable('notes').addColumn('text', 'text')],
};
export const migrations = [notes];

export const note = (text: string) => raw('insert into notes values (?)', [text]);

/** Opens a database; it is closed after the test. */
export async function openNotes(dataDir: string): Promise<SqliteDatabase> {
  const complain = (what: unknown) => expect.unreachable(String(what));
  const db = await openDatabase({ dataDir, databaseUrl: undefined, now, onFatal: complain, onNotice: complain });
  onTestFinished(() => db.close());
  // Without a URL it is the embedded database.
  return db as SqliteDatabase;
}

/** A data folder with a database that contains one note, closed again. */
export async function folderWithNote(text: string, secret: string = secrets): Promise<string> {
  const dataDir = join(tempFolder(), 'data');
  const db = await openNotes(dataDir);
  await migrate(db, { migrations, now });
  await db.write([note(text)]);
  await db.close();
  await collectGarbage();
  writeFileSync(dataFolder(dataDir).secrets, secret, { mode: 0o600 });
  return dataDir;
}

/** Its notes in order, as a new server reads them. */
export async function notesIn(dataDir: string): Promise<string[]> {
  const db = await openNotes(dataDir);
  const rows = await db.read<{ text: string }>({ sql: 'select text from notes order by rowid', parameters: [] });
  await db.close();
  await collectGarbage();
  return rows.map((row) => row.text);
}

export const secretsIn = (dataDir: string) => readFileSync(dataFolder(dataDir).secrets, 'utf8');

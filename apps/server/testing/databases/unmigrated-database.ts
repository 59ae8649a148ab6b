import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Database, Engine } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { tempFolder } from '../temp-folder.ts';
import { emptyDatabase } from './temp-postgres.ts';

/** Opens a database without tables for one test. */
export async function unmigratedDatabase(engine: Engine): Promise<Database> {
  const onNotice = () => undefined;
  if (engine === 'sqlite') {
    const file = join(tempFolder(), 'parley.db');
    const db = await openSqlite({ file, onNotice, onFatal: onNotice });
    onTestFinished(() => db.close());
    return db;
  }
  const database = await emptyDatabase();
  const db = await openPostgres({ url: database.url, connections: 2, onNotice });
  onTestFinished(async () => {
    await db.close();
    await database.drop();
  });
  return db;
}

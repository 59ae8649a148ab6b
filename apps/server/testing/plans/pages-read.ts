import { readFileSync } from 'node:fs';
import type { Database } from '../../src/storage/database.ts';
import { openConnection } from '../../src/storage/sqlite/driver.ts';
import { type Compiled, compiled } from '../../src/storage/unit.ts';

const sqlitePage = 4096;

/** The file in which Linux counts the bytes that this thread has read, from caches or from disks. */
const counters = '/proc/thread-self/io';

/** Wraps a database and keeps every query that was read. */
export function recording(db: Database): { readonly db: Database; readonly queries: Compiled<unknown>[] } {
  const queries: Compiled<unknown>[] = [];
  const kept = <Query extends Parameters<Database['read']>[0]>(query: Query) => {
    queries.push(compiled(query));
    return query;
  };
  const recorded: Database = {
    ...db,
    read: (query) => db.read(kept(query) as typeof query),
    readUpTo: (query, maxBytes, of) => db.readUpTo(kept(query) as typeof query, maxBytes, of),
    scan: (query, of, maxBytes) => db.scan(kept(query) as typeof query, of, maxBytes),
  };
  return { db: recorded, queries };
}

/** The plan of a query: on SQLite its steps, on PostgreSQL its nodes, one a line. */
export async function planOf(db: Database, { sql, parameters }: Compiled<unknown>): Promise<string> {
  const explain = db.engine === 'sqlite' ? 'explain query plan' : 'explain (costs off)';
  const rows = await db.read<Record<string, unknown>>({ sql: `${explain} ${sql}`, parameters });
  return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n');
}

/** Returns how many pages of the database a query reads without a cache. */
export async function pagesRead(db: Database, { sql, parameters }: Compiled<unknown>): Promise<number> {
  if (db.engine === 'postgres') {
    const explained = { sql: `explain (analyze, buffers, timing off, format json) ${sql}`, parameters };
    const [row] = await db.read<{ 'QUERY PLAN': unknown }>(explained);
    const [{ Plan: plan }] = plansOf(row?.['QUERY PLAN']);
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  const [main] = await db.read<{ file: string }>({ sql: 'pragma database_list', parameters: [] });
  const connection = openConnection({ file: main?.file ?? '', readOnly: true });
  try {
    // Reads the schema, and what every query reads.
    connection.all('select count(*) from schema_migrations');
    const statement = connection.prepare(sql);
    const before = bytesRead();
    statement.all(parameters);
    return Math.floor((bytesRead() - before) / sqlitePage);
  } finally {
    connection.close();
  }
}

type Plans = [{ Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }];

const plansOf = (value: unknown): Plans => (typeof value === 'string' ? JSON.parse(value) : value) as Plans;

const bytesRead = (): number => Number(/^rchar: (\d+)$/m.exec(readFileSync(counters, 'utf8'))?.[1]);

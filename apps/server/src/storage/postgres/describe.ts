import type { Database } from '../database.ts';

/** Of other users' connections `pg_stat_activity` says nothing to most users; how many there are, anybody may know. */
const question = `select
  current_setting('server_version') as version,
  pg_size_pretty(pg_database_size(current_database())) as size,
  (select count(*) from pg_stat_activity where application_name = 'parley' and pid <> pg_backend_pid()) as ours,
  (select sum(numbackends) from pg_stat_database where datid <> 0) as used,
  current_setting('max_connections')::int as allowed`;

interface Description {
  readonly version: string;
  readonly size: string;
  readonly ours: number;
  readonly used: number;
  readonly allowed: number;
}

/** What an operator wants to know of a database server, as one line. */
export async function describeServer(db: Database): Promise<string> {
  const [server] = await db.read<Description>({ sql: question, parameters: [] });
  if (server === undefined) throw new Error('the server says nothing about itself');
  const { version, size, ours, used, allowed } = server;
  return `PostgreSQL ${version}, ${size}, ${used} of ${allowed} connections in use, ${ours} of them by Parley`;
}

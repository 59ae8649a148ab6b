import type { Database } from '../database.ts';

/**
 * `pg_stat_activity` hides the connections of other users from most users; `pg_stat_database` counts them for everyone.
 */
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

/** Returns one line about a database server for the operator: version, size and connections. */
export async function describeServer(db: Database): Promise<string> {
  const [server] = await db.read<Description>({ sql: question, parameters: [] });
  if (server === undefined) throw new Error('the server returned no information about itself');
  const { version, size, ours, used, allowed } = server;
  return `PostgreSQL ${version}, ${size}, ${used} of ${allowed} connections in use, ${ours} of them by Parley`;
}

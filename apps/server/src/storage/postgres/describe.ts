import type { Database } from '../database.ts';

const question = `select
  current_setting('server_version') as version,
  pg_size_pretty(pg_database_size(current_database())) as size,
  count(*) filter (where application_name = 'parley' and pid <> pg_backend_pid()) as ours,
  count(*) as used,
  current_setting('max_connections')::int as allowed
from pg_stat_activity where backend_type = 'client backend'`;

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

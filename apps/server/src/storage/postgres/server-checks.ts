import type { Connection } from './driver.ts';

/** The oldest supported major version: tested, and maintained for long enough. */
const oldestMajor = 15;

const question = `select
  current_setting('server_version_num')::int / 10000 as major,
  current_setting('server_version') as version,
  current_setting('server_encoding') as encoding,
  current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as synchronous_commit,
  pg_is_in_recovery()::int as standby`;

/** Throws one sentence if a server can't store acknowledged writes durably. */
export async function checkServer(connection: Connection): Promise<void> {
  const { rows } = await connection.command(question);
  const [server = {}] = rows;
  const complaint = complaintAbout(server);
  if (complaint !== undefined) throw new Error(complaint);
}

function complaintAbout(server: Record<string, unknown>): string | undefined {
  if (Number(server['major']) < oldestMajor) {
    return `it is PostgreSQL ${String(server['version'])}, and ${oldestMajor} or later is needed`;
  }
  if (server['encoding'] !== 'UTF8') {
    const encoding = String(server['encoding']);
    return `its encoding is ${encoding}, and UTF8 is needed; create the database with ENCODING 'UTF8'`;
  }
  if (server['fsync'] !== 'on') return 'fsync is off, so a power failure could lose or corrupt saved data; turn it on';
  if (server['synchronous_commit'] === 'off') {
    return 'synchronous_commit is off, so a crash could lose acknowledged writes; turn it on for this database and user';
  }
  if (server['standby'] === 1) return 'it is a read-only standby; set DATABASE_URL to the primary';
  return undefined;
}

import type { Database } from '../../src/storage/database.ts';
import type { Tables } from '../../src/storage/tables.ts';

/**
 * Every table, with the columns that a mere use of a credential may change (a little later, in a batch), or `counted`
 * where that writes whole rows: a table that is missing here does not compile.
 */
const usedColumns = {
  accounts: [],
  users: [],
  sessions: ['last_seen_at', 'expires_at'],
  workspaces: [],
  members: [],
  invitations: [],
  api_keys: ['last_used_at'],
  agents: [],
  agent_sources: [],
  knowledge_sources: [],
  channels: [],
  conversations: [],
  messages: [],
  usage_hours: 'counted',
  events: [],
  idempotency_keys: [],
  settings: [],
  authority: [],
  schema_migrations: [],
} as const satisfies Record<keyof Tables, readonly string[] | 'counted'>;

/** Every row of the database as text, sorted, each after the name of its table. */
export async function databaseState(db: Database): Promise<string[]> {
  const lines: string[] = [];
  for (const [table, ignored] of Object.entries(usedColumns)) {
    if (ignored === 'counted') continue;
    const rows = await db.read(db.query.selectFrom(table as keyof Tables).selectAll());
    for (const row of rows) {
      const columns = Object.entries(row).filter(([column]) => !(ignored as readonly string[]).includes(column));
      lines.push(`${table} ${JSON.stringify(Object.fromEntries(columns))}`);
    }
  }
  return lines.sort();
}

/** The rows that came (`+`) and went (`-`) between two states. */
export function changesBetween(before: readonly string[], after: readonly string[]): string[] {
  const [old, current] = [new Set(before), new Set(after)];
  return [
    ...before.filter((line) => !current.has(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !old.has(line)).map((line) => `+ ${line}`),
  ];
}

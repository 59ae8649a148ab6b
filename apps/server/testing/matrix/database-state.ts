import { expect, vi } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import type { Tables } from '../../src/storage/tables.ts';
import type { Service } from '../harness.ts';

/**
 * Every table with the columns that the use of a credential may change, a little later and in a batch. `counted` stands
 * for a table into which use writes whole rows. Jobs come and go by themselves. A missing table is a compile error.
 */
const usedColumns = {
  accounts: [],
  users: [],
  sessions: ['last_seen_at', 'expires_at'],
  workspaces: [],
  members: [],
  invitations: [],
  address_codes: [],
  password_resets: [],
  mail_windows: [],
  provider_keys: [],
  api_keys: ['last_used_at'],
  agents: [],
  agent_sources: [],
  knowledge_sources: [],
  knowledge_documents: [],
  knowledge_chunks: [],
  knowledge_segments: [],
  knowledge_terms: [],
  knowledge_vectors: [],
  knowledge_pairs: [],
  knowledge_syncs: [],
  knowledge_checkpoints: [],
  knowledge_questions: [],
  unanswered_questions: [],
  channels: [],
  channel_counts: 'counted',
  channel_events: [],
  channel_outbox: [],
  channel_parts: [],
  channel_threads: [],
  conversations: [],
  conversation_reads: [],
  workspace_reads: [],
  messages: [],
  message_words: 'counted',
  messages_to_index: 'counted',
  blob_files: [],
  blobs: [],
  blob_usage: [],
  usage_hours: 'counted',
  quota_counts: [],
  events: [],
  idempotency_keys: [],
  jobs: 'counted',
  job_schedules: 'counted',
  settings: [],
  authority: [],
  schema_migrations: [],
} as const satisfies Record<keyof Tables, readonly string[] | 'counted'>;

const tables = Object.keys(usedColumns) as (keyof Tables)[];

/** Until the syncs of sources have ended, their rows change. */
const syncing = { timeout: 60_000, interval: 50 };

/** Every row of the database as text, with the name of its table, without the columns that use changes. */
export async function databaseState(db: Database): Promise<string[]> {
  await vi.waitFor(async () => expect(await anySync(db)).toEqual([]), syncing);
  return rowsOf(db, (table) => usedColumns[table]);
}

const anySync = (db: Database) =>
  db.read(
    db.query
      .selectFrom('jobs')
      .select('id')
      .where('kind', 'like', 'knowledge.%')
      .where('state', 'in', ['ready', 'waiting', 'running'])
      .limit(1),
  );

/** The same with every column. */
export const wholeDatabase = (db: Database): Promise<string[]> => rowsOf(db, () => []);

async function rowsOf(
  db: Database,
  leftOut: (table: keyof Tables) => readonly string[] | 'counted',
): Promise<string[]> {
  const lines: string[] = [];
  for (const table of tables) {
    const columns = leftOut(table);
    if (columns === 'counted') continue;
    const rows = await db.read(db.query.selectFrom(table).selectAll());
    for (const row of rows) {
      const shown =
        columns.length === 0
          ? row
          : Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)));
      lines.push(`${table} ${JSON.stringify(shown)}`);
    }
  }
  return lines;
}

/** The rows that were added (`+`) and removed (`-`) between two states. */
function changesBetween(before: readonly string[], after: readonly string[]): string[] {
  const [old, current] = [new Set(before), new Set(after)];
  return [
    ...before.filter((line) => !current.has(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !old.has(line)).map((line) => `+ ${line}`),
  ];
}

/** How long refused uploads may take to be discarded, in ms. */
const discarding = { timeout: 20_000, interval: 50 };

/**
 * Returns the changes since `before`, of requests that should have had no effect. Files of refused uploads are
 * discarded after the answer, so this waits for them and lets a sweep forget them. All other changes are returned at
 * once.
 */
export async function changesSince(
  { db, features }: Pick<Service, 'db' | 'features'>,
  before: readonly string[],
): Promise<string[]> {
  const look = async () => changesBetween(before, await databaseState(db)).filter((change) => !isSwept(change));
  let changes = await look();
  const again = async () => {
    await features.blobs.sweep();
    changes = await look();
    expect(changes).toEqual([]);
  };
  if (changes.length > 0 && changes.every(isUpload)) await vi.waitFor(again, discarding).catch(() => undefined);
  return changes;
}

/** Whether a change is a new file that waits for its owner or for a sweep. */
const isUpload = (change: string) => change.startsWith('+ blob_files ') && !change.includes('"remove_after":null');

/** Whether a change is such a file of an earlier request, which a sweep has removed. */
const isSwept = (change: string) => change.startsWith('- blob_files ') && !change.includes('"remove_after":null');

import { expect, vi } from 'vitest';
import { createSettling } from '../../src/features/events/settle.ts';
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
  totp_factors: [],
  passkeys: [],
  recovery_codes: [],
  factor_challenges: [],
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
  knowledge_items: [],
  knowledge_documents: [],
  knowledge_chunks: [],
  knowledge_segments: [],
  knowledge_terms: [],
  knowledge_vectors: [],
  knowledge_pairs: [],
  knowledge_syncs: [],
  knowledge_checkpoints: [],
  knowledge_questions: [],
  sync_hooks: [],
  unanswered_questions: [],
  channels: [],
  channel_counts: 'counted',
  channel_events: [],
  channel_outbox: [],
  channel_parts: [],
  channel_pictures: [],
  channel_threads: [],
  conversations: [],
  conversation_entries: [],
  conversation_presence: 'counted',
  conversation_reads: [],
  workspace_reads: [],
  messages: [],
  message_words: 'counted',
  messages_to_index: 'counted',
  blob_files: [],
  blobs: [],
  blob_usage: [],
  usage_hours: 'counted',
  suggestion_days: [],
  answer_addresses: [],
  quota_counts: [],
  event_log: [],
  event_seals: 'counted',
  saved_replies: [],
  views: [],
  tools: [],
  tool_calls: [],
  tool_connections: [],
  approval_links: [],
  teams: [],
  team_members: [],
  workspace_hours: [],
  member_availability: [],
  team_rooms: [],
  team_room_people: [],
  team_room_codes: [],
  team_room_posts: [],
  webhooks: [],
  webhook_deliveries: 'counted',
  idempotency_keys: [],
  jobs: 'counted',
  job_schedules: 'counted',
  settings: [],
  authority: [],
  schema_migrations: [],
} as const satisfies Record<Exclude<keyof Tables, 'events'>, readonly string[] | 'counted'>;

const tables = Object.keys(usedColumns) as (keyof typeof usedColumns)[];

/** Until the syncs of sources have ended, their rows change. */
const syncing = { timeout: 60_000, interval: 50 };

/** Every row of each table as one text, by the table's name. */
export type DatabaseState = ReadonlyMap<string, string>;

/** Ends a row in the text of its table. */
const rowEnd = '\u001e';

/**
 * Reads every row of the database, without the columns that use changes. The database writes the texts: thousands of
 * rows are read dozens of times, and most tables are the same each time. Events that have arrived are in their log
 * first.
 */
export async function databaseState(db: Database): Promise<DatabaseState> {
  await vi.waitFor(async () => expect(await anySync(db)).toEqual([]), syncing);
  await createSettling({ db, now: Date.now }).settle();
  const state = new Map<string, string>();
  const columns = await columnsOf(db);
  for (const table of tables) {
    const leftOut: readonly string[] | 'counted' = usedColumns[table];
    if (leftOut === 'counted') continue;
    const shown = columns.filter((column) => column.table === table && !leftOut.includes(column.name));
    state.set(table, await textOf(db, table, shown));
  }
  return state;
}

interface Column {
  readonly table: string;
  readonly name: string;
}

const columnsOf = (db: Database) =>
  db.read<Column>({
    sql:
      db.engine === 'sqlite'
        ? `select t.name as "table", c.name as name from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table'`
        : `select table_name as "table", column_name as name from information_schema.columns
           where table_schema = 'public' order by table_name, ordinal_position`,
    parameters: [],
  });

/** The rows as `column=value …`, in the order in which the database reads them. */
async function textOf({ engine, read }: Database, table: string, columns: readonly Column[]): Promise<string> {
  const [join, quote, end] =
    engine === 'sqlite' ? ['group_concat', 'quote', 'char(30)'] : ['string_agg', 'quote_nullable', 'chr(30)'];
  const values = columns.map(({ name }) => `'${name}=' || ${quote}("${name}")`).join(" || ' ' || ");
  const [found] = await read<{ text: string | null }>({
    sql: `select ${join}(${values} || ${end}, '') as text from ${table}`,
    parameters: [],
  });
  return found?.text ?? '';
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

/** Every row of the database as text, with the name of its table. */
export async function wholeDatabase(db: Database): Promise<string[]> {
  await createSettling({ db, now: Date.now }).settle();
  const lines: string[] = [];
  for (const table of tables) {
    const rows = await db.read(db.query.selectFrom(table).selectAll());
    lines.push(...rows.map((row) => `${table} ${JSON.stringify(row)}`));
  }
  return lines;
}

/** The rows that were added (`+`) and removed (`-`) between two states. */
function changesBetween(before: DatabaseState, after: DatabaseState): string[] {
  return [...after].flatMap(([table, text]) => {
    const former = before.get(table) ?? '';
    if (text === former) return [];
    const [old, current] = [new Set(former.split(rowEnd)), new Set(text.split(rowEnd))];
    return [
      ...[...old].filter((line) => !current.has(line)).map((line) => `- ${table} ${line}`),
      ...[...current].filter((line) => !old.has(line)).map((line) => `+ ${table} ${line}`),
    ];
  });
}

/** Time within which refused uploads are discarded, in ms. */
const discarding = { timeout: 20_000, interval: 50 };

/**
 * Returns the changes since `before`, of requests that should have had no effect. Files of refused uploads are
 * discarded after the answer, so this waits for them and lets a sweep forget them. All other changes are returned at
 * once.
 */
export async function changesSince(
  { db, features }: Pick<Service, 'db' | 'features'>,
  before: DatabaseState,
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

/** True if a change is a new file that waits for its owner or for a sweep. */
const isUpload = (change: string) => change.startsWith('+ blob_files ') && !change.includes('remove_after=NULL');

/** True if a change is such a file of an earlier request, which a sweep has removed. */
const isSwept = (change: string) => change.startsWith('- blob_files ') && !change.includes('remove_after=NULL');

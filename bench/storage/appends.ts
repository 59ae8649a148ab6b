import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as messages from '../../apps/server/src/features/conversations/messages/store.ts';
import { enter } from '../../apps/server/src/features/conversations/turns/store.ts';
import { createRandom } from '../../apps/server/src/random.ts';
import type { Database } from '../../apps/server/src/storage/database.ts';
import { agentActivity } from '../../apps/server/src/storage/migrations/0021-0030/0023-agent-activity.ts';
import { migrations } from '../../apps/server/src/storage/migrations/index.ts';
import { migrate } from '../../apps/server/src/storage/migrations/migrate.ts';
import { openDatabase } from '../../apps/server/src/storage/opening/open-database.ts';
import { statement } from '../../apps/server/src/storage/unit.ts';
import { startCluster } from '../../apps/server/testing/databases/postgres.ts';
import { median, percentile } from '../shared/load.ts';
import type { BenchOptions } from '../shared/options.ts';
import { fine, table, whole } from '../shared/report.ts';

/** Agents, and conversations of all of them. */
const shape = { agents: 20, conversations: 50_000 } as const;

/** Conversations of one unit of work that fills the database. */
const batch = 500;

/** Callers at the same time. */
const callers = [1, 32] as const;

/** The index that is measured. */
const index = 'conversations_active_by_agent';

/**
 * `npm run bench -- appends`: the statements that append a message to a conversation, with and without the index of
 * migration 0023. The rounds alternate in one database.
 */
export async function benchAppends(options: BenchOptions): Promise<string> {
  const onSqlite = await benchOn(undefined, options);
  const cluster = await startCluster();
  if (cluster === undefined) return `${onSqlite}\n\nPostgreSQL isn't installed.`;
  try {
    return `${onSqlite}\n\n${await benchOn(cluster.url('postgres'), options)}`;
  } finally {
    await cluster.close();
  }
}

async function benchOn(databaseUrl: string | undefined, options: BenchOptions): Promise<string> {
  const dataDir = mkdtempSync(join(options.folder, 'parley-bench-'));
  const db = await openDatabase({
    ...{ dataDir, databaseUrl, now: Date.now, onNotice: () => {} },
    onFatal: (error) => {
      throw error;
    },
  });
  try {
    await migrate(db, { migrations, now: Date.now });
    await fill(db);
    const append = appending(db);
    const rows: string[][] = [];
    for (const atOnce of callers) rows.push(...(await compare(db, append, { ...options, atOnce })));
    const head = [
      'a message @callers',
      'per second',
      'p50, ms',
      'x control',
      'CPU µs',
      'x control',
      'log, bytes',
      'x control',
    ];
    return `${db.engine}: ${whole(shape.conversations)} conversations\n\n${table(head, rows)}`;
  } finally {
    await db.close();
    rmSync(dataDir, { recursive: true });
  }
}

async function fill(db: Database): Promise<void> {
  const time = { version: 1, created_at: 1, updated_at: 1 };
  const named = { ...time, name: 'Bench', name_folded: 'bench' };
  const texts = { description: '', description_folded: '', system_prompt: '', model: 'builtin/echo' };
  const rest = {
    temperature: '1',
    status: 'active',
    answer_mode: 'open',
    grounding_judge: 'rules',
    rerank: 0,
    deleted_at: null,
  };
  await db.write([
    statement(db.query.insertInto('accounts').values({ id: 'acct', plan: 'business', created_at: 1 })),
    statement(db.query.insertInto('workspaces').values({ id: 'ws', account_id: 'acct', ...named })),
    ...Array.from({ length: shape.agents }, (_, number) =>
      statement(
        db.query
          .insertInto('agents')
          .values({ id: agentOf(number), workspace_id: 'ws', ...named, ...texts, ...rest } as never),
      ),
    ),
  ]);
  for (let from = 0; from < shape.conversations; from += batch) {
    const rows = Array.from({ length: batch }, (_, number) => ({
      ...{ id: conversationOf(from + number), workspace_id: 'ws', agent_id: agentOf(from + number), status: 'open' },
      ...{ ...time, title: 'Bench', last_message_at: 1 },
    }));
    await db.write([statement(db.query.insertInto('conversations').values(rows as never))]);
  }
}

const agentOf = (number: number) => `agent_${number % shape.agents}`;
const conversationOf = (number: number) => `conv_${String(number).padStart(8, '0')}`;

/** Appends a message to one of the conversations of a caller. */
type Append = (caller: number, atOnce: number) => Promise<unknown>;

/**
 * Returns the function that appends a message to any conversation, as
 * `features/conversations/messages/sending/enter.ts` does it.
 */
function appending(db: Database): Append {
  const random = createRandom(1);
  const failed = () => new Error('The message was not appended.');
  const nothing = { author: null, client_message_id: null, reply_to: null, model: null };
  let serial = 1;
  return (caller, atOnce) => {
    serial += 1;
    const at = serial;
    // Each caller has its own conversations: none overtakes another's message.
    const among = Math.floor(shape.conversations / atOnce);
    const conversation = conversationOf(Math.floor(random() * among) * atOnce + caller);
    const entry = {
      conversation,
      replyId: null,
      until: null,
      from: at,
      last: at,
      messages: 1,
      title: '',
      page: undefined,
    };
    const row = {
      ...{ ...nothing, id: `msg_${String(at).padStart(12, '0')}`, conversation_id: conversation, role: 'user' },
      ...{ content: 'x'.repeat(200), status: 'complete', created_at: at, repeat_key: null, repeat_digest: null },
    } as const;
    return db.write({
      conversation: enter(db, 'ws', { ...entry, status: 'open', role: 'user' }, failed),
      stored: messages.insert(db, 'ws', row, { onMissing: failed, onConflict: failed }),
    });
  };
}

type Comparing = Pick<BenchOptions, 'rounds' | 'duration'> & { readonly atOnce: number };

/** Measures with and without the index, in turn; the first round of each warms up. */
async function compare(db: Database, append: Append, options: Comparing): Promise<string[][]> {
  const measured = { without: [] as Round[], with: [] as Round[] };
  for (let round = 0; round <= options.rounds; round += 1) {
    await db.write([statement(db.query.schema.dropIndex(index) as never)]);
    const without = await measure(db, append, options);
    await db.write(agentActivity.up(db.query, db.engine).map((made) => statement(made as never)));
    const withIndex = await measure(db, append, options);
    if (round === 0) continue;
    measured.without.push(without);
    measured.with.push(withIndex);
  }
  const row = (name: string, rounds: readonly Round[]) => {
    const middle = (of: keyof Round) => median(rounds.map((each) => each[of]));
    const figure = (of: Exclude<keyof Round, 'perSecond'>) => {
      // Of neighbouring rounds: the machine is not as fast in all of them.
      const ratios = rounds.map((each, at) => each[of] / (measured.without[at]?.[of] ?? 0));
      return middle(of) === 0 ? ['', ''] : [of === 'p50' ? fine(middle(of)) : whole(middle(of)), fine(median(ratios))];
    };
    const figures = [figure('p50'), figure('cpu'), figure('log')].flat();
    return [`${name} @${options.atOnce}`, whole(middle('perSecond')), ...figures];
  };
  return [row('without the index (control)', measured.without), row('with the index', measured.with)];
}

interface Round {
  readonly perSecond: number;
  /** In ms. */
  readonly p50: number;
  /** The CPU time of this process for a message, in µs; of the embedded engine that is all. */
  readonly cpu: number;
  /** Bytes that a message adds to the log of PostgreSQL; 0 for the embedded engine. */
  readonly log: number;
}

async function measure(db: Database, append: Append, { duration, atOnce }: Comparing): Promise<Round> {
  const times: number[] = [];
  const [logged, used, began] = [await logOf(db), process.cpuUsage(), performance.now()];
  const keepAppending = async (caller: number) => {
    for (let now = began; now - began < duration; now = performance.now()) {
      const before = performance.now();
      await append(caller, atOnce);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, caller) => keepAppending(caller)));
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(used);
  const log = ((await logOf(db)) - logged) / times.length;
  times.sort((one, other) => one - other);
  return { perSecond: times.length / seconds, p50: percentile(times, 0.5), cpu: (user + system) / times.length, log };
}

/** The length of PostgreSQL's log so far, in bytes; 0 of the embedded engine. */
async function logOf(db: Database): Promise<number> {
  if (db.engine === 'sqlite') return 0;
  const [row] = await db.read(
    db.query.selectNoFrom((of) => of.fn<string>('pg_current_wal_insert_lsn', []).as('place')),
  );
  const [high = 0, low = 0] = (row?.place ?? '0/0').split('/').map((part) => Number.parseInt(part, 16));
  return high * 2 ** 32 + low;
}

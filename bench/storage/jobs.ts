import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '../../apps/server/src/ids.ts';
import { createJobs } from '../../apps/server/src/storage/jobs/jobs.ts';
import { job, noPayload } from '../../apps/server/src/storage/jobs/kind.ts';
import { migrations } from '../../apps/server/src/storage/migrations/index.ts';
import { migrate } from '../../apps/server/src/storage/migrations/migrate.ts';
import { openDatabase } from '../../apps/server/src/storage/opening/open-database.ts';
import { type Statement, statement } from '../../apps/server/src/storage/unit.ts';
import { percentile } from '../shared/load.ts';
import type { BenchOptions } from '../shared/options.ts';
import { fine, table } from '../shared/report.ts';

/** Jobs of the first measurement, and messages of the deleted agent of the second. */
const queued = 5_000;
const messages = 100_000;

/** Messages that the job deletes in a batch, as `features/conversations/removal/agent-store.ts` does. */
const batch = 500;

/** `npm run bench -- jobs`: the rate of empty jobs, and how long another writer waits while a history is deleted. */
export async function benchJobs({ folder }: BenchOptions): Promise<string> {
  const dataDir = mkdtempSync(join(folder, 'parley-bench-'));
  const db = await openDatabase({
    ...{ dataDir, databaseUrl: undefined, now: Date.now, onNotice: () => {} },
    onFatal: (error) => {
      throw error;
    },
  });
  await migrate(db, { migrations, now: Date.now });
  const onError = (error: unknown) => console.error(error);
  const jobs = createJobs({ db, now: Date.now, leaseMs: 30_000, newId, onError });
  try {
    const rate = await measureRate(jobs);
    const whole = await measureWaits(jobs, 'one unit of work (control)', async () => {
      await db.write([
        statement(db.query.deleteFrom('messages').where('workspace_id', '=', 'ws')),
        statement(db.query.deleteFrom('conversations').where('workspace_id', '=', 'ws')),
      ]);
    });
    const inBatches = await measureWaits(jobs, `a job, ${batch} messages a batch`, async () => {
      await jobs.db.write([jobs.enqueue('ws', { kind: purge, payload: {} })]);
      await emptied(jobs);
    });
    const head = [
      'deleting 100,000 messages',
      'in all, s',
      'another write: p50, ms',
      'p99, ms',
      'longest, ms',
      'writes',
    ];
    return `${rate}\n\n${table(head, [whole, inBatches])}`;
  } finally {
    await jobs.close();
    await db.close();
    rmSync(dataDir, { recursive: true });
  }
}

type Jobs = ReturnType<typeof createJobs>;

const empty = { name: 'bench.empty', payload: noPayload, timeoutMs: 60_000, concurrency: 16 };
const purge = { name: 'bench.purge', payload: noPayload, timeoutMs: 60_000 };

async function measureRate({ db, enqueue, define, start }: Jobs): Promise<string> {
  define([
    job(empty, async () => {}),
    job(purge, async ({ payload }) => {
      const found = await db.read(db.query.selectFrom('messages').select('id').limit(batch));
      const ids = found.map(({ id }) => id);
      if (ids.length === 0) return {};
      return { effect: [statement(db.query.deleteFrom('messages').where('id', 'in', ids))], next: payload };
    }),
  ]);
  const before = performance.now();
  for (let from = 0; from < queued; from += 100) {
    await db.write(
      Array.from({ length: 100 }, (_, index) => enqueue(`ws_${(from + index) % 10}`, { kind: empty, payload: {} })),
    );
  }
  const enqueued = performance.now();
  start({ schedules: false });
  await emptied({ db });
  const done = performance.now();
  const perSecond = (from: number, until: number) => Math.round((queued / (until - from)) * 1000);
  return `${perSecond(before, enqueued)} jobs enqueued a second (100 a unit), ${perSecond(enqueued, done)} run a second.`;
}

async function emptied({ db }: Pick<Jobs, 'db'>): Promise<void> {
  const left = db.query.selectFrom('jobs').select('id').limit(1);
  while ((await db.read(left)).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Deletes a history while another writer writes, one row after another, and reports its waits. */
async function measureWaits({ db }: Jobs, name: string, remove: () => Promise<void>) {
  await fill(db);
  const waits: number[] = [];
  let deleting = true;
  const writer = (async () => {
    while (deleting) {
      const before = performance.now();
      const row = { name: `bench ${name} ${waits.length}`, value: '' };
      await db.write([statement(db.query.insertInto('settings').values(row))]);
      waits.push(performance.now() - before);
    }
  })();
  const before = performance.now();
  await remove();
  const seconds = (performance.now() - before) / 1000;
  deleting = false;
  await writer;
  waits.sort((a, b) => a - b);
  const times = [percentile(waits, 0.5), percentile(waits, 0.99), waits.at(-1) ?? 0];
  return [name, fine(seconds), ...times.map(fine), String(waits.length)];
}

async function fill(db: Jobs['db']): Promise<void> {
  const time = { created_at: 1, updated_at: 1 };
  const names = { name: 'Bench', name_folded: 'bench' };
  const rows = {
    account: db.query.insertInto('accounts').values({ id: 'acct', plan: 'free', created_at: 1 }),
    workspace: db.query
      .insertInto('workspaces')
      .values({ id: 'ws', account_id: 'acct', ...names, version: 1, ...time }),
    agent: db.query.insertInto('agents').values({
      ...{ id: 'agent', workspace_id: 'ws', ...names, description: '', description_folded: '', system_prompt: '' },
      ...{ answer_mode: 'open', grounding_judge: 'rules', rerank: 0 },
      ...{ model: 'm', temperature: '1', status: 'active', version: 1, deleted_at: null, ...time },
    }),
  };
  const ignore = (query: { onConflict: (build: (of: { doNothing(): unknown }) => unknown) => unknown }) =>
    statement(query.onConflict((of) => of.doNothing()) as never);
  await db.write(Object.values(rows).map((query) => ignore(query as never)));
  for (let from = 0; from < messages; from += 1_000) {
    const unit: Statement[] = [];
    for (let number = from; number < from + 1_000; number += 1) {
      const of = { workspace_id: 'ws', ...time };
      const conversation = `conv_${Math.floor(number / 10)}`;
      if (number % 10 === 0) {
        const row = { id: conversation, agent_id: 'agent', status: 'open', ...of };
        unit.push(ignore(db.query.insertInto('conversations').values(row as never) as never));
      }
      const said = { role: 'user', content: 'x'.repeat(200), status: 'complete' };
      const row = { id: `msg_${number}`, conversation_id: conversation, ...said, ...of };
      unit.push(statement(db.query.insertInto('messages').values(row as never)));
    }
    await db.write(unit);
  }
}

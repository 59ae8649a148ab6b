import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemIn } from '../apps/server/src/access/actor.ts';
import { eventLog } from '../apps/server/src/features/events/feature.ts';
import { present } from '../apps/server/src/features/events/shown/present.ts';
import { createDelivery } from '../apps/server/src/features/webhooks/delivery/delivery.ts';
import { newId } from '../apps/server/src/ids.ts';
import { readOutbound } from '../apps/server/src/outbound/addresses/settings.ts';
import { createOutbound } from '../apps/server/src/outbound/outbound.ts';
import type { Database } from '../apps/server/src/storage/database.ts';
import { createJobs } from '../apps/server/src/storage/jobs/jobs.ts';
import { migrations } from '../apps/server/src/storage/migrations/index.ts';
import { migrate } from '../apps/server/src/storage/migrations/migrate.ts';
import { openDatabase } from '../apps/server/src/storage/opening/open-database.ts';
import { statement } from '../apps/server/src/storage/unit.ts';
import type { BenchOptions } from './shared/options.ts';
import { start, useAllCores } from './shared/processes.ts';
import { fine, table, whole } from './shared/report.ts';

/** Events of a measurement. */
const count = 5_000;

const [workspace, webhook] = ['ws_bench', 'webhook_bench'];

/** `npm run bench -- webhooks`: deliveries a second to one receiver that answers at once, by the number of conversations. */
export async function benchWebhooks({ folder, rounds }: BenchOptions): Promise<string> {
  useAllCores();
  const receiver = await start('receiver', { args: ['bench/controls/receiver.mjs'], cores: '1' });
  const rows: string[][] = [];
  try {
    for (const lines of [1, 16, count]) {
      const measured = [];
      for (let round = 0; round < rounds; round += 1) measured.push(await measure(folder, receiver.port, lines));
      measured.sort((one, other) => one.perSecond - other.perSecond);
      const { perSecond = 0, cpu = 0 } = measured[Math.floor(rounds / 2)] ?? {};
      rows.push([whole(lines), whole(perSecond), fine(cpu)]);
    }
  } finally {
    await receiver.stop();
  }
  return `${whole(count)} events; medians of ${rounds} rounds.\n\n${table(['conversations', 'per second', 'CPU ms'], rows)}`;
}

async function measure(folder: string, port: number, lines: number) {
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
  const events = eventLog({ db, now: Date.now, bus: undefined });
  const outbound = createOutbound({ settings: readOutbound({ PARLEY_ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` }, []) });
  const delivery = createDelivery({
    ...{ db, now: Date.now, newId, log: events.log, enqueue: jobs.enqueue, outbound, onError },
    ...{ record: events.record, onAppended: events.onAppended, secrets: { open: (text) => text } },
    present: (rows) => present(db, rows),
    mailAdmins: async () => [],
  });
  try {
    await addWebhook(db, `http://127.0.0.1:${port}/`);
    const conversations = Array.from({ length: lines }, () => newId('conversation'));
    const agent = newId('agent');
    for (let from = 0; from < count; from += 500) {
      const some = Array.from({ length: 500 }, (_, index) => conversations[(from + index) % lines] ?? '');
      await jobs.db.write(
        some.map((conversation) =>
          events.record(systemIn(workspace), {
            ...{ type: 'conversation.updated', workspace, data: { conversation, agent } },
          }),
        ),
      );
    }
    const [began, used] = [performance.now(), process.cpuUsage()];
    await jobs.db.write([delivery.soon(workspace, webhook)]);
    jobs.define(delivery.jobs);
    jobs.start({ schedules: false });
    await delivered(db);
    const { user, system } = process.cpuUsage(used);
    return { perSecond: count / ((performance.now() - began) / 1000), cpu: (user + system) / 1000 / count };
  } finally {
    await delivery.close();
    await jobs.close();
    outbound.close();
    await events.close();
    await db.close();
    rmSync(dataDir, { recursive: true });
  }
}

async function addWebhook(db: Database, url: string): Promise<void> {
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
  await db.write([
    statement(db.query.insertInto('accounts').values({ id: 'acct_bench', plan: 'free', created_at: 1 })),
    statement(
      db.query.insertInto('workspaces').values({
        ...{ id: workspace, account_id: 'acct_bench', name: 'Bench', name_folded: 'bench', version: 1 },
        ...{ created_at: 1, updated_at: 1 },
      }),
    ),
    statement(
      db.query.insertInto('webhooks').values({
        ...{ id: webhook, workspace_id: workspace, url, description: '', types: '["*"]', agents: '[]', secret },
        ...{ status: 'enabled', disabled_reason: null, old_secret: null, old_secret_until: null, version: 1 },
        ...{ position: 0, replay_through: 0, resend_after: null, resend_through: null, missed_through: null },
        ...{ failing_since: null, last_success_at: null, created_at: 1, updated_at: 1, deleted_at: null },
      }),
    ),
  ]);
}

/** Waits until each event was delivered. */
async function delivered(db: Database): Promise<void> {
  const done = db.query
    .selectFrom('webhook_deliveries')
    .select((of) => of.fn.countAll().as('total'))
    .where('state', '=', 'succeeded');
  for (;;) {
    const [row] = await db.read(done);
    if (Number(row?.total) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

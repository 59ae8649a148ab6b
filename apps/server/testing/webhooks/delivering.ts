import { expect, onTestFinished } from 'vitest';
import { systemIn } from '../../src/access/actor.ts';
import { eventLog } from '../../src/features/events/feature.ts';
import { retention } from '../../src/features/events/retention.ts';
import { present } from '../../src/features/events/shown/present.ts';
import { createDelivery } from '../../src/features/webhooks/delivery/delivery.ts';
import type { AdminLetter, DeliveryPace } from '../../src/features/webhooks/delivery/needs.ts';
import { missedEvents } from '../../src/features/webhooks/feature.ts';
import { newId } from '../../src/ids.ts';
import type { Resolve } from '../../src/outbound/addresses/resolve.ts';
import { readOutbound } from '../../src/outbound/addresses/settings.ts';
import { createOutbound } from '../../src/outbound/outbound.ts';
import type { Database } from '../../src/storage/database.ts';
import { type Job, systemWorkspace } from '../../src/storage/jobs/kind.ts';
import type { SealedPlace } from '../../src/storage/secrets/sealed.ts';
import type { WebhookRow } from '../../src/storage/tables.ts';
import { statement } from '../../src/storage/unit.ts';
import { addAccount } from '../fixtures/accounts.ts';
import { testClock, testJobs, until } from '../jobs/jobs.ts';

/** The secret of every webhook of these tests. */
export const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

let accounts = 0;

/** Options of deliveries in a test. */
export interface DeliveringOptions {
  /** The hosts that may be reached although they are private. */
  readonly hosts: readonly string[];
  readonly clock?: ReturnType<typeof testClock>;
  readonly pace?: Partial<DeliveryPace>;
  readonly resolve?: Resolve;
  readonly leaseMs?: number;
}

/** Sealing that shows its place, so that a secret of another row doesn't open. */
const sealing = {
  seal: (text: string, place: SealedPlace) => JSON.stringify([...place, text]),
  open: (sealed: string, place: SealedPlace) => {
    const [column, row, text] = JSON.parse(sealed) as [string, string, string];
    if (column !== place[0] || row !== place[1]) throw new Error('The secret is of another row.');
    return text;
  },
};

/** Delivers events of a database as a process does, with its own log and jobs; it ends with the test. */
export function startDelivering(db: Database, options: DeliveringOptions) {
  const { hosts, clock = testClock(), pace = {}, resolve, leaseMs } = options;
  const jobs = testJobs(db, clock, leaseMs);
  const events = eventLog({ db, now: clock.now, bus: undefined });
  const settings = readOutbound({ PARLEY_ALLOW_PRIVATE_HOSTS: hosts.join(',') }, []);
  const outbound = createOutbound({ settings, ...(resolve && { resolve }) });
  const letters: (AdminLetter & { readonly workspace: string })[] = [];
  const delivery = createDelivery({
    ...{ db, now: clock.now, newId, log: events.log, enqueue: jobs.enqueue, outbound, secrets: sealing },
    ...{ record: events.record, onAppended: events.onAppended, onError: (error) => jobs.errors.push(error) },
    present: (rows) => present(db, rows),
    mailAdmins: async (workspace, letter) => {
      letters.push({ ...letter, workspace });
      return [];
    },
    random: () => 0.5,
    pace: { coalesceMs: 5, replayMs: 0, ...pace },
  });
  const kinds = [...delivery.jobs, retention({ db, log: events.log, missed: missedEvents(db) })];
  jobs.start(kinds, { schedules: false });
  const stop = async () => {
    await delivery.close();
    await jobs.drain();
    await jobs.close();
    outbound.close();
    await events.close();
  };
  onTestFinished(stop);
  return {
    ...{ jobs, delivery, letters, clock, stop, log: events.log },
    /** Writes an event about each conversation, in one unit of work. */
    happen: (workspace: string, conversations: readonly string[]) =>
      db.write(
        conversations.map((conversation) =>
          events.record(systemIn(workspace), {
            ...{ type: 'conversation.updated', workspace },
            data: { conversation, agent: newId('agent') },
          }),
        ),
      ),
    /** Runs the job that finds events for which no webhook was woken. */
    look: async () => {
      const look = delivery.jobs.find(({ kind }) => kind.name === 'webhooks.look') as Job;
      await jobs.db.write([jobs.enqueue('system', { kind: look.kind, payload: {} })]);
    },
    /** Runs a job that deletes what is old, to its end. */
    sweep: async (name: 'webhooks.deliveries-old' | 'events.expired') => {
      const { kind } = kinds.find((each) => each.kind.name === name) as Job;
      const done = jobs.ended().get(name)?.done ?? 0;
      await jobs.db.write([jobs.enqueue(systemWorkspace, { kind, payload: {} })]);
      await until(() => expect(jobs.ended().get(name)).toMatchObject({ done: done + 1, failed: 0 }));
    },
    /** Lets time pass, and runs what has become due. */
    pass: async (ms: number) => {
      clock.pass(ms);
      await jobs.poll();
    },
    /** Delivers what is due of a webhook soon. */
    soon: (workspace: string, webhook: string) => jobs.db.write([delivery.soon(workspace, webhook)]),
  };
}

/** Adds an account with one workspace; returns it. */
export async function addWorkspace(db: Database): Promise<string> {
  accounts += 1;
  const [workspace = ''] = await addAccount(db, `hooked${process.pid}${accounts}`, 1);
  return workspace;
}

/** Adds a webhook of a workspace that begins at the start of the log; returns its ID. */
export async function addWebhook(
  db: Database,
  workspace: string,
  { url, ...columns }: Partial<WebhookRow> & Pick<WebhookRow, 'url'>,
): Promise<string> {
  const id = newId('webhook');
  const row: WebhookRow = {
    ...{ id, workspace_id: workspace, url, description: '', types: '["*"]', agents: '[]', status: 'enabled' },
    ...{ disabled_reason: null, secret: sealing.seal(secret, ['webhooks.secret', id]), old_secret: null },
    ...{ old_secret_until: null, version: 1, position: 0, replay_through: 0, resend_after: null },
    ...{ resend_through: null, missed_through: null, failing_since: null, last_success_at: null, created_at: 1 },
    ...{ updated_at: 1, deleted_at: null, ...columns },
  };
  await db.write([statement(db.query.insertInto('webhooks').values(row))]);
  return id;
}

/** Changes a webhook, as its API does. */
export const changeWebhook = (db: Database, id: string, columns: Partial<WebhookRow>) =>
  db.write([statement(db.query.updateTable('webhooks').set(columns).where('id', '=', id))]);

/** Seals a former secret for its place. */
export const sealedOld = (id: string, text: string): string => sealing.seal(text, ['webhooks.old_secret', id]);

/** Reads a webhook. */
export async function webhookOf(db: Database, id: string) {
  const [row] = await db.read(db.query.selectFrom('webhooks').selectAll().where('id', '=', id));
  if (row === undefined) throw new Error('There is no such webhook.');
  return row;
}

/** Reads the deliveries of a webhook, the oldest event first. */
export const deliveriesOf = (db: Database, webhook: string) =>
  db.read(
    db.query
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', webhook)
      .orderBy('event_position')
      .orderBy('id'),
  );

/** Creates IDs of conversations. */
export const conversations = (count: number): string[] => Array.from({ length: count }, () => newId('conversation'));

export { until };

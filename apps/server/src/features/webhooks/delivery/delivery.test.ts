// @module-tag sql
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { databaseOf } from '../../../../testing/databases/migrated-database.ts';
import { type Delivered, isSignedWith, startWebhookServer } from '../../../../testing/servers/webhook-server.ts';
import {
  addWebhook,
  addWorkspace,
  changeWebhook,
  conversations,
  type DeliveringOptions,
  deliveriesOf,
  sealedOld,
  secret,
  startDelivering,
  until,
  webhookOf,
} from '../../../../testing/webhooks/delivering.ts';
import { eventId } from '../../../events/event-id.ts';
import { maxAttempts, waitAfter } from './attempts.ts';

const patient = { timeout: 30_000, interval: 5 };

const conversationOf = ({ body }: Delivered) => String(body.data['conversation']);

/** The IDs of deliveries of a conversation, in the order of their arrival, without repeats. */
const idsOf = (delivered: readonly Delivered[], conversation: string) => [
  ...new Set(delivered.filter((each) => conversationOf(each) === conversation).map(({ id }) => id)),
];

describe.each(engines)('deliveries to a webhook on %s', (engine) => {
  const database = databaseOf(engine);

  const setUp = async (options: Partial<DeliveringOptions> = {}) => {
    const db = database();
    const receiver = await startWebhookServer();
    onTestFinished(receiver.close);
    const workspace = await addWorkspace(db);
    const process = startDelivering(db, { hosts: [new URL(receiver.url).host], ...options });
    const account = (await process.log.accountOf(workspace)) ?? '';
    /** The IDs of all events, in their order. */
    const happened = async () =>
      (await process.log.after({ account }, 0, 10_000)).events.map(({ position }) =>
        eventId(account, Number(position)),
      );
    const got = () => receiver.delivered.map(({ id }) => id);
    return { db, receiver, workspace, account, happened, got, ...process };
  };

  /** Waits until so many deliveries have succeeded; a slow machine needs several rounds. */
  const succeeded = (webhook: string, count: number) =>
    vi.waitFor(
      async () => {
        const rows = await deliveriesOf(database(), webhook);
        expect(rows.filter(({ state }) => state === 'succeeded')).toHaveLength(count);
      },
      { timeout: 120_000, interval: 20 },
    );

  /** Expects that the events of each conversation arrived in their order. */
  const expectOrder = (delivered: readonly Delivered[], happened: readonly string[]) => {
    for (const conversation of new Set(delivered.map(conversationOf))) {
      const ids = idsOf(delivered, conversation);
      expect(ids).toEqual(happened.filter((id) => ids.includes(id)));
    }
  };

  test('are signed events, each once, as the API shows them', async () => {
    const { db, receiver, workspace, happen, happened, got, jobs } = await setUp();
    const webhook = await addWebhook(db, workspace, { url: receiver.url });
    const [one = ''] = conversations(1);
    await happen(workspace, [one, one, ...conversations(10)]);
    await succeeded(webhook, 12);
    expect([...got()].sort()).toEqual(await happened());
    expectOrder(receiver.delivered, await happened());
    const [first] = receiver.delivered.filter((each) => conversationOf(each) === one);
    expect(first && isSignedWith(secret, first)).toBe(true);
    expect(first?.headers['user-agent']).toMatch(/^Parley\//);
    expect(first?.headers['webhook-replayed']).toBeUndefined();
    expect(Object.keys(first?.body ?? {}).sort()).toEqual([
      '_id',
      'actor',
      'changes',
      'data',
      'timestamp',
      'type',
      'workspace',
    ]);
    expect(first?.body).toMatchObject({ type: 'conversation.updated', _id: first?.id, workspace, changes: [] });
    const rows = await deliveriesOf(db, webhook);
    expect(rows.every(({ state, attempts, status }) => state === 'succeeded' && attempts === 1 && status === 204)).toBe(
      true,
    );
    expect(jobs.errors).toEqual([]);
  });

  test('are those of the chosen types and agents, of the own workspace', async () => {
    const { db, receiver, workspace, happen, account } = await setUp();
    const other = await addWorkspace(db);
    const all = await addWebhook(db, workspace, { url: receiver.url, types: '["agent.*","conversation.updated"]' });
    const none = await addWebhook(db, workspace, { url: receiver.url, types: '["agent.*"]' });
    const agent = await addWebhook(db, workspace, { url: receiver.url, agents: '["agent_none"]' });
    await happen(other, conversations(2));
    await happen(workspace, conversations(3));
    const { position } = await vi.waitFor(async () => {
      const row = await webhookOf(db, all);
      expect(Number(row.position)).toBeGreaterThan(0);
      return row;
    }, patient);
    await until(async () => {
      for (const id of [none, agent]) expect((await webhookOf(db, id)).position).toBe(position);
    });
    expect(receiver.delivered).toHaveLength(3);
    expect(await deliveriesOf(db, all)).toHaveLength(3);
    expect(receiver.delivered.every(({ id }) => id.startsWith('evt_'))).toBe(true);
    expect(account).not.toBe('');
  });

  test('keep the order of each conversation if one fails, while others go on', async () => {
    const { db, receiver, workspace, happen, happened, pass } = await setUp();
    const webhook = await addWebhook(db, workspace, { url: receiver.url });
    const [bad = '', ...good] = conversations(4);
    let isBroken = true;
    receiver.answers((_request, response, got) => {
      response.writeHead(isBroken && conversationOf(got) === bad ? 500 : 200).end();
    });
    for (let round = 0; round < 3; round += 1) await happen(workspace, [bad, ...good]);
    await until(async () => expect(await deliveriesOf(db, webhook)).toHaveLength(12));
    await until(async () => {
      const waiting = (await deliveriesOf(db, webhook)).filter(({ state }) => state === 'pending');
      expect(waiting.map(({ line, attempts }) => [line, Number(attempts)])).toEqual([
        [bad, 1],
        [bad, 0],
        [bad, 0],
      ]);
    });
    isBroken = false;
    await pass(6_000);
    await until(async () => {
      expect((await deliveriesOf(db, webhook)).filter(({ state }) => state !== 'succeeded')).toEqual([]);
    });
    expectOrder(receiver.delivered, await happened());
    expect(idsOf(receiver.delivered, bad)).toHaveLength(3);
    // The first one of it twice, with the same ID.
    expect(receiver.delivered).toHaveLength(13);
  });

  test('wait in the log while the receiver is away, and nothing is lost', { timeout: 180_000 }, async () => {
    const { db, receiver, workspace, happen, happened, pass, got } = await setUp();
    const webhook = await addWebhook(db, workspace, { url: receiver.url });
    let isAway = true;
    receiver.answers((_request, response) => void response.writeHead(isAway ? 503 : 200).end('Not now'));
    const lines = conversations(30);
    for (let round = 0; round < 8; round += 1) await happen(workspace, lines);
    await until(async () => expect(Number((await webhookOf(db, webhook)).failing_since)).toBeGreaterThan(0));
    await pass(61_000);
    await until(async () => {
      const [oldest] = await deliveriesOf(db, webhook);
      expect(Number(oldest?.attempts)).toBe(2);
    });
    const rows = await deliveriesOf(db, webhook);
    expect(rows.length).toBeLessThan(240);
    expect(rows[0]).toMatchObject({ state: 'pending', error: 'The receiver answered 503.', reply: 'Not now' });
    const before = receiver.delivered.length;
    // Only the oldest one is tried, on schedule.
    await pass(5 * 60_000 * 1.2);
    await until(async () => expect(Number((await deliveriesOf(db, webhook))[0]?.attempts)).toBe(3));
    expect(receiver.delivered.length).toBe(before + 1);
    receiver.delivered.length = 0;
    isAway = false;
    await pass(31 * 60_000 * 1.2);
    await succeeded(webhook, 240);
    expect([...got()].sort()).toEqual([...(await happened())].sort());
    expectOrder(receiver.delivered, await happened());
    expect((await webhookOf(db, webhook)).failing_since).toBeNull();
  });

  test('disable the webhook after the last attempt, with an event and a mail, and go on when it is enabled', async () => {
    const { db, receiver, workspace, happen, account, log, letters, pass, soon, got, happened } = await setUp();
    const webhook = await addWebhook(db, workspace, { url: receiver.url });
    let isAway = true;
    receiver.answers((_request, response) => void response.writeHead(isAway ? 500 : 200).end());
    const [one = ''] = conversations(1);
    await happen(workspace, [one]);
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      await until(async () => expect(Number((await deliveriesOf(db, webhook))[0]?.attempts)).toBe(attempt));
      await pass(waitAfter(attempt, 1));
    }
    await until(async () => {
      expect(await webhookOf(db, webhook)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
    });
    expect(receiver.delivered).toHaveLength(maxAttempts);
    const { events } = await log.after({ account, types: ['webhook.disabled'] }, 0, 10);
    expect(events.map(({ data }) => JSON.parse(data))).toEqual([{ webhook, reason: 'failing' }]);
    expect(letters).toMatchObject([{ workspace, subject: 'A webhook was disabled' }]);
    // Events wait from now on.
    await happen(workspace, [one]);
    isAway = false;
    const through = await log.last(account);
    await changeWebhook(db, webhook, {
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
      replay_through: through,
    });
    await soon(workspace, webhook);
    await until(async () => {
      const rows = await deliveriesOf(db, webhook);
      expect(rows.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    });
    expect([...new Set(got())]).toEqual(await happened());
  });

  test('end at once if the receiver is gone', async () => {
    const { db, receiver, workspace, happen, letters } = await setUp();
    const webhook = await addWebhook(db, workspace, { url: receiver.url });
    receiver.answers((_request, response) => void response.writeHead(410).end());
    const [one = ''] = conversations(1);
    await happen(workspace, [one, one, one]);
    await until(async () => {
      expect(await webhookOf(db, webhook)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    });
    expect(receiver.delivered).toHaveLength(1);
    expect(letters).toHaveLength(1);
    expect((await deliveriesOf(db, webhook)).map(({ state }) => state)).toEqual(['pending', 'pending', 'pending']);
  });

  test('of 1,000 events while it was disabled arrive as 1,000, in order and marked', { timeout: 300_000 }, async () => {
    const { db, receiver, workspace, account, log, happen, happened, got, soon } = await setUp();
    const webhook = await addWebhook(db, workspace, {
      url: receiver.url,
      status: 'disabled',
      disabled_reason: 'manual',
    });
    const lines = conversations(20);
    for (let round = 0; round < 10; round += 1) await happen(workspace, Array(5).fill(lines).flat());
    expect(receiver.delivered).toEqual([]);
    await changeWebhook(db, webhook, {
      status: 'enabled',
      disabled_reason: null,
      replay_through: await log.last(account),
    });
    await soon(workspace, webhook);
    await happen(workspace, lines.slice(0, 1));
    await expect.poll(() => receiver.delivered.length, { timeout: 240_000 }).toBe(1_001);
    expect(got()).toEqual(await happened());
    const marked = receiver.delivered.map(({ headers }) => headers['webhook-replayed']);
    expect(marked).toEqual([...Array(1_000).fill('true'), undefined]);
  });

  test('are sent again from a time on, beside what is new', async () => {
    const { db, receiver, workspace, account, log, happen, happened, got, soon } = await setUp();
    const webhook = await addWebhook(db, workspace, { url: receiver.url });
    await happen(workspace, conversations(50));
    await succeeded(webhook, 50);
    const [through, expected] = [await log.last(account), await happened()];
    receiver.delivered.length = 0;
    await changeWebhook(db, webhook, { resend_after: 0, resend_through: through });
    await soon(workspace, webhook);
    await until(async () => expect((await webhookOf(db, webhook)).resend_through).toBeNull());
    expect(got()).toEqual(expected);
    expect(receiver.delivered.every(({ headers }) => headers['webhook-replayed'] === 'true')).toBe(true);
    await happen(workspace, conversations(1));
    await until(() => expect(receiver.delivered).toHaveLength(51));
  });

  test('have two signatures while a secret is rotated', async () => {
    const { db, receiver, workspace, happen, clock } = await setUp();
    const webhook = await addWebhook(db, workspace, { url: receiver.url });
    const old = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
    const rotated = { old_secret: sealedOld(webhook, old), old_secret_until: clock.now() + 60_000 };
    await changeWebhook(db, webhook, rotated);
    await happen(workspace, conversations(1));
    await until(() => expect(receiver.delivered).toHaveLength(1));
    const [both] = receiver.delivered;
    expect(String(both?.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect(both && [secret, old].map((each) => isSignedWith(each, both))).toEqual([true, true]);
    await changeWebhook(db, webhook, { old_secret_until: clock.now() - 1 });
    await happen(workspace, conversations(1));
    await until(() => expect(receiver.delivered).toHaveLength(2));
    const last = receiver.delivered.at(-1);
    expect(last && [secret, old].map((each) => isSignedWith(each, last))).toEqual([true, false]);
  });
});

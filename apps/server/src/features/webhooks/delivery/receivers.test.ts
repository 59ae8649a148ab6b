// @module-tag sql
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { databaseOf } from '../../../../testing/databases/migrated-database.ts';
import { testClock } from '../../../../testing/jobs/jobs.ts';
import { startWebhookServer } from '../../../../testing/servers/webhook-server.ts';
import {
  addWebhook,
  addWorkspace,
  changeWebhook,
  conversations,
  deliveriesOf,
  secret,
  startDelivering,
  until,
  webhookOf,
} from '../../../../testing/webhooks/delivering.ts';

const hostOf = (url: string) => new URL(url).host;

/** Starts a server on an address of its own that takes requests and never answers. */
async function startHung(address: string) {
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    request.resume();
    held.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return { url: `http://${address}:${(server.address() as AddressInfo).port}/`, held };
}

describe.each(engines)('a receiver of deliveries on %s', (engine) => {
  const database = databaseOf(engine);

  const setUp = async () => {
    const receiver = await startWebhookServer();
    onTestFinished(receiver.close);
    return { db: database(), receiver, workspace: await addWorkspace(database()) };
  };

  test('is not followed if it redirects, and is cut off after a kilobyte', async () => {
    const { db, receiver, workspace } = await setUp();
    const { happen } = startDelivering(db, { hosts: [hostOf(receiver.url)] });
    const webhook = await addWebhook(db, workspace, { url: receiver.url });
    let count = 0;
    receiver.answers((_request, response) => {
      count += 1;
      if (count === 1) return void response.writeHead(302, { location: receiver.url }).end();
      response.writeHead(200, { 'content-length': String(100 * 1024 * 1024) });
      response.write(`\0${'a'.repeat(64 * 1024)}`);
    });
    await happen(workspace, conversations(1));
    await until(async () => expect(await deliveriesOf(db, webhook)).toHaveLength(1));
    await happen(workspace, conversations(1));
    await until(async () => expect(await deliveriesOf(db, webhook)).toHaveLength(2));
    const [redirected, huge] = await deliveriesOf(db, webhook);
    const error = 'The receiver answered 302: redirects are not followed.';
    expect(redirected).toMatchObject({ state: 'pending', error });
    expect(Number(redirected?.status)).toBe(302);
    expect(huge).toMatchObject({ state: 'succeeded', reply: `\ufffd${'a'.repeat(1_023)}` });
    expect(receiver.delivered).toHaveLength(2);
  });

  test('is not reached if its name has a private address by now', async () => {
    const { db, receiver, workspace } = await setUp();
    const { port } = new URL(receiver.url);
    const resolve = async () => ['10.0.0.7'];
    const { happen } = startDelivering(db, { hosts: [hostOf(receiver.url)], resolve: resolve as never });
    const webhook = await addWebhook(db, workspace, { url: `https://hooks.example.com/${port}` });
    await happen(workspace, conversations(1));
    await until(async () => expect(await deliveriesOf(db, webhook)).toHaveLength(1));
    const [delivery] = await deliveriesOf(db, webhook);
    expect(delivery).toMatchObject({ state: 'pending', status: null, reply: null });
    expect(delivery?.error).not.toMatch(/10\.0\.0\.7/);
    expect(delivery?.error).toMatch(/hooks\.example\.com/);
    expect(receiver.delivered).toEqual([]);
  });

  test('delays no other tenant if it hangs, with 50 webhooks', { timeout: 60_000 }, async () => {
    const { db, receiver, workspace } = await setUp();
    const hung = await Promise.all(Array.from({ length: 50 }, (_, index) => startHung(`127.0.1.${index + 1}`)));
    const { happen } = startDelivering(db, { hosts: [receiver.url, ...hung.map(({ url }) => url)].map(hostOf) });
    const greedy = await addWorkspace(db);
    for (const { url } of hung) await addWebhook(db, greedy, { url });
    await addWebhook(db, workspace, { url: receiver.url });
    await happen(greedy, conversations(3));
    const busy = () => hung.filter(({ held }) => held.length > 0);
    await until(() => expect(busy().length).toBeGreaterThanOrEqual(4));
    await happen(workspace, conversations(20));
    await until(() => expect(receiver.delivered).toHaveLength(20));
    // They still hang.
    const held = busy().flatMap((each) => each.held);
    expect(held.some((response) => !response.destroyed)).toBe(true);
    for (const response of held) response.destroy();
  });

  test('gets what was pending after a restart', async () => {
    const { db, receiver, workspace } = await setUp();
    const hosts = [hostOf(receiver.url)];
    const clock = testClock();
    const first = startDelivering(db, { hosts, clock });
    const webhook = await addWebhook(db, workspace, { url: receiver.url });
    const [one = ''] = conversations(1);
    receiver.answers((_request, response) => void response.writeHead(500).end());
    await first.happen(workspace, [one, one]);
    await until(async () => expect(await deliveriesOf(db, webhook)).toHaveLength(2));
    await first.stop();
    receiver.delivered.length = 0;
    receiver.answers((_request, response) => void response.writeHead(200).end());
    const second = startDelivering(db, { hosts, clock });
    await second.pass(10_000);
    await until(async () => {
      expect((await deliveriesOf(db, webhook)).map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
    });
    expect(receiver.delivered).toHaveLength(2);
  });

  test('gets by the look of each minute what it was not told of', async () => {
    const { db, receiver, workspace } = await setUp();
    const hosts = [hostOf(receiver.url)];
    const silent = startDelivering(db, { hosts });
    await silent.delivery.close();
    const webhook = await addWebhook(db, workspace, { url: receiver.url });
    await silent.happen(workspace, conversations(3));
    expect(receiver.delivered).toEqual([]);
    await silent.look();
    await until(async () => expect(await deliveriesOf(db, webhook)).toHaveLength(3));
    const off = await addWebhook(db, workspace, { url: receiver.url, status: 'disabled' });
    await silent.look();
    await silent.soon(workspace, off);
    await changeWebhook(db, webhook, { position: 0 });
    await silent.look();
    await until(async () => expect(await deliveriesOf(db, webhook)).toHaveLength(6));
    expect(await deliveriesOf(db, off)).toEqual([]);
  });

  test('is tried again although the clock was set back by a year', async () => {
    const { db, receiver, workspace } = await setUp();
    const { happen, clock, look } = startDelivering(db, { hosts: [hostOf(receiver.url)] });
    const webhook = await addWebhook(db, workspace, { url: receiver.url });
    let isBroken = true;
    receiver.answers((_request, response) => void response.writeHead(isBroken ? 500 : 200).end());
    clock.jump(365 * 24 * 60 * 60_000);
    await happen(workspace, conversations(1));
    await until(async () => expect(await deliveriesOf(db, webhook)).toHaveLength(1));
    isBroken = false;
    clock.jump(-365 * 24 * 60 * 60_000);
    await look();
    await until(async () => expect(await deliveriesOf(db, webhook)).toMatchObject([{ state: 'succeeded' }]));
    expect((await webhookOf(db, webhook)).failing_since).toBeNull();
    await happen(workspace, conversations(1));
    await until(() => expect(receiver.delivered).toHaveLength(3));
  });

  test('gets a test, and its reply is returned', async () => {
    const { db, receiver, workspace } = await setUp();
    const { delivery } = startDelivering(db, { hosts: [hostOf(receiver.url)] });
    receiver.answers((_request, response) => void response.writeHead(202).end('Thanks'));
    const tested = { id: 'webhook_1', workspace, url: receiver.url, secret };
    expect(await delivery.test(tested)).toEqual({
      status: 202,
      latencyMs: expect.any(Number),
      error: null,
      reply: 'Thanks',
    });
    expect(receiver.delivered[0]?.body).toMatchObject({
      type: 'webhook.test',
      data: { webhook: 'webhook_1' },
      workspace,
    });
    receiver.answers((_request, response) => void response.destroy());
    expect(await delivery.test(tested)).toMatchObject({ status: null, reply: null, error: expect.any(String) });
  });
});

test('a reply that trickles ends after its time', { timeout: 60_000 }, async () => {
  const { createRequest } = await import('./request.ts');
  const { createOutbound } = await import('../../../outbound/outbound.ts');
  const { readOutbound } = await import('../../../outbound/addresses/settings.ts');
  const receiver = await startWebhookServer();
  onTestFinished(receiver.close);
  receiver.answers((_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 100);
    response.on('close', () => clearInterval(timer));
  });
  const settings = readOutbound({ PARLEY_ALLOW_PRIVATE_HOSTS: hostOf(receiver.url) }, []);
  const outbound = createOutbound({ settings });
  onTestFinished(outbound.close);
  const request = createRequest({
    outbound: { fetch: (each) => outbound.fetch({ ...each, limits: { ...each.limits, total: 1_000 } }) },
    now: Date.now,
  });
  const reply = await request({ url: receiver.url, secrets: [secret] }, { id: 'evt_1', body: '{}', isReplayed: false });
  expect(reply).toMatchObject({ status: 200, error: null });
  expect(reply.reply).toMatch(/^\.+$/);
});

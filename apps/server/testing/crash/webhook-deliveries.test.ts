// @module-tag sql

import type { Parley } from '@parley/sdk';
import { describe, expect, test, vi } from 'vitest';
import { between, createRandom } from '../../src/random.ts';
import { engines } from '../databases/engines.ts';
import { startServer, takenOver } from '../processes/program.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { isSignedWith } from '../servers/webhook-server.ts';
import { makeInstallation } from './installation.ts';
import { type MortalReceiver, startMortalReceiver } from './webhook-deliveries.ts';

/** Kills of the sender, and as many of the receiver. */
const kills = runs(3, 'PARLEY_TEST_DELIVERY_KILLS', 10);

/** Agents for each kind of kill, whose changes are events, each in a line of its own; changes of each before a kill. */
const [agents, changes] = [4, 5];

/** Max time until all is delivered, in ms: a dead process has leases, and a failed attempt is repeated after 5 s. */
const finished = 2 * takenOver + 60_000;

const seed = announceSeed('testing/crash/webhook-deliveries');

describe.concurrent.each(engines)('deliveries on %s whose sender and receiver are killed', (engine) => {
  test(`lose no event and no order, after ${kills} kills of each`, {
    timeout: 180_000 + kills * 2 * finished,
  }, async () => {
    const random = createRandom(seed);
    const installation = await makeInstallation(engine);
    const receiver = await startMortalReceiver();
    const env = { ...installation.env, PARLEY_ALLOW_PRIVATE_HOSTS: new URL(receiver.url).host };
    let server = await startServer(installation.dataDir, { env });
    const call = caller(installation.key);
    const webhook = await call(`${server.url}/api/webhooks`, { url: receiver.url, types: ['agent.updated'] });
    const secret = String(webhook['secret']);
    const ids = await makeAgents(installation.client(server.url));
    let checked = 0;
    const [held, others] = [ids.slice(0, agents), ids.slice(agents)];
    for (let kill = 1; kill <= kills; kill += 1) {
      // The receiver, with requests that it has got and not answered. They are repeated after 5 s.
      receiver.hold();
      await change(installation.client(server.url), held, `receiver ${kill}`);
      await vi.waitFor(() => expect(receiver.holding()).toBeGreaterThan(0), { timeout: finished, interval: 2 });
      await receiver.kill();
      await receiver.start();
      // The sender, while it delivers in other lines. A change whose request dies may be stored or not.
      const before = receiver.received();
      const changing = change(installation.client(server.url), others, `sender ${kill}`);
      await vi.waitFor(() => expect(receiver.received()).toBeGreaterThan(before), { timeout: finished, interval: 2 });
      await new Promise((resolve) => setTimeout(resolve, between(random, 0, 20)));
      await server.kill();
      await changing;
      server = await startServer(installation.dataDir, { env });
      // A second failure of the same event would be repeated after minutes.
      await expectDelivered(receiver, await happened(call, server.url));
      // Signatures are checked soon: they are valid for five minutes.
      const kept = receiver.kept();
      expect(kept.slice(checked).every((each) => isSignedWith(secret, each))).toBe(true);
      checked = kept.length;
    }
    const events = await happened(call, server.url);
    await expectDelivered(receiver, events);
    // Each acknowledged change is an event; those of the receiver's kills all were.
    expect(events.length).toBeGreaterThanOrEqual(kills * agents * changes);
    expectOrder(receiver, events);
    // Otherwise the kills came too early or too late to prove anything.
    expect(receiver.received()).toBeGreaterThan(events.length);
    expect(await server.stop()).toBe(0);
    expect(await installation.inspect()).toEqual([]);
    await receiver.close();
    await installation.close();
  });
});

/** An event as the log has it. */
interface Happened {
  readonly _id: string;
  readonly data: { readonly agent: string };
}

/** Returns a function that calls the API, and returns the data of the response. */
const caller =
  (key: string) =>
  async (url: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const { data } = (await response.json()) as { readonly data?: Record<string, unknown> };
    if (data === undefined) throw new Error(`${url} answered ${response.status}.`);
    return data;
  };

const makeAgents = (client: Parley): Promise<string[]> =>
  Promise.all(
    Array.from(
      { length: 2 * agents },
      async (_, index) => (await client.agents.create({ name: `Agent ${index}` }))._id,
    ),
  );

/** Changes each agent several times; a request that dies with the server is given up. */
const change = (client: Parley, ids: readonly string[], name: string) =>
  Promise.allSettled(
    ids.map(async (id) => {
      for (let count = 0; count < changes; count += 1) await client.agents.update(id, { name: `${name}, ${count}` });
    }),
  );

/** Reads all events that the webhook gets, in their order. */
async function happened(call: ReturnType<typeof caller>, url: string): Promise<Happened[]> {
  const events: Happened[] = [];
  for (let [at, isMore] = ['', true]; isMore; ) {
    const page = await call(`${url}/api/events?types=agent.updated&sort=createdAt&limit=100${at}`);
    events.push(...(page['items'] as Happened[]));
    at = `&cursor=${encodeURIComponent(String(page['cursor']))}`;
    isMore = page['hasMore'] === true;
  }
  return events;
}

/** Waits until the receiver has kept each event. */
async function expectDelivered(receiver: MortalReceiver, events: readonly Happened[]): Promise<void> {
  await vi.waitFor(
    () => {
      const kept = new Set(receiver.kept().map(({ id }) => id));
      expect(events.filter(({ _id }) => !kept.has(_id))).toEqual([]);
    },
    { timeout: finished, interval: 50 },
  );
}

/** Expects that the events of each agent were kept in their order, apart from repeats. */
function expectOrder(receiver: MortalReceiver, events: readonly Happened[]): void {
  const kept = [...new Set(receiver.kept().map(({ id }) => id))];
  const places = new Map(kept.map((id, place) => [id, place]));
  for (const agent of new Set(events.map(({ data }) => data.agent))) {
    const order = events.filter(({ data }) => data.agent === agent).map(({ _id }) => places.get(_id) ?? -1);
    expect(order).toEqual([...order].sort((one, other) => one - other));
  }
}
